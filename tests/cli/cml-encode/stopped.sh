# Told to stop while it waits for input, it leaves nothing beside the output.
mkfifo jobs
exec 3<>jobs
cat "$DATA/manual/jobs.csv" >&3
cml-encode -s "$DATA/manual/space.csv" -o out.csv jobs &
tool=$!
until set -- .out.csv.* && [ -e "$1" ]; do sleep 0.02; done
kill -TERM $tool
wait $tool 2>/dev/null
echo "ended with $?"
ls -A
