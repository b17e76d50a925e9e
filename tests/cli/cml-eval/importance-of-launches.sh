cml-eval -s "$DATA/manual/space.csv" --metrics wasted@10 --importance importance.csv "$DATA/manual/jobs.csv"
cml-eval -q -s "$DATA/manual/space.csv" --bootstrap 0 -p auto:trees=10 --metrics kendall,ok-auc --importance importance.csv -o scores.csv "$DATA/manual/jobs.csv"
cut -d, -f6 importance.csv | sort -u
