//===- NodeEditor.h - the parser's access to finished nodes ---------------===//
#pragma once

#include "frontend/syntax/Ast.h"

namespace tritonc::ast {

class NodeEditor {
public:
  static void setRange(Node *node, SourceRange range) { node->nodeRange = range; }

  /// One more than the tallest child.
  static unsigned updateHeight(Node *node) {
    unsigned tallest = 0;
    forEachChild(*node, [&](const Node &child) { tallest = std::max<unsigned>(tallest, child.nodeHeight + 1); });
    node->nodeHeight = static_cast<uint16_t>(std::min<unsigned>(tallest, UINT16_MAX));
    return tallest;
  }
};

} // namespace tritonc::ast
