# A lock, and jobs, of a host that is gone or was renamed: what the page says goes on from there.
here=$(uname -n)
printf 'x\n1\n2\n' >in.csv
submit() {
	cml-submit -a h.csv --retries 2,0.01 in.csv -- true >said 2>&1
	sed "s|$PWD|PWD|g; s/this is $here/this is HERE/" said
}
submit
for directory in h.csv.jobs/*.1; do
	rm "$directory/record"
	sed -i 's/^#: host .*/#: host gone/' "$directory/command"
done
sed -i 2,3d h.csv
submit
printf 'host=gone\nuid=0\npid=77\n' >h.csv.lock
submit
sed -Ei "s/^(#: host |host=)gone$/\1$(uname -n)/" h.csv.jobs/*/command h.csv.lock
submit
cut -d, -f1,3,6 h.csv | sort
