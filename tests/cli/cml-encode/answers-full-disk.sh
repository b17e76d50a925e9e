for tool in cml-encode cml-train cml-rank cml-search cml-eval cml-submit fsdp-sim; do
	for option in --help --usage --version --print-options; do
		status=0
		$tool $option >/dev/full 2>stderr || status=$?
		[ $status -eq 1 ] && grep -q 'No space left' stderr || echo "$tool $option: $status $(cat stderr)"
	done
done
cml-encode --version >/dev/full
