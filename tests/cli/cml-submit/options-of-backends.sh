# Each option with each backend: it is taken, and then the input is missed, or it is refused with
# one line; none is passed over.
cat >space.csv <<'S'
name,role,type,domain
x,param,int,1:9
speed,metric,max,
S
try() { # BACKEND OPTIONS [-- COMMAND]
	# shellcheck disable=SC2086
	cml-submit -s space.csv --backend $1 -a h.csv $2 no-input.csv $3 2>told
	read -r first <told
	first=${first#cml-submit: }
	case $first in
	'no-input.csv: cannot open: '*) taken="$taken $1" ;;
	*) refused="$refused; $1: $first" ;;
	esac
}
while read -r options; do
	taken= refused=
	try local "$options" '-- true'
	try slurm "$options" '-- true'
	try replay=measured.csv "$options"
	echo "$options: taken by${taken:- none}$refused"
done <<'O'
--metric speed
--limit x=y
--timeout 1h
--grace 1
--retries 1,1
--oom-pattern x
--infra-pattern x
--dry-run
--gpus 1
--sbatch-arg --mem=1
--throttle 2
--poll 2
-j 3
--on-interrupt drain
--retry-failed
--widen
--carry cml_pred
--progress
O
