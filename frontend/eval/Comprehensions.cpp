//===- Comprehensions.cpp - list, dict and generator comprehensions --------===//
//
// They run over compile-time iterables; what they compute may be run-time values. A generator is evaluated at once, as
// a list.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"

using namespace tritonc;

bool Evaluator::comprehend(ast::ComprehensionList generators, llvm::function_ref<bool()> body) {
  if (generators.empty())
    return body();
  const ast::Comprehension &generator = *generators.front();
  if (generator.isAsync) {
    unsupported("an asynchronous comprehension");
    return false;
  }
  Value iterable = evaluate(*generator.iter);
  std::optional<std::vector<Value>> items = iterate(iterable, generator.iter->range());
  if (!items)
    return false;
  for (const Value &item : *items) {
    if (!spend())
      return false;
    assign(*generator.target, item);
    bool keep = true;
    for (const ast::Expr *condition : generator.conditions) {
      Value test = evaluate(*condition);
      std::optional<bool> known = truth(test);
      if (!known) {
        if (!test.isPoison())
          errorAt(condition->range(), DiagId::eval_needs_constexpr, "the condition of a comprehension",
                  test.describe());
        return false;
      }
      keep &= *known;
      if (!keep)
        break;
    }
    if (keep && !comprehend(generators.drop_front(), body))
      return false;
  }
  return true;
}

Value Evaluator::evaluateComprehension(const ast::Expr &expr) {
  // Variables of the comprehension live in a scope of their own.
  auto inner = std::make_shared<Environment>();
  inner->parent = current->env;
  std::shared_ptr<Environment> outer = current->env;
  current->env = inner;
  std::vector<Value> elements;
  Value dict = Value::dict({});
  bool ok = true;
  auto collect = [&](const ast::Expr &element, ast::ComprehensionList generators) {
    ok = comprehend(generators, [&] {
      elements.push_back(evaluate(element));
      return !elements.back().isPoison();
    });
  };
  bool isDict = false;
  if (auto *list = llvm::dyn_cast<ast::ListComp>(&expr))
    collect(*list->element, list->generators);
  else if (auto *generator = llvm::dyn_cast<ast::GeneratorExp>(&expr))
    collect(*generator->element, generator->generators);
  else if (auto *set = llvm::dyn_cast<ast::SetComp>(&expr))
    collect(*set->element, set->generators);
  else if (auto *mapping = llvm::dyn_cast<ast::DictComp>(&expr)) {
    isDict = true;
    ok = comprehend(mapping->generators, [&] {
      Value key = evaluate(*mapping->key), value = evaluate(*mapping->value);
      auto &items = dict.asDict().items;
      auto same = llvm::find_if(items, [&](const auto &item) { return item.first.equals(key); });
      if (same != items.end())
        same->second = value;
      else
        items.push_back({key, value});
      return !key.isPoison() && !value.isPoison();
    });
  }
  current->env = outer;
  if (!ok)
    return Value::poison();
  return isDict ? dict : Value::list(std::move(elements));
}
