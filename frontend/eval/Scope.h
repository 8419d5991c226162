//===- Scope.h - where names live ------------------------------------------===//
//
// Two kinds of scope. An *environment* is the local variables of a running function: filled by executing statements. A
// *lazy scope* is the names of a file, of a class or of a function that encloses a kernel: nothing in it runs until a
// kernel needs a name, and then only the statements that bind this name do. So a file that imports half of the world
// costs nothing, and what we cannot evaluate is an error only if a kernel needs it.
//
// Within a lazy scope, a statement sees the bindings above it; a function body sees the last ones, as Python would
// after the module has run.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/syntax/Ast.h"
#include "frontend/syntax/SourceModule.h"
#include "frontend/value/Value.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tritonc {

class LazyScope;
class Program;

struct Variable {
  Value value;
  SourceRange where; ///< of the assignment
  bool constexpr_ =
      false; ///< bound by `x: tl.constexpr` or by an unrolled loop: may differ from one iteration to the next
};

/// The variables of one activation of a function, in the order of their first definition (which fixes the order of
/// values carried by loops and branches).
struct Environment {
  using Variables = llvm::MapVector<llvm::StringRef, Variable>;
  Variables variables;
  /// Names that a branch or loop defined and that are not defined after it, with the place; for a better message.
  llvm::StringMap<SourceRange> lost;
  /// The activation that encloses this one (nested function, lambda, comprehension), or null.
  std::shared_ptr<Environment> parent;
  /// Where free names are looked up, and the statement before which they must be bound.
  LazyScope *scope = nullptr;
  unsigned before = std::numeric_limits<unsigned>::max();
};

/// A function with what it closes over.
struct FunctionObject {
  enum class Kind : uint8_t { Jit, ConstexprFunction, Python };
  Kind kind = Kind::Python;
  bool noinline_ = false;
  std::string name;
  const ast::FunctionDef *def = nullptr; ///< one of the two is set
  const ast::Lambda *lambda = nullptr;
  std::shared_ptr<Environment> closure; ///< may be null
  LazyScope *scope = nullptr;           ///< the scope that contains the definition
  unsigned before = std::numeric_limits<unsigned>::max();
};

/// A module or a class. Attribute lookup: Modules.h.
struct ModuleObject {
  enum class Kind : uint8_t {
    Triton,   ///< `triton` and its submodules except language; `path` is relative to `triton`
    Language, ///< `triton.language`; `path` is relative to it
    Python,   ///< a module of Python's library that we know; `path` is its name
    User,     ///< a file; `scope` is set
    Class,    ///< a class statement; `scope` is set
  };
  Kind kind;
  std::string path;
  LazyScope *scope = nullptr;
  SourceModule *source = nullptr;
};

class LazyScope {
public:
  static constexpr unsigned atEnd = std::numeric_limits<unsigned>::max();

  /// `owner` is the Module, FunctionDef or ClassDef whose body this is.
  LazyScope(Program &program, SourceModule &file, const ast::Node &owner, LazyScope *parent);

  /// The value of `name` as bound by the statements in front of number `before`, in this scope or in those that enclose
  /// it.
  std::optional<Value> lookup(llvm::StringRef name, unsigned before = atEnd);
  /// The same for this scope alone.
  std::optional<Value> lookupHere(llvm::StringRef name, unsigned before = atEnd);
  /// What an import statement (of this file, anywhere in it) binds `name` to.
  std::optional<Value> bindImported(const ast::Stmt &stmt, llvm::StringRef name);
  /// The names bound here and outside, for "did you mean".
  void collectNames(std::vector<std::string> &names) const;

  SourceModule &file;
  const ast::Node &owner;
  LazyScope *const parent;

private:
  struct Binding {
    const ast::Stmt *stmt; ///< a statement of this scope's body
    unsigned position;
    bool mutates; ///< changes the object (`x.append(...)`, `x[k] = ...`) or may not bind at all
  };

  void index();
  std::optional<Value> bind(const ast::Stmt &stmt, llvm::StringRef name, unsigned position);
  std::optional<Value> bindIn(ast::StmtList body, llvm::StringRef name, unsigned position);
  std::optional<Value> bindIf(const ast::If &stmt, llvm::StringRef name, unsigned position);
  std::optional<Value> bindTry(const ast::Try &stmt, llvm::StringRef name, unsigned position);
  std::optional<Value> bindImport(const ast::Import &stmt, llvm::StringRef name);
  std::optional<Value> bindFrom(const ast::ImportFrom &stmt, llvm::StringRef name);
  Value run(const ast::Stmt &stmt, llvm::StringRef name, unsigned position, const Value *initial);

  Program &program;
  ast::StmtList body;
  bool indexed = false;
  llvm::StringMap<llvm::SmallVector<Binding, 1>> bindings;
  std::vector<std::pair<const ast::Stmt *, unsigned>> starImports;
  std::map<std::pair<std::string, unsigned>, std::optional<Value>> cache;
  std::set<std::pair<std::string, unsigned>> inProgress;
};

/// The names that the statements assign to, nested blocks included, nested functions not; in source order.
llvm::SmallVector<llvm::StringRef> assignedNames(ast::StmtList body);
/// True if a `return` is in the statements (nested functions not included).
bool containsReturn(const ast::Stmt &stmt);

} // namespace tritonc
