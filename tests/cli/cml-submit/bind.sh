# As many places as processors: each job has one.
printf 'x\n1\n2\n3\n' | cml-submit -q -a h.csv --bind -j "$(nproc)" -- sh -c 'nproc >>log'
sort -u log
