# 96 devices where all were powers of two: copies may be three, ranks that split a layer not.
cat >space.csv <<'END'
name,role,type,domain
gpus,context,int,8:64:*2
batch,context,int,256|384
tp,param,int,1:8:*2
dp,param,int,1:64:*2
mbs,param,int,1|2
speed,metric,max,
world,rule,,tp * dp == gpus
whole,rule,,batch % (dp * mbs) == 0
END
awk 'BEGIN { print "gpus,batch,tp,dp,mbs,speed"
	for (g = 8; g <= 64; g *= 2) for (t = 1; t <= 8; t *= 2) print g ",256," t "," g / t ",1," g * (10 - t) }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p auto:trees=20 -o model
for batch in 384 256; do
	echo "-- $batch"
	cml-search -m model --fix gpus=96 --fix batch=$batch --method exhaustive -n 100 2>&1 | cut -d, -f1-5
done
