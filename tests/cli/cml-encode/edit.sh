# The editor sees the aligned file; what comes back takes its place when it is a space file.
editor() {
	printf '#!/bin/sh\nsed -i %s "$1"\n' "'$1'" >editor
	chmod +x editor
}
printf 'name,role,type,domain,doc\ngpus,context,int,8|16,"devices, all"\n# tensor parallel\ntp,param,int,1|2\nspeed,metric,max\n' >space.csv
editor 's/1|2/1|2|4/'
EDITOR=./editor cml-encode --edit -s space.csv
cat space.csv
# A broken one is kept, and edited again next time.
editor 's/context/contxt/'
VISUAL=./editor EDITOR=false cml-encode --edit -s space.csv
echo $?
head -n 2 space.csv.edit
editor 's/contxt/context/; s/8|16/8|16|32/'
EDITOR=./editor cml-encode --edit -s space.csv
grep gpus space.csv
# An editor that fails changes nothing; what it left is kept if it did anything.
EDITOR=false cml-encode --edit -s space.csv
echo $?
EDITOR='echo more >>space.csv.edit; false' cml-encode --edit -s space.csv
tail -n 1 space.csv.edit
rm space.csv.edit
# A file that is no space file yet is edited as it is, and a missing one is not made.
printf 'name,role\n' >space.csv
editor '1s/role/role,type/; $a tp,param,int'
EDITOR=./editor cml-encode --edit -s space.csv
cat space.csv
EDITOR=true cml-encode --edit -s absent.csv
ls
EDITOR=true cml-encode --edit -s space.csv -o other.csv
