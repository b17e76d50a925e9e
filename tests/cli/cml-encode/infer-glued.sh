# Words that names run together: times have the goal min, numbers of one thing are ids, m, n and k are a shape.
# jobs HEAD ROW: awk expressions of i, t (1, 2, 4, 8), b (1, 2, 4) and s, a reading
jobs() {
	awk "BEGIN { print \"$1\"; for (i = 0; i < 90; i++) { t = 2 ^ (i % 4); b = 2 ^ (int(i / 4) % 3)
		s = int(1e4 * b / t ^ .6 * (1 + i * 31 % 97 / 900)) / 100
		print $2 } }" | cml-encode -q --infer | awk -F, 'NR > 1 && $2 != "rule" { printf "%s %s %s; ", $1, $2, $3 } END { print "" }'
}
jobs threads,lat 't "," s'
jobs threads,kerneltimeus 't "," s'
jobs threads,elapsedms 't "," s'
jobs threads,p99latency 't "," s'
jobs threads,avglat 't "," s'
jobs tile,exectime 't "," s'
jobs gemm_m,gemm_n,gemm_k,tile,tflops '64 * b "," 96 + i * 37 % 5 * 32 "," 128 * t "," 2 ^ (i % 5) "," s'
jobs M,N,K,algo_id,timens '64 * b "," 96 + i * 37 % 50 * 32 "," 128 * t "," 7000 + i * 53 % 89 "," s'
jobs threads,planidx,time_ms 't "," 7000 + i * 53 % 89 "," s'
# None of these: a flag, a limit, a single letter, an id of few values.
jobs realtime,flat,speed 'i % 2 "," t "," s'
jobs k,threads,rows_per_s '2 ^ (i % 5) "," t "," s'
jobs tile_m,tile_n,tile_k,gflops 't "," b "," 2 ^ (i % 5) "," s'
jobs expert_id,threads,req_per_s 'i % 4 "," 2 ^ (i % 5) "," s'
