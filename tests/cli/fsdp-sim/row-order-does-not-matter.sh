cml-search -q -s "$SCHEMAS/ads-fsdp.csv" --method random -n 4 --seed 3 >one.csv
{ head -n 1 one.csv; sed 1d one.csv | sort -r; } >two.csv
fsdp-sim --table one.csv | sed 1d | cut -d, -f1-16 | sort >one
fsdp-sim --table two.csv | sed 1d | cut -d, -f1-16 | sort | cmp - one
wc -l <one
