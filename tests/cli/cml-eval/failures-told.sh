# What becomes of failed jobs is told: learned from and judged, or judged alone; none where nothing ran.
cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 -p auto:trees=3 --metrics kendall "$DATA/manual/jobs.csv" >/dev/null
cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 -p auto:trees=3 --metrics kendall --ignore-failures "$DATA/manual/jobs.csv" >/dev/null
grep -v ,infra "$DATA/manual/jobs.csv" | cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 -p auto:trees=3 --metrics kendall - >/dev/null
