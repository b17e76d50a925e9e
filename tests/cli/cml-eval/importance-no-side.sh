cml-eval -s "$DATA/manual/space.csv" --metrics coverage@90 --importance importance.csv "$DATA/manual/jobs.csv"
