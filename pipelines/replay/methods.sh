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
