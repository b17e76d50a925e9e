# Powers of two divide each other whenever they are in order, so the rows are no evidence: the names
# suggest that a batch beside micro-batches is that of all ranks.
awk 'BEGIN { print "tp,dp,mb,batch,tok_s"
	for (i = 0; i < 120; i++) {
		dp = 2 ^ (i * 7 % 5); mb = 2 ^ (i * 5 % 4); batch = 2 ^ (5 + i * 11 % 4)
		if (batch >= dp * mb) printf "%d,%d,%d,%d,%.2f\n", 2 ^ (i % 4), dp, mb, batch, 100 * dp ^ .9 * mb ^ .2 + i * 37 % 11
	} }' >log.csv
cml-encode --infer log.csv | grep divides
# A batch of one device, as far as anybody knows.
sed '1s/,mb,/,width,/' log.csv | cml-encode -q --infer | grep divides || echo none
