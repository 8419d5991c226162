//===- Passes.td - warnings about block IR --------------------------------===//

#ifndef TRITONC_LINT_PASSES_TD
#define TRITONC_LINT_PASSES_TD

include "mlir/Pass/PassBase.td"

def BlockLint : Pass<"block-lint", "::tritonc::tt::FuncOp"> {
  let summary = "warn about code that compiles and hardly means what it says";
  let description = [{
    Expects block IR as it was written (after inlining, before anything is simplified). Changes nothing. Each warning has a file in
    passes/lint; docs/lints.md says when each is given.
  }];
  let options = [
    Option<"autotuned", "autotuned", "bool", "false", "the kernel has a search among variants">,
    ListOption<"preserved", "preserved", "std::string", "parameters whose memory the search puts back or zeroes">];
}

def LayoutLint : Pass<"layout-lint", "::tritonc::tt::FuncOp"> {
  let summary = "warn about products and types that the target has no instructions for";
  let description = [{
    Expects layout IR as layout-assign leaves it. Changes nothing.
  }];
}

#endif
