# What stands in the lock's place and is none: it is not opened, nor followed, nor waited for.
printf 'x\n1\n' >in.csv
echo kept >elsewhere
try() {
	cml-submit -a h.csv in.csv -- true 2>&1 | sed "s|$PWD|PWD|g"
	rm -r h.csv.lock
}
ln -s elsewhere h.csv.lock && try
ln -s nowhere h.csv.lock && try
mkfifo h.csv.lock && try
mkdir h.csv.lock && try
cat elsewhere
ls
