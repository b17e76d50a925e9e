cml-eval -s "$DATA/manual/space.csv" --metrics interval-coverage --importance importance.csv "$DATA/manual/jobs.csv"
