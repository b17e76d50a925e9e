# Files that are no model, or one for something else.
rank() {
	cml-rank "$@" "$DATA/manual/jobs.csv"
	[ $? -eq 1 ] || echo "not 1: $*"
}
cp "$MODEL" model
head -c 400 model >cut
rank -m cut
: >empty
rank -m empty
rank -m "$DATA/manual/jobs.csv"
gzip -dc model >flipped
printf 'X' | dd of=flipped bs=1 seek=3000 conv=notrunc 2>/dev/null
rank -m flipped
gzip -dc model | sed '1s/3$/7/' | gzip -c >newer
rank -m newer
