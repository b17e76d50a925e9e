# A metric whose cells have words or marks is the metric, or an error names it; no setting takes its place.
log() {
	awk -v name="$1" -v every="$2" -v cell="$3" 'BEGIN {
		print "tp,micro_batch," name
		for (i = 0; i < 40; i++) {
			value = 900 + 7.25 * i
			print 2 ^ (i % 4) "," 2 ^ (i % 5) "," (i % every == 0 ? (cell ~ /%/ ? sprintf(cell, value) : cell) : value)
		}
	}' | cml-encode -q --infer 2>&1 | grep -e ,metric, -e cml-encode
}
for name in step_time_ms time train_time tok/s; do
	for cell in OOM inf TIMEOUT; do
		log $name 4 $cell
	done
done
log cost_usd 1 '$%.2f'
log tok/s 1 '~%.0f'
log latency_ms 1 '>%d'
log time 1 '%.1f*'
log usd_per_mtok 1 '€%.2f'
log price 1 '(%.2f)'
log tok/s 1 OOM
log Zeit 4 'Speicher voll'
log Preis 1 '%.2f €'
log speed 1 '%.1fs/it'
log tok/s 1 '%.1f tok/s'
# Nothing but settings has numbers.
log answer 1 yes
awk 'BEGIN { print "Microbatch size,Used"; for (i = 0; i < 40; i++) print 2 ^ (i % 3) "," (i % 9 != 4 ? 4 + i / 8 " GB" : "OOM") }' |
	cml-encode -q --infer 2>&1
