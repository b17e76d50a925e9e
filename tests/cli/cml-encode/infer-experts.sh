# Mixtures of experts beside dense models, by their names: a rule that ranks of expert parallelism have whole experts, of which a
# dense model has one, and terms for exchange and small matrices. The same by columns; names that tell no experts; a log that
# breaks the rule, and one of dense models alone. Where some jobs do not tell the batch, stages of a pipeline are taken not to wait.
rows() { # HEADER MODEL... : experts or parameters behind a colon
	awk -v header="$1" -v models="$2" 'BEGIN {
		n = split(models, model, " ")
		print "model," header "gpus,gpu,ep,tp,micro_batch,seq_len,tok_s"
		for (i = 0; i < 80; i++) {
			split(model[1 + i % n], part, ":")
			most = part[2] > 1 ? part[2] : 1
			gpus = 8 * 2 ^ (i % 5)
			ep = 2 ^ (int(i / n) % 4)
			while (most % ep) ep /= 2
			printf "%s,%s%d,h100,%d,%d,%d,4096,%d\n", part[1], header == "" ? "" : part[3] ",", gpus, ep,
				2 ^ (i % 3), 2 ^ (i % 4), gpus * (900 + i * 37 % 101)
		}
	}'
}
laws() {
	cml-encode -q --infer jobs.csv | grep -e '^experts' -e '^routing' -e '^layers,derived' -e '^active' -e '^params_here' -e '^flops' | cut -d, -f1,2,4
}
rows '' '8x7b:8 Llama-3-8B 8x22B:8 llama-70b' >jobs.csv && laws | tee first
rows '' 'Qwen3-30B-A3B:128 qwen2-7b DeepSeekV3:256 gpt-oss-20b:32' >jobs.csv && laws | diff first -
rows 'num_experts,' 'small:1:0 wide:16:16 deep:64:64' >jobs.csv && laws
rows 'num_experts,' 'small:1: wide:16:16 deep:64:64' >jobs.csv && cml-encode -q --infer jobs.csv | grep -e '^num_experts' -e '^experts_by'
rows 'active_params_b,' '30b:16:3 13b:1:13 60b:8:9' >jobs.csv && laws
echo 'experts not told:'
rows '' 'my-20b-a2b:8 7b your-60b-a6b:4' >jobs.csv && laws
echo 'broken, then dense alone:'
{ rows '' '8x7b:8 7b 13b' && echo '7b,16,h100,4,1,1,4096,14500'; } >jobs.csv && laws | grep experts
rows '' '3b 7b 13b' >jobs.csv && laws | grep experts
# The rule refuses what the log never has; the search proposes 1 for a dense model, 8 of its experts for another.
rows '' '8x7b:8 7b 8x22b:8 13b' >jobs.csv
cml-encode -q --infer jobs.csv >space.csv && cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
for model in 7b 8x7b 34b dbrx; do
	cml-search -q -m model --fix model=$model --fix gpus=64 --exclude jobs.csv -n 40 2>&1 | awk -F, -v model=$model '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ most = $at["ep"] > most ? $at["ep"] : most }
		END { print model, "ep at most", most }'
done
echo 'waiting:'
wait_of() { # LINE OF THE JOB WITHOUT A BATCH
	awk -v lacks="$1" 'BEGIN {
		print "model,gpus,gpu,tp,pp,micro_batch,gbs,seq_len,tok_s"
		for (i = 0; i < 40; i++)
			printf "%s,%d,h100,1,%d,%d,%s,4096,%d\n", i % 2 ? "7b" : "8x7b", 8 * 2 ^ (i % 3), 2 ^ (i % 4), 2 ^ (i % 2),
				i == lacks ? "" : 128 * 2 ^ (i % 5), 900 + i * 37 % 101
	}' | cml-encode -q --infer - | grep -e ^pipeline_wait | cut -d, -f1-5
}
wait_of 3
