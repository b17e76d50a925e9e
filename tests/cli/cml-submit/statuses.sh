# What becomes of jobs that end in different ways, and the exit code 4 that tells of them.
cat >job.sh <<'J'
case $1 in
fine) echo speed=3 ;;
silent) ;;
exits) echo trouble >&2; exit 3 ;;
memory) echo 'RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB' >&2; exit 1 ;;
killed) kill -11 $$ ;;
forever) sleep 1000 ;;
esac
J
# The time limit is that of the one which has no end: others may not make it on a slow machine.
printf 'how\nfine\nsilent\nexits\nmemory\nkilled\n' |
	cml-submit -a h.csv -j 1 --metric speed -- sh job.sh {how}
echo "exit $?"
printf 'how\nforever\nfine\n' | cml-submit -a h.csv -j 1 --metric speed --timeout 0.2 -- sh job.sh {how}
code=$?
cut -d, -f1,2,4,7,8,9,11 h.csv
exit $code
