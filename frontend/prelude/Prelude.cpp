//===- Prelude.cpp - which prelude module defines a name ------------------===//
#include "frontend/prelude/Prelude.h"

using namespace tritonc;

const PreludeModule *tritonc::preludeDefines(llvm::StringRef name) {
  std::string definition = ("\ndef " + name + "(").str();
  for (const PreludeModule &module : preludeModules())
    if (module.text.contains(definition))
      return &module;
  return nullptr;
}
