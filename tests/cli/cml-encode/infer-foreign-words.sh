# By its name alone: a status in words of another language or of a scheduler's short form, a time as one number, ids below 0 and
# beyond 2^53, the tag of an image, and counters beside settings with a prefix are no settings.
awk 'BEGIN { print "Status,ST,date,key,dataset,image,budget,hp_tp,hp_lr,wps"
	for (i = 1; i <= 40; i++) print (i % 9 ? "fertig" : "abgebrochen") "," (i % 7 ? "CD" : "NF") "," 20251125100000 + i * 101 ",-3" i + 10 "1438309003353,900719925474099" i % 3 + 2 "," \
		(i % 2 ? "24.10" : "24.04") "," i % 3 "," 2 ^ (i * 7 % 3) "," (i % 3 ? "0.1" : i % 2 ? "0.10" : "0.05") "," 100 + i * 31 % 57 }' |
	cml-encode --infer --metric wps 2>&1 | cut -d, -f1-4
awk 'BEGIN { print "tp,Stempel,status,wps"
	for (i = 1; i <= 40; i++) print 2 ^ (i * 7 % 3) ",17641" 10000000 + i * 200017 "," (i % 9 ? "early_stopped" : "Error") "," (i % 9 ? 100 + i * 31 % 57 : "") }' | cml-encode -q --infer | grep -e ^status -e ^Stempel | cut -d, -f1-4
