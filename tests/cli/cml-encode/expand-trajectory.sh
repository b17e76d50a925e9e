# The trajectory of a CloudAI sweep: actions are settings, rewards the metric, observations nothing that a search chooses. Cut
# anywhere, or with two rewards for one step, it is refused by its line; repeats of other tables are no steps.
cat >trajectory.csv <<'END'
step,action,reward,observation
1,"{'cmd_args.tp': 2, 'extra_env_vars.NCCL_ALGO': 'Ring', 'NUM_NODES': 1}",0.42,[2.38]
2,"{'cmd_args.tp': 4, 'extra_env_vars.NCCL_ALGO': 'Tree', 'NUM_NODES': 1}",0.51,[1.96]
3,"{'cmd_args.tp': 8, 'extra_env_vars.NCCL_ALGO': 'Tree', 'NUM_NODES': 1}",-1.0,[-1.0]
4,"{'cmd_args.tp': 8, 'extra_env_vars.NCCL_ALGO': 'Ring', 'NUM_NODES': 2}",0.4,"[2.5, 11]"
END
cml-encode --expand action -o jobs.csv trajectory.csv && cat jobs.csv
cml-encode --infer jobs.csv | cut -d, -f1-4
for cut in "5,\"{'cmd_args.tp': 1, 'extra" "5,\"{'cmd_args.tp': 1}\",0." "5,\"{'cmd_args.tp': 1}\",0.7,[1" "5,\"{'cmd_args.tp': 1}\",0.75,\"{'cmd_args.tp': 1}\",0.7,[1.4]" \
	"5,\"{'cmd_args.tp': 1, 'ext5,\"{'cmd_args.tp': 1}\",0.7,[1.4]" \
	"4,\"{'cmd_args.tp': 8, 'extra_env_vars.NCCL_ALGO': 'Ring', 'NUM_NODES': 2}\",0.44,[2.27]"; do
	{ cat trajectory.csv && printf %s "$cut"; } >cut.csv
	cml-encode --expand action cut.csv
done
printf 'step,state,action\n1,{a: 1},{1: 2}\n2,{a:,{1: 2}\n' | cml-encode --expand action
printf 'run,action,note\n1,{1: 2},[draft] x\n1,{1: 2},[draft\n1,{1: 2},[]\n1,{1: 2},[draft] [2]\n' | cml-encode --expand action
printf 'run,action,reward\n1,{1: 2},3\n1,{1: 2},4\n' | cml-encode --expand action
printf 'step,action,reward\n1,{1: 2},3\n1,{1: 3},4\n' | cml-encode --expand action
