# A context that one of the models has not: it is none of another's in a search for that.
awk 'BEGIN { print "model,seq_len,batch,samples_per_s"
	for (i = 0; i < 90; i++) { net = i % 3 < 1; batch = 2 ^ (i * 7 % 11 % 5)
		print (net ? "resnet50" : i % 3 < 2 ? "bert-base" : "bert-large") "," (net ? "" : 128) "," batch "," (net ? 4000 : 900) * batch ^ .3 + i * 31 % 97 } }' >jobs.csv
cml-encode -q --infer jobs.csv >space.csv
sed -n 3p space.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model --fix model=resnet50 -n 1 --method exhaustive | cut -d, -f1-3
# Nor has an image frames, which are the size of the work; and few rows have what only a cache has.
awk 'BEGIN { print "model,resolution,num_frames,kernel,load,train_batch_size,gpus,images_per_s"
	for (i = 0; i < 120; i++) { net = i % 5 > 0; load = i % 24 == 7; gpus = 8 * 2 ^ (i % 3); batch = 2 ^ (int(i / 3) % 3); f = 17 + 32 * (i % 2)
		print (net ? "sdxl-unet" : "wan-1.3b") ",512," (net ? "" : f) "," (load ? "cached" : i % 7 ? "fused" : "dense") "," (load ? .1 + .1 * (int(i / 24) % 2) : "") "," \
			batch "," gpus "," gpus * batch ^ .2 * (net ? 40 : 60 / f) + i * 31 % 97 / 97 } }' >jobs.csv
cml-encode -q --infer jobs.csv | grep -e ^num_frames -e ^load -e ^patches -e batch -e tokens_at
# A part of the devices that generates is not all of them, and a step has whole mini-batches.
awk 'BEGIN { print "policy,GPUs,rollout GPUs,prompts/step,mini bsz,micro bsz/GPU,step (s)"
	for (i = 0; i < 120; i++) { gpus = 8 * 2 ^ (i % 3); part = i % 2 ? gpus / 2 : 4; step = 64 * 2 ^ (int(i / 3) % 3); mini = step / 2 ^ (i * 7 % 11 % 3)
		print "qwen2.5-7b," gpus "," part "," step "," mini "," 2 ^ (i % 5 % 3) "," step * 40 / gpus + 300 / part + i * 31 % 97 / 97 } }' |
	cml-encode -q --infer | grep -e ,rule, -e ^prompts
