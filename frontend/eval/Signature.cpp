//===- Signature.cpp - launch signatures and kernel parameters -------------===//

#include "frontend/eval/Signature.h"
#include "frontend/eval/Autotune.h"
#include "frontend/eval/Evaluator.h"
#include "frontend/eval/Literal.h"

using namespace tritonc;

static std::string annotationName(const ast::Parameter &param) {
  if (!param.annotation)
    return {};
  const ast::Expr *annotation = param.annotation;
  if (auto *subscript = llvm::dyn_cast<ast::Subscript>(annotation))
    annotation = subscript->value;
  if (auto *constant = llvm::dyn_cast<ast::Constant>(annotation))
    return constant->text.str();
  return ast::dottedName(*annotation);
}

bool tritonc::isConstexprParameter(const ast::Parameter &param) {
  std::string name = annotationName(param);
  return name == "constexpr" || llvm::StringRef(name).ends_with(".constexpr");
}

namespace {

/// One entry of `--signature`: `[NAME=]TYPE[:16|:1]` or `[NAME=]LITERAL`.
struct Entry {
  llvm::StringRef name;
  SourceRange nameRange;
  SourceRange range; ///< of what follows the name
};

/// Splits at commas outside of brackets and quotes.
std::vector<SourceRange> splitEntries(const SourceFile &file) {
  std::vector<SourceRange> parts;
  llvm::StringRef text = file.text;
  uint32_t start = 0;
  int depth = 0;
  char quote = 0;
  for (uint32_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    if (quote && i < text.size()) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'')
      quote = c;
    else if (c == '(' || c == '[' || c == '<' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '>' || c == '}')
      --depth;
    if ((c == ',' && depth <= 0) || i == text.size()) {
      uint32_t begin = start, end = std::min<uint32_t>(i, text.size());
      while (begin < end && llvm::isSpace(text[begin]))
        ++begin;
      while (end > begin && llvm::isSpace(text[end - 1]))
        --end;
      parts.push_back({&file, begin, end});
      start = i + 1;
    }
  }
  // A trailing comma, as Python allows.
  if (parts.size() > 1 && parts.back().begin == parts.back().end)
    parts.pop_back();
  if (parts.size() == 1 && parts[0].begin == parts[0].end)
    parts.clear();
  return parts;
}

llvm::StringRef textOf(SourceRange range) { return llvm::StringRef(range.file->text).slice(range.begin, range.end); }

Entry splitName(SourceRange part) {
  llvm::StringRef text = textOf(part);
  size_t length = 0;
  while (length < text.size() && (llvm::isAlnum(text[length]) || text[length] == '_'))
    ++length;
  size_t equals = length;
  while (equals < text.size() && llvm::isSpace(text[equals]))
    ++equals;
  if (length == 0 || llvm::isDigit(text[0]) || equals >= text.size() || text[equals] != '=')
    return {{}, {}, part};
  uint32_t value = part.begin + static_cast<uint32_t>(equals) + 1;
  while (value < part.end && llvm::isSpace(part.file->text[value]))
    ++value;
  return {text.take_front(length),
          {part.file, part.begin, part.begin + static_cast<uint32_t>(length)},
          {part.file, value, part.end}};
}

class ParameterBinder {
public:
  ParameterBinder(Program &program, const ast::FunctionDef &kernel, LazyScope &scope)
      : program(program), diagnostics(program.diagnostics), kernel(kernel), scope(scope) {
    for (const ast::Parameter *param : kernel.params)
      bound.push_back({param, std::nullopt, 1, std::nullopt, {}});
  }

  std::optional<std::vector<KernelParameter>> bind() {
    unsigned errors = diagnostics.errors();
    if (!checkKinds())
      return std::nullopt;
    bindSignature();
    bindAll("<constexpr>", program.options.variant.constexprs);
    bindAll("<constexpr>", program.options.defines);
    if (diagnostics.errors() != errors)
      return std::nullopt;
    bindAnnotations();
    bindDefaults();
    bindHeuristics();
    for (const KernelParameter &parameter : bound)
      if (!parameter.type && !parameter.value)
        reportMissing(parameter);
    if (diagnostics.errors() != errors)
      return std::nullopt;
    return std::move(bound);
  }

private:
  bool checkKinds() {
    bool ok = true;
    for (const ast::Parameter *param : kernel.params)
      if (param->paramKind == ast::ParameterKind::VarArgs || param->paramKind == ast::ParameterKind::VarKeywords) {
        diagnostics.report(DiagId::signature_star_parameter, param->range(), param->name.text);
        ok = false;
      }
    return ok;
  }

  KernelParameter *byName(llvm::StringRef name) {
    for (KernelParameter &parameter : bound)
      if (parameter.param->name.text == name)
        return &parameter;
    return nullptr;
  }

  void unknownName(SourceRange where, llvm::StringRef name) {
    std::vector<std::string> names;
    for (const KernelParameter &parameter : bound)
      names.push_back(parameter.param->name.text.str());
    Diagnostic &diagnostic = diagnostics.report(DiagId::signature_unknown_parameter, where, kernel.name.text, name);
    diagnostic.note(kernel.name.range, "'" + kernel.name.text.str() + "' is defined here");
    std::string nearest = nearestName(name, names);
    if (!nearest.empty())
      diagnostic.withHint("did you mean '" + nearest + "'?");
  }

  void bindSignature() {
    const std::string &text = program.options.signature;
    if (text.empty())
      return;
    const SourceFile &file = commandLineFile("<signature>", text, diagnostics);
    size_t position = 0;
    bool namedSeen = false;
    for (SourceRange part : splitEntries(file)) {
      Entry entry = splitName(part);
      KernelParameter *parameter = nullptr;
      if (!entry.name.empty()) {
        namedSeen = true;
        parameter = byName(entry.name);
        if (!parameter) {
          unknownName(entry.nameRange, entry.name);
          continue;
        }
      } else if (namedSeen) {
        diagnostics.report(DiagId::signature_positional_after_named, part);
        continue;
      } else if (position >= bound.size()) {
        diagnostics.report(DiagId::signature_too_many, part, kernel.name.text, bound.size())
            .note(kernel.name.range, "'" + kernel.name.text.str() + "' is defined here");
        return;
      } else {
        parameter = &bound[position++];
      }
      if (parameter->from.valid()) {
        diagnostics.report(DiagId::signature_twice, part, parameter->param->name.text)
            .note(parameter->from, "given here before");
        continue;
      }
      parameter->from = part;
      parseEntry(entry.range, *parameter);
    }
  }

  /// The type or the literal of an entry.
  void parseEntry(SourceRange range, KernelParameter &parameter) {
    llvm::StringRef text = textOf(range);
    if (text.empty()) {
      diagnostics.report(DiagId::signature_empty, range, parameter.param->name.text);
      return;
    }
    char first = text.front();
    bool literal = llvm::isDigit(first) || llvm::StringRef("\"'([-+.").contains(first);
    llvm::StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    literal |= word == "True" || word == "False" || word == "None" || word == "float" || word == "tl" ||
               word == "triton" || word == "torch" || word == "inf" || word == "nan" || word == "math";
    if (literal) {
      if (std::optional<Value> value = parseLiteral(range, diagnostics))
        parameter.value = *value;
      return;
    }
    auto [typeText, suffix] = text.rsplit(':');
    if (!text.contains(':'))
      typeText = text;
    std::optional<DType> type = DType::parseSignature(typeText);
    SourceRange typeRange{range.file, range.begin, range.begin + static_cast<uint32_t>(typeText.size())};
    if ((!type || type->isVoid()) && isConstexprParameter(*parameter.param)) {
      (void)parseLiteral(range, diagnostics); // says what is wrong with it
      return;
    }
    if (!type || type->isVoid()) {
      Diagnostic &diagnostic = diagnostics.report(DiagId::signature_bad_type, typeRange, typeText);
      std::string nearest = nearestName(typeText, DType::signatureNames());
      if (!nearest.empty())
        diagnostic.withHint("did you mean '" + nearest + "'?");
      else
        diagnostic.withHint(
            "types are i1 i8 i16 i32 i64 u8..u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5, '*T' for a pointer; "
            "strings need quotes");
      return;
    }
    if (isConstexprParameter(*parameter.param)) {
      diagnostics
          .report(DiagId::signature_constexpr_typed, range, parameter.param->name.text, type->signatureSpelling())
          .note(parameter.param->range(), "it is declared tl.constexpr here")
          .withHint("give a value, as in '" + parameter.param->name.text.str() + "=64'");
      parameter.value = Value::poison();
      return;
    }
    if (text.contains(':')) {
      int number;
      uint32_t begin = range.end - static_cast<uint32_t>(suffix.size());
      if (suffix.trim().getAsInteger(10, number) || number < 1 || !llvm::isPowerOf2_32(number)) {
        diagnostics.report(DiagId::signature_bad_suffix, {range.file, begin - 1, range.end}, suffix);
        return;
      }
      if (number == 1 && type->isInteger()) {
        parameter.value = Value::integer(1);
        return;
      }
      if (number == 1 || !(type->isInteger() || type->isPointer())) {
        diagnostics.report(DiagId::signature_suffix_type, {range.file, begin - 1, range.end}, suffix,
                           type->signatureSpelling());
        return;
      }
      parameter.divisibility = number;
    }
    parameter.type = type;
  }

  void bindAll(const char *fileName, const std::vector<std::pair<std::string, std::string>> &pairs) {
    for (const auto &[name, text] : pairs) {
      const SourceFile &file = commandLineFile(fileName, name + "=" + text, diagnostics);
      uint32_t split = static_cast<uint32_t>(name.size());
      KernelParameter *parameter = byName(name);
      if (!parameter) {
        unknownName({&file, 0, split}, name);
        continue;
      }
      SourceRange range{&file, split + 1, static_cast<uint32_t>(file.text.size())};
      if (std::optional<Value> value = parseLiteral(range, diagnostics)) {
        parameter->value = *value;
        parameter->type.reset();
        parameter->from = range;
      }
    }
  }

  void bindAnnotations() {
    for (KernelParameter &parameter : bound) {
      if (parameter.type || parameter.value || parameter.param->defaultValue)
        continue;
      std::string name = annotationName(*parameter.param);
      if (name.empty() || isConstexprParameter(*parameter.param))
        continue;
      std::optional<DType> type;
      llvm::StringRef last = llvm::StringRef(name).rsplit('.').second;
      if (name == "int")
        type = DType(ScalarKind::Int32);
      else if (name == "float")
        type = DType(ScalarKind::FP32);
      else if (name == "bool")
        type = DType(ScalarKind::Int1);
      else if (!last.empty())
        type = DType::byLanguageName(last);
      else
        type = DType::parseSignature(name);
      if (type && !type->isVoid()) {
        parameter.type = type;
        parameter.from = parameter.param->range();
      }
    }
  }

  void bindDefaults() {
    for (KernelParameter &parameter : bound) {
      if (parameter.type || parameter.value || !parameter.param->defaultValue)
        continue;
      unsigned mark = program.mark();
      Value value = program.silent().evaluateIn(*parameter.param->defaultValue, scope, LazyScope::atEnd);
      if (program.failureSince(mark) || value.isPoison() || value.isOpaque())
        continue;
      parameter.value = value;
      parameter.from = parameter.param->range();
    }
  }

  void bindHeuristics() {
    std::vector<Heuristic> heuristics = findHeuristics(program, kernel, scope);
    for (const Heuristic &heuristic : heuristics) {
      KernelParameter *parameter = byName(heuristic.name);
      if (!parameter || parameter->value || parameter->type)
        continue;
      Value arguments = Value::dict({});
      for (const KernelParameter &other : bound) {
        std::string name = other.param->name.text.str();
        Value value =
            other.value ? *other.value : Value::opaque(name, other.param->range(), "its value is known only at launch");
        if (other.value || other.type)
          arguments.asDict().items.push_back({Value::string(name), value});
      }
      unsigned mark = program.mark();
      Value value = program.silent().call(heuristic.function, {arguments}, {});
      const Diagnostic *failure = program.failureSince(mark);
      if (failure || value.isPoison() || value.isOpaque()) {
        heuristicFailures[heuristic.name] = failure            ? failure->message
                                            : value.isOpaque() ? value.asOpaque().reason
                                                               : std::string();
        continue;
      }
      parameter->value = value;
      parameter->from = heuristic.range;
    }
  }

  void reportMissing(const KernelParameter &parameter) {
    llvm::StringRef name = parameter.param->name.text;
    bool isConstexpr = isConstexprParameter(*parameter.param);
    Diagnostic &diagnostic =
        diagnostics.report(isConstexpr ? DiagId::signature_missing_value : DiagId::signature_missing_type,
                           parameter.param->range(), name, kernel.name.text);
    auto failure = heuristicFailures.find(name.str());
    if (failure != heuristicFailures.end())
      diagnostic.note(parameter.param->range(), "its heuristic cannot be decided before the launch" +
                                                    (failure->second.empty() ? "" : ": " + failure->second));
    if (isConstexpr)
      diagnostic.withHint("give it in --signature or with '-D " + name.str() + "=VALUE'" +
                          (hasAutotune(kernel) ? ", or make a bundle of the kernel's autotune list: -o NAME.tkb" : ""));
    else
      diagnostic.withHint("give it in --signature, by position or as '" + name.str() + "=*fp32' for a pointer, '" +
                          name.str() + "=i32' for a number");
  }

  Program &program;
  DiagnosticEngine &diagnostics;
  const ast::FunctionDef &kernel;
  LazyScope &scope;
  std::vector<KernelParameter> bound;
  std::map<std::string, std::string> heuristicFailures;
};

} // namespace

std::optional<std::vector<KernelParameter>>
tritonc::bindKernelParameters(Program &program, const ast::FunctionDef &kernel, LazyScope &scope) {
  return ParameterBinder(program, kernel, scope).bind();
}
