/* Code for several processors in one binary, chosen when the program starts. */
#ifndef CML_BASE_TARGET_H
#define CML_BASE_TARGET_H

/* Put before a hot function: gcc compiles it once for each target. Without
 * fused multiply-adds (no "fma" among them, and -ffp-contract=off) all versions
 * give the same bits. ThreadSanitizer is not ready yet when the choice is made,
 * so its builds have the plain version only; so have those of clang, which
 * names the versions otherwise than gcc and leaves callers elsewhere unlinked. */
#if defined(__SANITIZE_THREAD__) || defined(__clang__) || !defined(__x86_64__)
#define CML_TARGET_CLONES
#else
#define CML_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#endif

#endif
