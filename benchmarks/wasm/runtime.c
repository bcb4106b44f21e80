/* All that numba's code asks of its surroundings, where there is no Python: memory, and an end where Python would raise. */
typedef long long whole;
typedef __SIZE_TYPE__ size;

/* Memory in blocks of powers of two; what is freed is used again. A block's order stands before it. */
extern char __heap_base;
static char *top = &__heap_base;
static void *unused[32];

void *malloc(size wanted) {
    int order = 5;
    while (((size)1 << order) < wanted + 16) order++;
    if (unused[order]) {
        void **block = unused[order];
        unused[order] = *block;
        return block;
    }
    char *start = (char *)(((size)top + 15) & ~(size)15);
    top = start + ((size)1 << order);
    while ((size)top > __builtin_wasm_memory_size(0) << 16)
        if (__builtin_wasm_memory_grow(0, 16) == (size)-1) __builtin_trap();
    *(int *)start = order;
    return start + 16;
}

void free(void *block) {
    int order = *(int *)((char *)block - 16);
    *(void **)block = unused[order];
    unused[order] = block;
}

/* Arrays that compiled code makes: as in numba's runtime, the count of users comes first and `data` fourth. */
struct info { whole users; void *dtor, *dtor_info, *data; whole length; void *allocator; };

struct info *NRT_MemInfo_alloc_aligned(whole length, int align) {
    struct info *made = malloc(sizeof(struct info) + (size)length + (size)align);
    *made = (struct info){.users = 1, .length = length};
    made->data = (void *)(((size)(made + 1) + align - 1) / align * align);
    return made;
}

void NRT_MemInfo_call_dtor(struct info *one) { free(one); }

/* Nothing raises in a game that is played by the rules. */
void *PyExc_RuntimeError;
void numba_gil_ensure(void *a) { __builtin_trap(); }
void numba_gil_release(void *a) { __builtin_trap(); }
void numba_do_raise(void *a) { __builtin_trap(); }
void *numba_unpickle(void *a, int b, void *c) { __builtin_trap(); }
void *numba_runtime_build_excinfo_struct(void *a, void *b) { __builtin_trap(); }
void NRT_Free(void *a) { __builtin_trap(); }
void Py_DecRef(void *a) { __builtin_trap(); }
void PyErr_Clear(void) { __builtin_trap(); }
void PyErr_SetNone(void *a) { __builtin_trap(); }
void PyErr_SetString(void *a, void *b) { __builtin_trap(); }
void PyErr_WriteUnraisable(void *a) { __builtin_trap(); }
void *PyUnicode_FromString(void *a) { __builtin_trap(); }
void *PyBytes_FromStringAndSize(void *a, whole b) { __builtin_trap(); }
