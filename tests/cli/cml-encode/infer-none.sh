# None as the value of a setting, which Python writes where nothing was asked for: the note says how it
# is kept. In jobs that failed alone, or where another setting decides, it is missing as ever.
log() {
	awk -v none="$1" 'BEGIN {
		print "tp,mb,recompute,quantization,speed,status"
		for (i = 0; i < 60; i++) {
			is_bad = i % 6 == 5; is_on = i % 4 > 1
			has = none == "word" ? i % 3 == 0 : none == "empty" ? i % 3 == 0 : none == "failed" ? !is_bad : is_on
			print 2 ^ (i % 4) "," 1 + i % 5 "," (is_on ? "on" : "off") "," (has ? "fp8" : none == "empty" ? "" : "None") "," (is_bad ? "" : 100 + i) "," (is_bad ? "oom" : "ok")
		}
	}'
}
for none in word empty failed when; do
	log $none >$none.csv
	echo "-- $none"
	cml-encode -q --infer --metric speed $none.csv | grep ^quantization
done
echo "-- kept"
cml-encode -q --infer --metric speed --na '' word.csv | grep ^quantization
cml-encode -q --infer --metric speed --na - empty.csv | grep ^quantization
# Beside a level none it is that, in the space and where rows are read; empty cells beside both are missing.
for empty in None ''; do
	awk -v empty="$empty" 'BEGIN { print "tp,recompute,speed"; split("none full None " empty, word, " ")
		for (i = 0; i < 60; i++) print 2 ^ (i % 4) "," word[1 + int(i / 4) % 4] "," 900 + i * 7 }' >mixed.csv
	cml-encode -q --infer -o space.csv mixed.csv
	grep ^recompute space.csv
	cml-encode -q -s space.csv mixed.csv | cut -d, -f5- | sort | uniq -c | sed 's/^ *//'
done
# Words of pandas and of sheets in a few cells of numbers are missing, no levels, and rules stay.
for word in N/A n/a '<NA>' -; do
	echo "-- $word"
	awk -v word="$word" 'BEGIN {
		print "gpus,tp,pp,tok/s"
		for (i = 0; i < 90; i++) {
			tp = 2 ^ (i % 3)
			pp = 2 ^ (int(i / 3) % 3)
			print tp * pp * 2 ^ (i % 4) "," (i == 40 || i == 50 ? word : tp) "," pp "," 100 + i
		}
	}' | cml-encode -q --infer | grep -e ^tp, -e ^gpus_divides
done
echo "-- most"
awk 'BEGIN { print "ckpt,layers,tok/s"; for (i = 0; i < 60; i++) print (i % 3 ? "off,-," : "on," 2 ^ (i % 4) ",") 100 + i * 7 % 31 }' | cml-encode -q --infer | grep ^layers
