# What Slurm refuses was not started: any backend may take the jobs.
mkdir bin
printf '#!/bin/sh\necho "sbatch: error: Batch job submission failed: Invalid account" >&2\nexit 1\n' >bin/sbatch
chmod +x bin/*
(echo x; seq 20) >in.csv
PATH=$PWD/bin:$PATH cml-submit -a h.csv --backend slurm in.csv -- true
echo "exit $?"
rm bin/sbatch
ln -s "$(command -v cml-submit)" bin/
PATH=$PWD/bin cml-submit -a h.csv --backend slurm in.csv -- true
echo "exit $?"
ls h.csv.jobs h.csv.jobs/batches
cml-submit -a h.csv -j 2 in.csv -- true
tail -n +2 h.csv | cut -d, -f3,6 | sort | uniq -c | sed 's/^ *//'
