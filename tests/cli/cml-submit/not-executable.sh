# A program that cannot be started is no failure of a job's settings: the run ends, and no job has a row for it.
echo true >job.sh
(echo x && seq 5) >in.csv
# rows HISTORY CODE
rows() {
	echo "exit $2"
	sed 1d $1 | cut -d, -f1,3,6,7,10 | sort
}
cml-submit -a h.csv -j 1 in.csv -- ./job.sh {x}
rows h.csv $?
# It is being written.
cp /bin/true busy
exec 3>>busy
cml-submit -a h.csv -j 1 in.csv -- ./busy
rows h.csv $?
exec 3>&-
# A shell in the job says so.
cml-submit -a h.csv -j 1 in.csv -- sh -c 'exec 2>&-; nowhere'
rows h.csv $?
cml-submit -a h.csv -j 1 in.csv -- ./busy
rows h.csv $?
# A program that a value names is tried again, and never learned from; what cannot be its value's fault is no failure either.
cml-submit -q -a k.csv -j 1 --retries 1,0.01 in.csv -- sh -c 'exec 2>&-; [ $1 != 1 ] || nowhere' sh {x}
rows k.csv $?
exec 3>>busy
printf 'x\nbusy\nmissing\n' | cml-submit -q -a l.csv -j 1 --retries 1,0.01 -- ./{x}
rows l.csv $?
