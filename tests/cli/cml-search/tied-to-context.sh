# What a rule ties to a context grows with it: on twice the devices copies that no job had are no bets, a tensor parallelism that none had is.
printf '%s\n' name,role,type,domain gpus,context,int,8:128:*2 dp,param,int,1:128:*2 tp,param,int,1:16:*2 mb,param,int,1:8 \
	speed,metric,max, 'fills,rule,,dp * tp == gpus' >space.csv
awk 'BEGIN {
	print "gpus,dp,tp,mb,speed"
	for (g = 8; g <= 64; g *= 2) for (t = 1; t <= 8; t *= 2) for (m = 1; m <= 8; m++)
		if (g / t >= 4) printf "%d,%d,%d,%d,%.1f\n", g, g / t, t, m, 100 * g / (1 + 0.1 * t + 1 / m)
}' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p linear -o model
cml-search -q -m model --fix gpus=128 -n 10 | awk -F, 'NR > 1 { print $2, $3, $4 }' >proposals
awk '$1 == 128 { n++ } $2 == 16 { t++ } END { print (n > 3 ? "more than three" : n + 0) " of 128 copies, " (t > 3 ? "more than three" : "at most three") " of tp=16" }' proposals
