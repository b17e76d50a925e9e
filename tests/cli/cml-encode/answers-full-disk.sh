for tool in cml-encode cml-train cml-rank cml-search cml-eval cml-submit fsdp-sim; do
	for option in --help --usage --version --print-options; do
		status=0
		$tool $option >/dev/full 2>stderr || status=$?
		read -r told <stderr
		case "$status $told" in
		'1 '*'No space left'*) ;;
		*) echo "$tool $option: $status $told" ;;
		esac
	done
done
cml-encode --version >/dev/full
