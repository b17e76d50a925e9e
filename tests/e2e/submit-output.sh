#!/bin/sh
# Jobs that print what nobody expects: each gets one row that says what became of it.
set -u
. "$ROOT/tests/begin.sh"
failed=0

# One shell line for each kind of job.
cat >job.sh <<'JOB'
#!/bin/sh
case $1 in
no-newline) printf 'step 1 qps=5' ;;
nothing) ;;
words) echo 'qps=p90 qps: fast' ;;
colours) printf '\033[32mqps\033[0m: \033[1m7\033[0m\n' ;;
bar) printf '\r 50%%|## | qps=6]\r100%%|####| qps=8]' ;;
json) echo '{"step": 1, "qps": 9.5, "loss": 2}' ;;
binary) head -c 100000 /dev/urandom; printf '\0\377 qps=11 \0'; ;;
nan) echo 'qps=1'; echo 'qps=nan' ;;
units) echo 'qps=900'; echo 'qps=1.1k' ;;
exit-3) echo 'qps=1'; echo 'ValueError: bad shape' >&2; exit 3 ;;
cuda) echo 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB' >&2; exit 1 ;;
python) echo MemoryError; exit 1 ;;
ecc) echo 'RuntimeError: CUDA error: uncorrectable ECC error encountered' >&2; exit 1 ;;
killed) kill -9 $$ ;;
not-there) exec ./nowhere ;;
large) yes 'some text of a log, and more of it' | head -c 20000000; echo qps=12 ;;
closed) exec >&- 2>&-; exit 0 ;;
directory) rm "$CML_cml_dir/stdout"; mkdir "$CML_cml_dir/stdout" ;;
pipe) rm "$CML_cml_dir/stdout"; mkfifo "$CML_cml_dir/stdout" ;;
esac
JOB
chmod +x job.sh
cat >expected <<'END'
binary ok 11
bar ok 8
closed infra
colours ok 7
cuda oom
directory infra
ecc infra
exit-3 failed
json ok 9.5
killed failed
large ok 12
nan failed
no-newline ok 5
not-there infra
nothing infra
pipe infra
python oom
units ok 1100
words infra
END
{
	echo kind
	cut -d ' ' -f 1 expected
} >in.csv

cml-submit -q -a history.csv -j 2 --metric qps --retries 0 in.csv -- ./job.sh '{kind}' >/dev/null
code=$?
if [ $code -ne 4 ]; then
	echo "FAILED: exit $code, not 4: some jobs failed"
	failed=1
fi
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print $at["kind"], $at["cml_status"] ($at["qps"] == "" ? "" : " " $at["qps"]) }' history.csv |
	sort >found
sort expected >wanted
if ! diff wanted found; then
	cat history.csv
	failed=1
fi

# reason KIND TEXT: what the row says.
reason() {
	if ! grep "^$1," history.csv | grep -qF "$2"; then
		echo "FAILED: $1 is not said to be '$2': $(grep "^$1," history.csv)"
		failed=1
	fi
}
reason nothing "stdout: no reading of 'qps'"
reason nan "stdout: reading 2 of 'qps' is nan"
reason exit-3 'exit 3: ValueError: bad shape'
reason cuda 'CUDA out of memory. Tried'
reason killed 'ended by SIGKILL'
reason pipe 'stdout: not a regular file'
exit $failed
