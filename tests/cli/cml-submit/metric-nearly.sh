# A metric by another name than the output's: the reading that is meant is named.
printf '#!/bin/sh\necho "step: 5 | tokens_per_iter: 5.24M | tokens/sec/GPU: 80.1K | lm_loss: 10.9"\n' >job
chmod +x job
printf 'x\n1\n2\n3\n4\n' >configs.csv
cml-submit -a history.csv --metric tokens_per_sec=last configs.csv -- ./job 2>&1 | grep 'no reading of it'
