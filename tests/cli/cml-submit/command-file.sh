# What ran can be run again by hand.
printf 'x\n"a'"'"'b $c"\n' | cml-submit -q -a h.csv -- printf '<%s>\n' {x}
sed "s|$PWD|PWD|; s|^#: host .*|#: host HOST|" h.csv.jobs/*.1/command
sh h.csv.jobs/*.1/command
