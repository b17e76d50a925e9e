#!/bin/sh
# Unit tests, golden cases and the examples of all pages with what OpenBLAS and the C library run on other processors.
set -eu
bin=$(dirname "$(command -v cml-train)")
failed=0
unset CML_TRIALS # the processor at hand had them all
for core in Haswell Zen Prescott SkylakeX; do
	if [ "$core" = SkylakeX ] && ! grep -qw avx512f /proc/cpuinfo; then
		echo "SKIPPED $core: this processor has no AVX-512"
		continue
	fi
	# A processor without AVX has no fused multiply-adds either.
	hidden=
	[ "$core" != Prescott ] || hidden=-AVX2,-FMA,-FMA4
	export OPENBLAS_CORETYPE="$core" GLIBC_TUNABLES="glibc.cpu.hwcaps=$hidden"
	echo "$core:"
	"$bin/../unit-tests" -j2 | tail -n 1 | grep ' 0 failed' || failed=1
	sh "$ROOT/tests/cli/run.sh" "$bin" -j 2 || failed=1
	sh "$ROOT/tests/manual/examples.sh" || failed=1
done
exit $failed
