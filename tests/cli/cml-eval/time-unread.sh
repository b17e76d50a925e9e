# Dates in forms that are not read, and are not in order as texts, are refused; releases sort as texts.
printf 'name,role,type,domain\nx,param,int,\nq,metric,max,\ndate,time,,\n' >space.csv
split() {
	awk -v dates="$1" 'BEGIN {
		n = split(dates, date, "|")
		print "x,q,date"
		for (i = 1; i <= 12; i++) print i "," 10 * i ",\"" date[(i - 1) % n + 1] "\""
	}' | cml-eval -q -s space.csv -p linear --split time:date:0.5 --metrics kendall -
}
split '26. Okt. 2026|31. Okt. 2026|1. Nov. 2026'
split '05/11/26 10h30|28/11/26 10h30|05/12/26 10h30'
split '26-Oct-26|31-Oct-26|01-Nov-26'
split 'Oct 26 09:05|Oct 31 08:05|Nov 01 07:05'
split '12 days ago|9 days ago|2 days ago'
split '09:05:00|23:50:00|00:10:00'
split 'v1.9|v1.10|v2.0'
