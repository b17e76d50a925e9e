cml-search -q -s "$SCHEMAS/ads-fsdp.csv" -n 4 --seed 3 >configurations.csv
fsdp-sim --table configurations.csv
