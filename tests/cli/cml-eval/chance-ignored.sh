# Without the chance, launches go by predicted speed alone.
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 -p auto:trees=30 --ignore-failures --metrics wasted@10,best@10 "$DATA/manual/jobs.csv"
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 -p auto:trees=30 --ignore-failures "$DATA/manual/jobs.csv" | cut -d, -f5 | sort -u
cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --ignore-failures --metrics ok-brier "$DATA/manual/jobs.csv"
