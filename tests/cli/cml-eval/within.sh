# On by default: the space has contexts. The worst is named.
cml-eval -s "$DATA/manual/space.csv" --split random --repeats 3 -p auto:trees=30 --metrics kendall,kendall-within,regret-within@1 --bootstrap 300 "$DATA/manual/jobs.csv"
