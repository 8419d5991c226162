// RUN: %tritonc-opt %s -split-input-file -verify-diagnostics

// Both kinds of scales, and e2m1 packed along M.
tt.func @right(%a: tensor<16x64xi8>, %as: tensor<32x4xf8E4M3FN>, %b: tensor<64x32xf8E5M2>, %bs: tensor<32x2xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %d = tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e2m1 rhs = e5m2 {fastMath = false, lhs_k_pack = false} : tensor<16x64xi8>, tensor<32x4xf8E4M3FN> * tensor<64x32xf8E5M2>, tensor<32x2xi8> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// -----

tt.func @format(%a: tensor<32x64xf16>, %b: tensor<64x32xf8E5M2>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @+1 {{takes 'tensor<32x64xf16>' as e4m3 and 'tensor<64x32xf8E5M2>' as e5m2}}
  %d = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<32x64xf16> * tensor<64x32xf8E5M2> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// -----

tt.func @shapes(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @+1 {{the shapes do not fit}}
  %d = tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<32x64xi8> * tensor<64x32xi8> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// -----

tt.func @scale_type(%a: tensor<32x64xi8>, %as: tensor<32x2xi32>, %b: tensor<64x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @+1 {{has scales 'tensor<32x2xi32>': i8 or f8E4M3FN expected}}
  %d = tt.dot_scaled %a scale %as, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x64xi8>, tensor<32x2xi32> * tensor<64x32xi8> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// -----

tt.func @scale_shape(%a: tensor<32x64xi8>, %as: tensor<16x2xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @+1 {{has scales 'tensor<16x2xi8>' for 32 rows of 64 numbers}}
  %d = tt.dot_scaled %a scale %as, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x64xi8>, tensor<16x2xi8> * tensor<64x32xi8> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// -----

tt.func @result(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xf16>) -> tensor<32x32xf16> {
  // expected-error @+1 {{f32 of rank 2 or 3 expected}}
  %d = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<32x64xi8> * tensor<64x32xi8> -> tensor<32x32xf16>
  tt.return %d : tensor<32x32xf16>
}
