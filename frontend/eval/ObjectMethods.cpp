//===- ObjectMethods.cpp - methods of lists, dicts, strings and numbers ----===//

#include "frontend/eval/Evaluator.h"

using namespace tritonc;

namespace {

Evaluator &evaluatorOf(CallContext &context) { return static_cast<Evaluator &>(context); }

// --- Lists and tuples ---
Value append(CallContext &, const Arguments &args) {
  args[0].asList().elements.push_back(args[1]);
  return Value::none();
}
Value extend(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> items = evaluatorOf(context).iterate(args[1], args.range(1));
  if (!items)
    return Value::poison();
  std::vector<Value> &elements = args[0].asList().elements;
  elements.insert(elements.end(), items->begin(), items->end());
  return Value::none();
}
Value insertAt(CallContext &, const Arguments &args) {
  std::vector<Value> &elements = args[0].asList().elements;
  int64_t size = elements.size(), index = args[1].toInt64().value_or(size);
  index = std::clamp<int64_t>(index < 0 ? index + size : index, 0, size);
  elements.insert(elements.begin() + index, args[2]);
  return Value::none();
}
Value popList(CallContext &context, const Arguments &args) {
  std::vector<Value> &elements = args[0].asList().elements;
  int64_t size = elements.size(), index = args[1].toInt64().value_or(-1);
  index = index < 0 ? index + size : index;
  if (index < 0 || index >= size)
    return context.error(DiagId::eval_index_range, index, size);
  Value item = elements[index];
  elements.erase(elements.begin() + index);
  return item;
}
Value indexOf(CallContext &context, const Arguments &args) {
  llvm::ArrayRef<Value> elements = args[0].elements();
  for (size_t i = 0; i < elements.size(); ++i)
    if (elements[i].equals(args[1]))
      return Value::integer(i);
  return context.error(DiagId::eval_key_missing, args[1].repr());
}
Value countOf(CallContext &, const Arguments &args) {
  return Value::integer(llvm::count_if(args[0].elements(), [&](const Value &v) { return v.equals(args[1]); }));
}
Value copyList(CallContext &, const Arguments &args) { return Value::list(args[0].elements()); }

// --- Dicts ---
Value getItem(CallContext &, const Arguments &args) {
  for (const auto &[key, value] : args[0].asDict().items)
    if (key.equals(args[1]))
      return value;
  return args[2];
}
Value itemsOf(CallContext &, const Arguments &args) {
  std::vector<Value> items;
  for (const auto &[key, value] : args[0].asDict().items)
    items.push_back(Value::tuple({key, value}));
  return Value::list(std::move(items));
}
Value keysOf(CallContext &, const Arguments &args) {
  std::vector<Value> keys;
  for (const auto &item : args[0].asDict().items)
    keys.push_back(item.first);
  return Value::list(std::move(keys));
}
Value valuesOf(CallContext &, const Arguments &args) {
  std::vector<Value> values;
  for (const auto &item : args[0].asDict().items)
    values.push_back(item.second);
  return Value::list(std::move(values));
}
Value updateDict(CallContext &context, const Arguments &args) {
  Value merged = evaluatorOf(context).binary(ast::BinaryOperator::BitOr, args[0], args[1]);
  if (merged.isDict())
    args[0].asDict().items = merged.asDict().items;
  return merged.isPoison() ? merged : Value::none();
}
Value popDict(CallContext &, const Arguments &args) {
  auto &items = args[0].asDict().items;
  for (auto it = items.begin(); it != items.end(); ++it)
    if (it->first.equals(args[1])) {
      Value value = it->second;
      items.erase(it);
      return value;
    }
  return args[2];
}
Value setDefault(CallContext &context, const Arguments &args) {
  Value found = getItem(context, args);
  bool present = llvm::any_of(args[0].asDict().items, [&](const auto &item) { return item.first.equals(args[1]); });
  if (!present)
    args[0].asDict().items.push_back({args[1], args[2]});
  return found;
}
Value copyDict(CallContext &, const Arguments &args) { return Value::dict(args[0].asDict().items); }

// --- Strings ---
Value startsWith(CallContext &, const Arguments &args) {
  return Value::boolean(args[1].isString() && args[0].asString().starts_with(args[1].asString()));
}
Value endsWith(CallContext &, const Arguments &args) {
  return Value::boolean(args[1].isString() && args[0].asString().ends_with(args[1].asString()));
}
Value lower(CallContext &, const Arguments &args) { return Value::string(args[0].asString().lower()); }
Value upper(CallContext &, const Arguments &args) { return Value::string(args[0].asString().upper()); }
Value strip(CallContext &, const Arguments &args) { return Value::string(args[0].asString().trim().str()); }
Value split(CallContext &, const Arguments &args) {
  std::vector<Value> parts;
  llvm::SmallVector<llvm::StringRef> pieces;
  bool bySpace = !args[1].isString();
  args[0].asString().split(pieces, bySpace ? llvm::StringRef(" ") : args[1].asString(), -1, /*KeepEmpty=*/!bySpace);
  for (llvm::StringRef piece : pieces)
    parts.push_back(Value::string(piece.str()));
  return Value::list(std::move(parts));
}
Value join(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> items = evaluatorOf(context).iterate(args[1], args.range(1));
  if (!items)
    return Value::poison();
  std::string text;
  for (size_t i = 0; i < items->size(); ++i)
    text += (i ? args[0].asString().str() : "") + (*items)[i].str();
  return Value::string(std::move(text));
}
Value replace(CallContext &, const Arguments &args) {
  std::string text = args[0].str(), from = args[1].str(), to = args[2].str();
  for (size_t at = 0; !from.empty() && (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return Value::string(std::move(text));
}
/// `{}`, `{0}` and `{name}`; `{{` and `}}` are braces. Format specifications are dropped.
Value format(CallContext &context, const Arguments &args) {
  std::string text;
  llvm::StringRef pattern = args[0].asString();
  llvm::ArrayRef<Value> positional = args[1].elements();
  size_t next = 0;
  while (!pattern.empty()) {
    if (pattern.starts_with("{{") || pattern.starts_with("}}")) {
      text += pattern.front();
      pattern = pattern.drop_front(2);
      continue;
    }
    if (pattern.front() != '{') {
      text += pattern.front();
      pattern = pattern.drop_front();
      continue;
    }
    auto [field, rest] = pattern.drop_front().split('}');
    pattern = rest;
    llvm::StringRef name = field.split(':').first.split('!').first;
    size_t index = next;
    const Value *value = nullptr;
    if (name.empty() || !name.getAsInteger(10, index)) {
      next += name.empty();
      value = index < positional.size() ? &positional[index] : nullptr;
    } else {
      for (const auto &[key, item] : args[2].asDict().items)
        if (key.str() == name)
          value = &item;
    }
    if (!value)
      return context.error(DiagId::eval_key_missing, "'" + field.str() + "'");
    text += value->str();
  }
  return Value::string(std::move(text));
}

// --- Numbers, configurations ---
Value bitLength(CallContext &, const Arguments &args) {
  Int value = args[0].isBool() ? Int(args[0].asBool()) : args[0].asInt();
  int64_t bits = 0;
  for (value = value < Int(0) ? -value : value; value > Int(0); value = llvm::floorDiv(value, Int(2)))
    ++bits;
  return Value::integer(bits);
}
Value isInteger(CallContext &, const Arguments &args) {
  return Value::boolean(args[0].asFloat() == static_cast<double>(static_cast<int64_t>(args[0].asFloat())));
}

struct MethodTable {
  Value::Kind kind;
  llvm::ArrayRef<Builtin> methods;
};

const Builtin listMethods[] = {{"append", "self, x", append},      {"extend", "self, x", extend},
                               {"insert", "self, i, x", insertAt}, {"pop", "self, i=None", popList},
                               {"index", "self, x", indexOf},      {"count", "self, x", countOf},
                               {"copy", "self", copyList}};
const Builtin tupleMethods[] = {{"index", "self, x", indexOf}, {"count", "self, x", countOf}};
const Builtin dictMethods[] = {{"get", "self, key, default=None", getItem},
                               {"items", "self", itemsOf},
                               {"keys", "self", keysOf},
                               {"values", "self", valuesOf},
                               {"update", "self, other", updateDict},
                               {"pop", "self, key, default=None", popDict},
                               {"setdefault", "self, key, default=None", setDefault},
                               {"copy", "self", copyDict}};
const Builtin stringMethods[] = {{"startswith", "self, x", startsWith},
                                 {"endswith", "self, x", endsWith},
                                 {"lower", "self", lower},
                                 {"upper", "self", upper},
                                 {"strip", "self, chars=None", strip},
                                 {"split", "self, sep=None, count=None", split},
                                 {"join", "self, x", join},
                                 {"replace", "self, a, b", replace},
                                 {"format", "self, *x, **named", format}};
const Builtin intMethods[] = {{"bit_length", "self", bitLength}};
const Builtin floatMethods[] = {{"is_integer", "self", isInteger}};

const MethodTable tables[] = {
    {Value::Kind::List, listMethods},     {Value::Kind::Tuple, tupleMethods}, {Value::Kind::Dict, dictMethods},
    {Value::Kind::String, stringMethods}, {Value::Kind::Int, intMethods},     {Value::Kind::Float, floatMethods},
};

} // namespace

std::optional<Value> tritonc::objectMethod(const Value &object, llvm::StringRef name) {
  for (const MethodTable &table : tables)
    if (table.kind == object.kind())
      for (const Builtin &method : table.methods)
        if (name == method.name)
          return Value::builtin(&method, &object);
  return std::nullopt;
}
