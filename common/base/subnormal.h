/* Numbers below the smallest normal one. Arithmetic on them takes a hundred cycles
 * on some processors, and training leaves many behind: weights that only decay. */
#ifndef CML_BASE_SUBNORMAL_H
#define CML_BASE_SUBNORMAL_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
/* Flush to zero what comes out, denormals are zero where they go in. */
#define CML_FLUSH_BITS 0x8040u
#endif

/* From here on this thread takes subnormal floats and doubles for 0, in and out,
 * where the processor can: x86-64, and ARM (floats and doubles alike). Returns what
 * cml_subnormals_restore needs to know. */
static inline uint64_t cml_subnormals_flush(void)
{
	uint64_t before = 0;
#if defined(__x86_64__)
	before = _mm_getcsr();
	_mm_setcsr((unsigned)before | CML_FLUSH_BITS);
#elif defined(__aarch64__)
	__asm__ volatile("mrs %0, fpcr" : "=r"(before));
	__asm__ volatile("msr fpcr, %0" : : "r"(before | UINT64_C(1) << 24));
#endif
	return before;
}

static inline void cml_subnormals_restore(uint64_t before)
{
#if defined(__x86_64__)
	_mm_setcsr((unsigned)before);
#elif defined(__aarch64__)
	__asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
	(void)before;
#endif
}

#endif
