# What columns are by their names, though their values, drawn at random, say nothing.
roles() {
	awk -v names="$1" -v values="$2" 'BEGIN {
		srand(3)
		n = split(names, name, " ")
		m = split(values, value, " ")
		for (k = 1; k <= n; k++)
			printf "%s,", name[k]
		print "tok/s"
		for (i = 0; i < 120; i++) {
			for (k = 1; k <= n; k++)
				printf "%s,", value[1 + int(m * rand())]
			printf "%d\n", 1000 + 500 * rand()
		}
	}' | cml-encode -q --infer | awk -F, '$2 ~ /param|context|ignore|id|limit/ { names[$2] = names[$2] " " $1 }
		END { for (role in names) print role ":" names[role] }' | sort
}
# What is served, and on what, is given.
roles 'isl OSL prompt_tokens inputTokens max_new_tokens num_prompts random_input_len num_total_gpus cluster_size gpu_num
	num_hosts max_num_seqs max_num_batched_tokens block_size queue_size' '8 16 32'
# Repeats of a job; some settings are called alike.
roles 'replicate random_state trial rep run_idx rep_id seed_idx repetition_no repeat_kv sample_packing replica' '1 2 3'
# How jobs went, though all have a metric; what is done about failures is set.
roles 'hasCrashed is_oom diverged did_fail has_nan was_killed hit_timeout is_valid sla_ok converged fail_on_recompile fail_fast
	check_nan retry_on_oom ignore_errors error_feedback valid_padding early_stopping' 'false false true'
roles 'failed_requests num_failures oom_count n_oom timeouts error_rate num_preemptions max_failures error_tolerance timeout' '0 0 1 2 5'
# A flag that is off in the one job without a metric.
for name in ok_at_p99 fused; do
	awk -v name=$name 'BEGIN {
		print "tp," name ",tok/s"
		for (i = 0; i < 40; i++)
			print 2 ^ (i % 4) "," (i == 9 ? "False," : "True," 1000 + 37 * i)
	}' | cml-encode -q --infer | grep "^$name"
done
# Memory that jobs used, in few different values; memory that is set or there.
roles 'memory_allocated_gb mem_used peak_mem_per_gpu memory_reserved vram_usage mem_limit_gb kv_cache_gb mem_per_gpu work_mem' '3.2 4.5 7 12 22'
