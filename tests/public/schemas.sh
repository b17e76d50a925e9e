#!/bin/sh
# The space files that ship accept every row of the tables they describe.
set -u
. "$ROOT/tests/public/lib/tables.sh"
status=0
check() {
	cml-encode -q -s "$ROOT/schemas/$1" --check "$data/$2" >/dev/null || {
		echo "FAILED $1 on $2"
		cml-encode -q -s "$ROOT/schemas/$1" --check "$data/$2" | head -n 40
		status=1
	}
}
check llm_foundry.csv llm_foundry.csv
check ultrascale_h100.csv ultrascale_h100.csv
check mlperf.csv mlperf_configs.csv
check gavel.csv gavel.csv
check kernel-convolution.csv kernels/convolution_a100.csv
check kernel-convolution.csv kernels/convolution_w6600.csv
check kernel-dedispersion.csv kernels/dedispersion_a100.csv
check kernel-gemm.csv kernels/gemm_rtx_2080_ti.csv
check kernel-pnpoly.csv kernels/pnpoly_rtx_3090.csv
for system in 7z hsmgp redis storm xgboost; do
	check system-$system.csv systems/$system.csv
done
# The notebook of BLOOM has one row whose degrees do not multiply to its devices.
bad=$(cml-encode -q -s "$ROOT/schemas/bloom_prequel.csv" --check "$data/bloom_prequel_a100.csv" 2>/dev/null |
	awk -F, 'NR > 1 && $6 > 0 { print $1, $6 }')
[ "$bad" = "devices 1" ] || {
	echo "FAILED bloom_prequel.csv: bad rows: $bad"
	status=1
}
exit $status
