// RUN: %tritonc-opt %s -split-input-file -verify-diagnostics -layout-assign=target=sm_90a

tt.func @unknown_operation(%i: index, %x: tensor<64xf32>) {
  // expected-error @+1 {{operation 'scf.index_switch' on blocks is not supported}}
  %y = scf.index_switch %i -> tensor<64xf32>
  default {
    scf.yield %x : tensor<64xf32>
  }
  tt.return
}
