# A lock, and a job, of a host that is gone or was renamed: what can be done is said.
here=$(uname -n)
printf 'x\n1\n2\n' >in.csv
submit() { cml-submit -a h.csv "$@" in.csv -- true 2>&1 | sed "s|$PWD|PWD|g; s/this is $here/this is HERE/"; }
printf 'host=gone\nuid=0\npid=77\n' >h.csv.lock
submit
rm h.csv.lock
submit
for directory in h.csv.jobs/*.1; do
	rm "$directory/record"
	sed -i 's/^#: host .*/#: host gone/' "$directory/command"
done
sed -i 2,3d h.csv
submit
rm -r h.csv.jobs/*.1
submit
