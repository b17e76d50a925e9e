cml-search -q -s "$SCHEMAS/ads-fsdp.csv" --method random -n 4 --seed 3 | sed '3s/FULL_SHARD/FULL/' | fsdp-sim --table
