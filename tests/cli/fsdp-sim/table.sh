cml-search -q -s "$SCHEMAS/ads-fsdp.csv" --method random -n 4 --seed 3 >configurations.csv
fsdp-sim --table configurations.csv
