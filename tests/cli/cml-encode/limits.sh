# Measured limits: in every row, whatever its status; LIBSVM has no place for them.
cml-encode -s "$DATA/limits/space.csv" "$DATA/limits/jobs.csv"
cml-encode -s "$DATA/limits/space.csv" --to libsvm "$DATA/limits/jobs.csv"
