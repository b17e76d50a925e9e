#!/bin/sh
# No result, path, name, counter or setting that follows from others is taken for a param: thirty-five logs as seven kinds of tools export
# them, with few jobs and many, in which each column is known for what it is.
set -eu
. "$ROOT/tests/begin.sh"

# A column a line: its name, what it is, how it is made. What: s, a setting that a search chooses; c, a context; m, the metric; r,
# anything that a search cannot choose. How: a|b|c, one of these; lo..hi, a real number; %d is the number of the row; =, a speed by the
# first two columns; product, of these.
cat >ray <<'END_OF_COLUMNS'
config/batch_size s 16|32|64|128
config/workers s 1|2|4
config/lr r 0.0001..0.01
trial_id r abc12_%d
experiment_tag r %d_lr=0.01
pid r 1000..9000
node_ip r 10.0.0.1|10.0.0.2
done r True|False
training_iteration r 5|10
iterations_since_restore r 5|10
time_total_s r 10..90
checkpoint_dir_name r checkpoint_000004|checkpoint_000009
logdir r /ray/exp/trial_%d
mean_accuracy r 0..1
samples_per_s m =
END_OF_COLUMNS
cat >wandb <<'END_OF_COLUMNS'
batch_size s 8|16|32|64
gradient_accumulation_steps s 1|2|4
n_layer c 6|12|24
n_params c 124000000|354000000|774000000
tokens_per_iter r product
compile s true|false
learning_rate r 0.0003|0.0006
Name r calm-river-%d
out_dir r out-%d
wandb_run_name r gpt2-%d
_runtime r 100..900
iter r 500|1000
train/loss r 3..4
val/loss r 3..4
tokens_per_s m =
END_OF_COLUMNS
cat >search_cv <<'END_OF_COLUMNS'
param_max_depth s 3|5|7|9
param_n_estimators s 50|100|200
param_learning_rate r 0.01|0.1|0.3
std_fit_time r 0..1
split0_test_score r 0.8..0.9
split1_test_score r 0.8..0.9
mean_test_score r 0.8..0.9
std_test_score r 0..0.1
rank_test_score r %d
mean_fit_time m =
END_OF_COLUMNS
cat >study <<'END_OF_COLUMNS'
params_batch_size s 8|16|32|64
params_tp s 1|2|4|8
params_dropout s 0..0.5
number r %d
user_attrs_n_params c 7000000000|13000000000
user_attrs_host r a|b
duration r 0 days 00:01:10.123
value m =
END_OF_COLUMNS
cat >serving <<'END_OF_COLUMNS'
max_num_seqs s 64|128|256
tensor_parallel_size s 1|2|4
request_rate c 1|2|4|8
gpu_memory_utilization s 0.85|0.9|0.95
enable_chunked_prefill s True|False
model_id c meta-llama/Llama-3-8B
total_output_tokens r 25000..25600
completed r 198|199|200
mean_ttft_ms r 20..500
p99_tpot_ms r 5..90
output_throughput m =
END_OF_COLUMNS
cat >trainer <<'END_OF_COLUMNS'
per_device_train_batch_size s 2|4|8|16
gradient_accumulation_steps s 1|2|4|8
dataloader_num_workers s 0|2|4
model_name_or_path c /models/llama-7b|/models/llama-13b
gradient_checkpointing s True|False
run_name r llama-ft-%d
output_dir r /out/run-%d
logging_dir r /out/run-%d/logs
trainable_params c 7000000000|13000000000
epoch r 0.99|1.0
train_loss r 1..2
eval_accuracy r 0..1
train_steps_per_second r 1..9
train_samples_per_second m =
END_OF_COLUMNS

cat >scheduler <<'END_OF_COLUMNS'
threads s 8|16|32|64
ranks s 1|2|4
JobName c prep|train_llm
Partition c gpu|long
JobID r 10%d
NodeList r node1|node2
ElapsedRaw m =
END_OF_COLUMNS

for columns in ray wandb search_cv study serving trainer scheduler; do
	for seed in 1 2 3 4 5; do
		n=$((20 + 30 * seed))
		awk -v seed="$seed" -v n="$n" '
			BEGIN { srand(seed) }
			{
				name[NR] = $1
				how[NR] = substr($0, length($1 $2) + 3)
				line = line (NR > 1 ? "," : "") $1
			}
			function value(i, row, parts, ends, text) {
				if (how[i] == "=") return 10 * sqrt(first[1] * (1 + first[2])) * (0.9 + 0.2 * rand())
				if (how[i] == "product") return first[1] * first[2] * 1024
				if (split(how[i], ends, /\.\./) == 2 && how[i] !~ /[\/a-z|]/) return ends[1] + (ends[2] - ends[1]) * rand()
				text = how[i]
				split(text, parts, "|")
				text = parts[1 + int(rand() * split(text, parts, "|"))]
				if (n_first < 3 && text ~ /^[0-9]+$/) first[++n_first] = text
				sub(/%d/, row, text)
				return text
			}
			END {
				print line
				for (row = 1; row <= n; row++) {
					n_first = 0
					text = ""
					for (i = 1; i <= NR; i++) text = text (i > 1 ? "," : "") value(i, row)
					print text
				}
			}' "$columns" >log.csv
		cml-encode -q --infer log.csv -o space.csv
		awk -F, -v what="$columns, seed $seed" '
			FILENAME == "space.csv" { role[$1] = $2; next }
			{
				split($0, word, " ")
				is_param = role[word[1]] == "param"
				if (word[2] == "m" ? role[word[1]] != "metric" : word[2] == "s" ? !is_param : word[2] == "c" ? role[word[1]] != "context" : is_param) {
					print what ": " word[1] " has the role " role[word[1]]
					bad = 1
				}
			}
			END { exit bad }' space.csv "$columns"
	done
done
