# A context that one of the models has not: it is none of another's in a search for that.
awk 'BEGIN { print "model,seq_len,batch,samples_per_s"
	for (i = 0; i < 90; i++) { net = i % 3 < 1; batch = 2 ^ (i * 7 % 11 % 5)
		print (net ? "resnet50" : i % 3 < 2 ? "bert-base" : "bert-large") "," (net ? "" : 128) "," batch "," (net ? 4000 : 900) * batch ^ .3 + i * 31 % 97 } }' >jobs.csv
cml-encode -q --infer jobs.csv >space.csv
sed -n 3p space.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model --fix model=resnet50 -n 1 --method exhaustive | cut -d, -f1-3
