# Times of several units reach the job's own command file as seconds.
printf 'x\n1\n' | cml-submit -a h.csv -q --timeout 1h30m --grace 1m1.5s -- true
grep -h -o -E '(timeout|grace)[^0-9]*[0-9.]+' h.csv.jobs/*/command
