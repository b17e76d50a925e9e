#!/bin/sh
# A shard of search.sh, as a job: search-task.sh TABLE CML_SEARCH OPTION... Its best go to TABLE, empty where there is nothing to propose.
table=$1
shift
"$@" -j "${SLURM_CPUS_PER_TASK:-1}" -o "$table" || [ $? -eq 3 ] && : >>"$table"
