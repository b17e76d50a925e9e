# Which methods can run here: able METHOD... sets $able; read by replay.sh and scales.sh.
able() {
	able=
	for method in "$@"; do
		case $method in
		random | cubicml*) module=sys ;;
		optuna-*) module=optuna ;;
		*) module=sklearn ;;
		esac
		if [ $module = sys ] || "$PYTHON" -c "import $module" 2>/dev/null; then
			able="$able $method"
		else
			echo "$method is left out: $PYTHON has no $module"
		fi
	done
}

# replay_all NAMES CSV: every table of NAMES by each method of $able, for all $seeds and $batches, into $out and CSV.
# Seed by seed: what a stopped replay has done is whole for the first seeds.
replay_all() {
	for batch in $batches; do
		for seed in $(seq "$seeds"); do
			for name in $1; do
				for method in $able; do
					echo "$out $name $method $seed $batch"
				done
			done
		done
	done >"$out/runs.list"
	xargs -P "${JOBS:-$(nproc)}" -L 1 sh "$here/run.sh" <"$out/runs.list"
	echo table,method,seed,batch,evaluations,best,fraction_of_optimum,failed >"$2"
	while read -r _ name method seed batch; do
		cat "$out/runs/$name-$method-$seed-$batch.csv"
	done <"$out/runs.list" >>"$2"
}
