// RUN: %not %tritonc-opt %s -layout-assign=target=sm_9000 2>&1 | %FileCheck %s

// CHECK: error: {{.*}}sm_9000
tt.func @nothing() {
  tt.return
}
