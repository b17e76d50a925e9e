# Measured limits: in every row, whatever its status.
cml-encode -s "$DATA/limits/space.csv" "$DATA/limits/jobs.csv"
