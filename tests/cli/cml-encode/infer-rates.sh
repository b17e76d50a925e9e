# What comes in a time is better if there is more of it, in hours or seconds, too; of a cost or errors that is unsure.
for metric in audio_hours_per_s audio_seconds_per_second hours/day kwh_per_hour errors_per_min seconds_per_step s/it; do
	awk -v metric="$metric" 'BEGIN {
		print "tp,batch," metric
		for (i = 1; i <= 12; i++)
			printf "%d,%d,%s\n", i % 3, 2 ^ (i % 4), 100 + i % 5 + i / 100
	}' >jobs.csv
	cml-encode --infer --metric "$metric" jobs.csv 2>/dev/null | grep ",metric,"
done
