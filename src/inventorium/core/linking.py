"""How compiled functions call each other: what is called is linked into what calls it, and only the whole is optimized.

Left to itself numba finishes every function: it optimizes it together with everything that it calls, makes machine code, and
writes a door from Python. A rule that fifty others call is then optimized fifty times, though nobody ever enters it from Python.
So a function is compiled in two ways. As a *part* of others it is typed and lowered, no more; its code waits to be linked. As a
*whole*, when Python calls it, it is finished, with all its parts. That halves the time to compile a game.
"""
from typing import Any

import llvmlite.binding as llvm
from numba.core import registry
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering

OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None}
NO_DOORS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENVIRONMENT = "_ZN08NumbaEnv"                           # how the names of environments begin: what is printed, for example


class Key:
    """By this the callers of a part find it, where a whole has what Python calls."""


class PartLibrary(JITCodeLibrary):
    """Code that is there to be linked: neither optimized as a module nor made into machine code."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        return self.name, self._get_module_for_linking().as_bitcode()


@register_pass(mutates_CFG=False, analysis_only=False)
class OfferPart(LoweringPass):
    """Tells other functions where to find a part."""

    _name = "offer_part"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        key = Key()
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = state.cr._replace(cfunc=key)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class SetEnvironments(LoweringPass):
    """Fills in the environments of the parts of a whole, which have no machine code of their own to do it."""

    _name = "set_environments"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for one in state.library._final_module.global_variables:
            if one.name.startswith(ENVIRONMENT) and (environment := lookup_environment(one.name)):
                state.library.codegen.set_env(one.name, environment)
        return True


class WholeCompiler(Compiler):
    last: type[LoweringPass] = SetEnvironments

    def define_pipelines(self) -> list[PassManager]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.last, NativeLowering)
        passes.finalize()
        return [passes]


class PartCompiler(WholeCompiler):
    last = OfferPart

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.state.flags.no_compile = True

    def compile_extra(self, function: Any) -> CompileResult:
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class PartCacheImpl(CompileResultCacheImpl):
    """Keeps parts beside the wholes of the same functions."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"part-{super().get_filename_base(fullname, abiflags)}"

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> CompileResult:
        (name, code), described, environment, signature, objectmode, lifted, annotation, reload_init, environments = payload
        for load in reload_init:
            load()
        library = PartLibrary(target_context.codegen(), name)
        library._final_module = llvm.parse_bitcode(code)
        library._finalize_final_module()
        return CompileResult(
            target_context=target_context, typing_context=target_context.typing_context, library=library, environment=environment,
            entry_point=Key(), fndesc=described, type_annotation=annotation, signature=signature, objectmode=objectmode,
            lifted=lifted, typing_error=None, call_helper=None, metadata=None, reload_init=reload_init,
            referenced_envs=environments)


class PartCache(FunctionCache):
    _impl_class = PartCacheImpl


class Part(registry.CPUDispatcher):
    """A function as compiled functions call it."""

    def enable_caching(self) -> None:
        self._cache = PartCache(self.py_func)

    def add_overload(self, result: CompileResult) -> None:
        self.overloads[tuple(result.signature.args)] = result               # nothing for Python to call


class Rule(registry.CPUDispatcher):
    """A function as Python calls it; compiled functions get the part."""

    def __init__(self, function: Any, *_: Any) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=WholeCompiler)
        self.part = Part(function, targetoptions=OPTIONS | NO_DOORS, pipeline_class=PartCompiler)

    def kept_by(self, cache: type[FunctionCache]) -> "Rule":
        """Keep what is compiled: the whole by this cache, the part beside it."""
        self._cache = cache(self.py_func)
        self.part.enable_caching()
        return self

    @property
    def is_compiling(self) -> Any:
        """Whether it is calling itself."""
        return self.part.is_compiling

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.part.get_call_template(args, kws)

    def get_overload(self, signature: Any) -> Any:
        return self.part.get_overload(signature)
