# What another job measured is no part of this one's row.
printf 'batch,gpus,peak_gb\n1,8,70\n' | cml-submit -q -s "$DATA/limits/space.csv" --metric speed -- echo speed=3 | cut -d, -f1-3
