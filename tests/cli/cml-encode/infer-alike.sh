# Two ways to write a level are two levels to the tools: a note says so; not of yes, Yes and true.
awk 'BEGIN { split("adamw AdamW Adam-W lion", o, " "); split("yes Yes true no", f, " ")
	print "optimizer,gpu mem,flash,wps"
	for (i = 0; i < 40; i++) print o[i % 4 + 1] "," (i % 3 ? "80GB" : "80 GB") "," f[i % 4 + 1] "," 100.5 + i * 7 % 11 }' >log.csv
cml-encode --infer log.csv
