sed 's/,2026-.*/,2026-01-01/' "$DATA/manual/jobs.csv" | cml-eval -q -s "$DATA/manual/space.csv" --split time:date
