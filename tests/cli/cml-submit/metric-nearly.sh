# A metric by another name than the output's: the reading that is meant is named, with the first job
# that lacks it, also behind more than 64 KB of settings.
printf '#!/bin/sh\necho "step: 5 | tokens_per_iter: 5.24M | tokens/sec/GPU: 80.1K | lm_loss: 10.9"\n' >job
printf '#!/bin/sh\nseq -f "setting.%%.0f.of: 1" 4000\necho "tokens/sec/GPU: 1.12K"\n' >long-job
chmod +x job long-job
printf 'x\n1\n2\n3\n4\n' >configs.csv
cml-submit -a history.csv --metric tokens_per_sec=last configs.csv -- ./job 2>&1 | grep 'no reading of it'
printf 'x\n1\n' | cml-submit -a one.csv --metric tokens_per_sec=last -- ./long-job 2>&1
