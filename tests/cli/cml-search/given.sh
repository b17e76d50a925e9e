# What another program computed of each configuration (a derived column without an expression) as a law: read from the log and the
# candidates, kept in proposals, no part of the key; drawn configurations have none. A level that is off, a setting it is blind
# to, another unit of it, times where the metric is a rate: learned. A noise in it changes no order. Cells without it are on the scale
# of the others; a prediction of nothing: told.
jobs() { # FIRST_GPUS KIND
	awk -v first="$1" -v kind="$2" 'BEGIN {
		print "gpus,tp,micro_batch,sim,tok_s"
		for (i = 0; i < (first > 64 ? 12 : 60); i++) {
			gpus = first * 2 ^ (first > 64 ? 0 : i % 4)
			tp = 2 ^ (i % 3); mb = 2 ^ (int(i / 3) % 4)
			speed = 1000 * gpus * mb / (mb + tp / 2 + gpus / 256)
			sim = kind == "nothing" ? 1e5 * (1 + i * 7919 % 97) : 1.4 * speed * (1 + 0.2 * (tp == 4))
			if (kind == "unit") sim *= 60
			if (kind == "noise") sim *= exp(0.5 * (i * 7919 % 97 / 97 - 0.5))
			if (kind == "ms") sim = 1e3 * gpus * mb / sim
			if (kind == "silent" && i % 5 == 2) sim = ""
			printf "%d,%d,%d,%s,%.0f\n", gpus, tp, mb, sim == "" ? "" : sprintf("%.6g", sim), speed
		}
	}'
}
cat >space.csv <<'END'
name,role,type,domain,encoding,default
gpus,context,int,8:4096:*2,,64
tp,param,int,1|2|4,,1
micro_batch,param,int,1:8:*2,,1
sim,derived,,,,
simulated,term,,1 / sim,,
tok_s,metric,max,,,
END
off() {
	cml-rank -m model candidates.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ p[NR] = $at["cml_pred"]; y[NR] = $at["tok_s"]; e = p[NR] / y[NR] - 1; sum += e < 0 ? -e : e }
		{ for (i = 2; i < NR; i++) { n++; wrong += (p[i] - p[NR]) * (y[i] - y[NR]) < 0 } }
		END { printf "%d rows, less than %.0f %% off, less than %d %% of pairs in the wrong order\n", NR - 1,
			10 * (int(10 * sum / (NR - 1)) + 1), 10 * (int(10 * wrong / n) + 1) }'
}
for kind in level unit ms noise silent nothing; do
	echo "$kind:"
	jobs 8 level >jobs.csv
	[ $kind != nothing ] || jobs 8 nothing >jobs.csv
	case $kind in unit | ms | noise) jobs 8 $kind >jobs.csv ;; esac
	sed "s,1 / sim,$([ $kind = ms ] && echo 'sim / (gpus * micro_batch)' || echo '1 / sim')," space.csv >$kind.csv
	jobs 256 $kind >candidates.csv
	cml-encode -s $kind.csv jobs.csv | cml-train -s $kind.csv -o model 2>&1 | grep -o 'law of.*used'
	off
done
echo 'proposals:'
jobs 8 level >jobs.csv && jobs 256 silent >candidates.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -m model --fix gpus=256 --exclude jobs.csv --candidates candidates.csv -n 2 | cut -d, -f1-5
cml-search -m model --fix gpus=256 -n 1 2>&1 | grep sim | cut -d, -f1-5
cml-search -q -s space.csv --fix gpus=256 -n 2
cut -d, -f1-3,5 candidates.csv | cml-search -m model --fix gpus=256 --candidates - -n 1 2>&1 | grep -e sim | cut -d, -f1-5
cml-encode -q -s space.csv jobs.csv | cut -d, -f1 | sed -n 2p
sed 's/,[0-9]*,\([0-9]*\)$/,7,\1/' jobs.csv | cml-encode -q -s space.csv | cut -d, -f1 | sed -n 2p
echo 'a feature:'
sed 's/^sim,derived,,,,/sim,derived,,,log,/' space.csv | cml-encode -q -s - jobs.csv
cml-train --describe model | grep -e '^law' -e '^order' | cut -d';' -f1 | sed 's/[0-9]* %/N %/g'
