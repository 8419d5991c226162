//===- LaunchEntry.cpp - the functions that a launcher calls --------------===//
//
// For a kernel NAME: an internal function that runs one program in given scratch memory, `NAME`, which runs one
// program, and `NAME__launch`, which runs a range of programs and is what a thread calls. docs/artifact-format.md has
// the convention. Small scratch areas are on the stack; larger ones are allocated once per call of an entry.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// Up to here scratch is on the stack: safe on any thread (musl's default is 128 KiB), and most kernels stay below.
constexpr int64_t kStackScratch = 48 * 1024;

void Emitter::createBodyFunction() {
  // A descriptor's parts are one parameter: the address of { void *base; int64_t shape[rank]; int64_t strides[rank]; }.
  SmallVector<unsigned> partsAt(func.getNumArguments(), 1);
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (auto rank = func.getArgAttrOfType<IntegerAttr>(i, "tt.descriptor"))
      partsAt[i] = 1 + 2 * rank.getInt();
  SmallVector<llvm::Type *> types;
  for (unsigned i = 0; i < func.getNumArguments(); i += partsAt[i]) {
    llvm::Type *type = memoryType(func.getArgument(i).getType());
    // Half precision arguments are passed as their bits.
    if (type->isHalfTy())
      type = b.getInt16Ty();
    types.push_back(type);
  }
  paramTypes.assign(types.begin(), types.end());
  for (int i = 0; i < 6; ++i)
    types.push_back(b.getInt32Ty());
  types.push_back(b.getPtrTy());
  auto *type = llvm::FunctionType::get(b.getVoidTy(), types, false);
  body = llvm::Function::Create(type, llvm::Function::InternalLinkage, func.getName() + "__program", module);
  body->addFnAttr(llvm::Attribute::NoUnwind);
  body->addFnAttr(llvm::Attribute::NoInline);
  entry = newBlock("entry");
  b.SetInsertPoint(entry);
  for (unsigned i = 0, parameter = 0; i < func.getNumArguments(); i += partsAt[i], ++parameter) {
    BlockArgument arg = func.getArgument(i);
    llvm::Value *value = body->getArg(parameter);
    value->setName("arg" + llvm::Twine(parameter));
    if (partsAt[i] > 1) {
      for (unsigned k = 0; k < partsAt[i]; ++k)
        bindScalar(func.getArgument(i + k), b.CreateLoad(valueType(func.getArgument(i + k).getType()),
                                                         b.CreateConstGEP1_64(b.getInt64Ty(), value, k)));
      continue;
    }
    llvm::Type *wanted = valueType(arg.getType());
    if (wanted->isHalfTy())
      value = b.CreateBitCast(value, wanted);
    else if (wanted->isIntegerTy(1))
      value = b.CreateICmpNE(value, llvm::ConstantInt::get(value->getType(), 0));
    bindScalar(arg, value);
  }
  unsigned next = paramTypes.size();
  for (int i = 0; i < 3; ++i) {
    programId[i] = body->getArg(next + i);
    gridSize[i] = body->getArg(next + 3 + i);
  }
  scratch = body->getArg(next + 6);
  body->addParamAttr(next + 6, llvm::Attribute::NoAlias);
  body->addParamAttr(next + 6, llvm::Attribute::getWithAlignment(ctx, llvm::Align(64)));
  beginDebugLines();
  if (sanitize) {
    auto wide = [&](llvm::Value *value) { return b.CreateZExt(value, b.getInt64Ty()); };
    programIndex = b.CreateMul(wide(programId[2]), wide(gridSize[1]));
    programIndex = b.CreateMul(b.CreateAdd(programIndex, wide(programId[1])), wide(gridSize[0]));
    programIndex = b.CreateAdd(programIndex, wide(programId[0]));
    new llvm::GlobalVariable(module, b.getInt32Ty(), true, llvm::GlobalValue::ExternalLinkage, b.getInt32(sanitize),
                             func.getName() + "__sanitize");
    (void)sanitizer(~0u);
    execution = b.CreateAlloca(b.getInt64Ty(), nullptr, "execution");
    b.CreateStore(i64(0), execution);
  }
  llvm::BasicBlock *start = newBlock("start");
  b.CreateBr(start);
  b.SetInsertPoint(start);
}

namespace {
/// Scratch memory of an entry function.
struct Scratch {
  llvm::Value *aligned, *toFree = nullptr;
};
} // namespace

static Scratch makeScratch(llvm::IRBuilder<> &b, llvm::Module &module, int64_t bytes) {
  if (bytes <= kStackScratch) {
    llvm::AllocaInst *area = b.CreateAlloca(llvm::ArrayType::get(b.getInt8Ty(), std::max<int64_t>(bytes, 1)));
    area->setAlignment(llvm::Align(64));
    return {area};
  }
  auto allocate = module.getOrInsertFunction("aligned_alloc", b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty());
  llvm::Value *area = b.CreateCall(allocate, {b.getInt64(64), b.getInt64(llvm::alignTo(bytes, 64))});
  llvm::Function *function = b.GetInsertBlock()->getParent();
  auto *missing = llvm::BasicBlock::Create(module.getContext(), "nomemory", function);
  auto *enough = llvm::BasicBlock::Create(module.getContext(), "memory", function);
  b.CreateCondBr(b.CreateIsNull(area), missing, enough);
  b.SetInsertPoint(missing);
  b.CreateCall(module.getOrInsertFunction("abort", llvm::FunctionType::get(b.getVoidTy(), false)));
  b.CreateUnreachable();
  b.SetInsertPoint(enough);
  return {area, area};
}

static void freeScratch(llvm::IRBuilder<> &b, llvm::Module &module, Scratch scratch) {
  if (scratch.toFree)
    b.CreateCall(module.getOrInsertFunction("free", b.getVoidTy(), b.getPtrTy()), {scratch.toFree});
}

/// NAME(params..., pid_x, pid_y, pid_z, grid_x, grid_y, grid_z).
static void emitSingle(llvm::Function *body, llvm::StringRef name, int64_t bytes) {
  llvm::Module &module = *body->getParent();
  SmallVector<llvm::Type *> types(body->getFunctionType()->params().drop_back());
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), types, false);
  auto *single = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  single->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(module.getContext(), "entry", single));
  Scratch scratch = makeScratch(b, module, bytes);
  SmallVector<llvm::Value *> args;
  for (llvm::Argument &arg : single->args())
    args.push_back(&arg);
  args.push_back(scratch.aligned);
  b.CreateCall(body, args);
  freeScratch(b, module, scratch);
  b.CreateRetVoid();
}

/// NAME__launch(params, grid, begin, end): programs begin..end-1 in order, x fastest.
static void emitRange(llvm::Function *body, llvm::StringRef name, int64_t bytes) {
  llvm::Module &module = *body->getParent();
  llvm::LLVMContext &ctx = module.getContext();
  llvm::IRBuilder<> b(ctx);
  auto *type =
      llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()}, false);
  auto *launch = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name + "__launch", module);
  launch->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::Value *params = launch->getArg(0), *grid = launch->getArg(1), *begin = launch->getArg(2),
              *end = launch->getArg(3);
  auto *entry = llvm::BasicBlock::Create(ctx, "entry", launch), *ready = llvm::BasicBlock::Create(ctx, "ready", launch);
  auto *loop = llvm::BasicBlock::Create(ctx, "program", launch), *done = llvm::BasicBlock::Create(ctx, "done", launch);
  b.SetInsertPoint(entry);
  b.CreateCondBr(b.CreateICmpSLT(begin, end), ready, done);

  b.SetInsertPoint(ready);
  // Allocas stay in the entry block, where they are part of the frame.
  llvm::IRBuilder<> atEntry(entry->getTerminator());
  Scratch scratch = makeScratch(bytes <= kStackScratch ? atEntry : b, module, bytes);
  SmallVector<llvm::Value *> args;
  unsigned count = body->arg_size() - 7;
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value *at = b.CreateLoad(b.getPtrTy(), b.CreateConstGEP1_64(b.getPtrTy(), params, i));
    args.push_back(b.CreateLoad(body->getFunctionType()->getParamType(i), at));
  }
  llvm::Value *size[3], *wide[3];
  for (int d = 0; d < 3; ++d) {
    size[d] = b.CreateLoad(b.getInt32Ty(), b.CreateConstGEP1_64(b.getInt32Ty(), grid, d));
    wide[d] = b.CreateSExt(size[d], b.getInt64Ty());
  }
  llvm::BasicBlock *beforeLoop = b.GetInsertBlock();
  b.CreateBr(loop);

  b.SetInsertPoint(loop);
  llvm::PHINode *index = b.CreatePHI(b.getInt64Ty(), 2);
  index->addIncoming(begin, beforeLoop);
  llvm::Value *rest = b.CreateUDiv(index, wide[0]);
  llvm::Value *id[3] = {b.CreateURem(index, wide[0]), b.CreateURem(rest, wide[1]), b.CreateUDiv(rest, wide[1])};
  for (llvm::Value *part : id)
    args.push_back(b.CreateTrunc(part, b.getInt32Ty()));
  args.append({size[0], size[1], size[2], scratch.aligned});
  b.CreateCall(body, args);
  llvm::Value *next = b.CreateAdd(index, b.getInt64(1));
  index->addIncoming(next, loop);
  auto *finish = llvm::BasicBlock::Create(ctx, "finish", launch);
  b.CreateCondBr(b.CreateICmpSLT(next, end), loop, finish);
  b.SetInsertPoint(finish);
  freeScratch(b, module, scratch);
  b.CreateBr(done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
}

void Emitter::emitEntries() {
  emitSingle(body, func.getName(), arenaBytes);
  emitRange(body, func.getName(), arenaBytes);
}

} // namespace tritonc::cpu
