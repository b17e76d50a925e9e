# A direction the wrong way round is named, the right one is not.
{
	echo name,role,type,domain,monotone
	echo gpus,context,int,8:64,
	echo micro_batch,param,int,1:8,rises
	echo tp,param,int,1:8,rises
	echo speed,metric,max,,
	echo status,status,,,
} >space.csv
awk 'BEGIN {
	print "gpus,micro_batch,tp,speed,status"
	for (i = 0; i < 240; i++) {
		gpus = 8 * 2 ^ (i % 4)
		batch = 1 + int(i / 4) % 8
		tp = 1 + i * 7 % 15 % 8
		ran = batch / tp + i * 37 % 101 / 101 < 1.8
		print gpus "," batch "," tp "," (ran ? gpus * batch / (1 + tp) : "") "," (ran ? "ok" : "oom")
	}
}' >jobs.csv
cml-encode -s space.csv jobs.csv >encoded.csv
cml-train -s space.csv -o model encoded.csv
cml-train --describe model | grep -c ok_against
sed 's/1:8,rises/1:8,falls/; s/^tp,.*/tp,param,int,1:8,rises/' space.csv >right.csv
cml-train -s right.csv -o model encoded.csv
