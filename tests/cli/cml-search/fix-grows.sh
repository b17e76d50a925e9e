# A context beyond its domain, and the param that a rule ties to it: the copies of a model on more devices, not the ranks that
# divide it; accumulation for a larger batch, as the devices hold the copies; one part of a sum. A rule that divides ties nothing.
learn() { # COLUMNS [ROW_OF_SPACE] of: gpus tp pp dp micro accumulation global_batch nodes prefill decode total_gpus tok_s
	awk 'BEGIN {
		srand(3)
		print "gpus,tp,pp,dp,micro_batch,accumulation,global_batch,nodes,prefill,decode,total_gpus,tok_s"
		while (n < 90) {
			gpus = 8 * 2 ^ int(rand() * 4); tp = 2 ^ int(rand() * 4); pp = 2 ^ int(rand() * 3)
			dp = gpus / tp / pp; mb = 2 ^ int(rand() * 3); acc = 2 ^ int(rand() * 4)
			workers = 4 + 2 * int(rand() * 7); prefill = 1 + int(rand() * (workers - 1))
			if (dp < 1) continue
			n++
			speed = gpus * 900 * mb / (mb + 0.6) * acc / (acc + 0.2) * (1 - 0.05 * pp) * (1 + 0.02 * rand()) * (1 + prefill / 50)
			printf "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", gpus, tp, pp, dp, mb, acc, dp * mb * acc, gpus / 8, prefill,
				workers - prefill, workers, speed
		}
	}' | cut -d, -f"$1,12" >jobs.csv
	cml-encode -q --infer jobs.csv >space.csv && echo "${2:-#}" >>space.csv && cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p forest -o model
	grep -E -e ',(rule|param|context),' space.csv | cut -d, -f1-4
}
ask() { # NAME=VALUE...: the largest value of each setting among the proposals
	echo "ask $*"
	cml-search -m model $(printf ' --fix %s' "$@") -n 12 --samples 200 2>&1 >next.csv | grep -e 'not in the domain' -e 'outside [0-9]' -e rule
	awk -F, 'NR == 1 { n = split($0, name, ","); next }
		{ for (i = 1; i <= n && name[i] != "cml_key"; i++) if ($i > most[i] + 0) most[i] = $i }
		END { for (i = 1; i in most; i++) printf " %s<=%d", name[i], most[i]; print "" }' next.csv
}
learn 1-5
ask gpus=256
ask gpus=192
ask gpus=256 dp=128
ask gpus=64,256,8
ask gpus=64
learn 1-7
ask gpus=64 global_batch=2048
ask gpus=256 global_batch=512
learn 8,2-5
ask nodes=32
learn 9-11
ask total_gpus=40
ask total_gpus=24
