# notes of a kind are one line, whatever the values they are of
awk 'BEGIN { print "gpus,tp,mb,speed"; for (i = 0; i < 72; i++) { g = 8 * 2 ^ (i % 3); t = 2 ^ (int(i / 3) % 3); m = 2 ^ (int(i / 9) % 4)
	print g "," t "," m "," g * 10 - 3 * t + 5 * m } }' >jobs.csv
printf 'name,role,type,domain,encoding\ngpus,context,int,8:512:*2,log\ntp,param,int,1:16:*2,log\nmb,param,int,1:8:*2,log\nspeed,metric,max,,\n' >space.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p auto:trees=20 -o model
cml-search -m model --fix gpus=8,16,32,64,128,256,512,1024 --exclude jobs.csv --method exhaustive -n 1 | cut -d, -f1-3
cml-search -m model --fix gpus=8,16,64 --exclude jobs.csv --within-log -n 2 --method exhaustive | cut -d, -f1-3
# with text, beside each answer the best that ran there
cml-search -q -m model --fix gpus=8,16,64 --exclude jobs.csv -n 1 --format text | cut -c1-60
