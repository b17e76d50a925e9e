# The memory columns of llm.csv give published figures: GB of model states for 7.5e9
# parameters on 64 devices (Rajbhandari et al. 2020, figure 1: 120, 31.4, 16.6, 1.9), and
# activations that selective recomputation saves for GPT-3 and MT-NLG (Korthikanti et al.
# 2022, section 5: 70 % and 65 %). A full recomputation of 96 blocks keeps 96 inputs.
jobs() {
	echo layers,heads,kv_heads,model_dim,ffn_dim,experts,active_experts,seq_len,vocab,gpus,gpus_per_node,gpu,global_batch,tp,pp,cp,ep,dp,interleave,sequence_parallel,zero,micro_batch,accumulation,recompute,precision,overlap_grad_reduce,wps
	for zero in none optimizer gradients parameters; do
		echo "28,32,32,4096,15140,1,1,2048,50257,64,8,a100,64,1,1,1,,64,,,$zero,1,1,full,bf16,1,1"
	done
	for model in 96,96,96,12288 105,128,128,20480; do
		for recompute in none selective full; do
			echo "$model,81920,1,1,2048,51200,8,8,a100,8,8,1,1,,1,,1,none,1,8,$recompute,bf16,1,1"
		done
	done
}
jobs | cml-encode -s "$SCHEMAS/llm.csv" | awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	NR <= 5 { printf "states %.1f GB\n", 2 ^ $at["log2(state_bytes)"] / 1e9; next }
	{ kept[NR] = 2 ^ $at["log2(activation_bytes)"] }
	NR == 7 || NR == 10 { printf "selective saves %.0f %%\n", 100 * (1 - kept[NR] / kept[NR - 1]) }
	NR == 8 { printf "full keeps %.0f bytes\n", kept[NR] - kept[6] / 96 }
	NR == 8 { printf "sum %.6f\n", 2 ^ $at["log2(memory_bytes)"] / (2 ^ $at["log2(state_bytes)"] + kept[NR] + 2 ^ $at["log2(logit_bytes)"]) }
	NR == 8 { printf "logits %.0f bytes\n", 2 ^ $at["log2(logit_bytes)"] }'
