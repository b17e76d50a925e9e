# Of a job that is ok; what a failed job left in the cell says nothing.
sed 's/^5,8,77/5,8,77 GB/' "$DATA/limits/jobs.csv" | cml-encode -s "$DATA/limits/space.csv"
