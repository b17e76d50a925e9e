# The first splits as they stand, the others by their sum.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p tree:min-leaf=1 -o model
cml-train --describe model >tree.txt
sed -n '/^option/p; /^summary leaves/p; /^leaves/,/micro_batch <= 1.5/p' tree.txt
cksum <tree.txt
