cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p mlp:hidden=16,epochs=5,ensemble=2,dropout=0.25 -o model
cml-train --describe model | sed -n '/^target/p; /^option/p; /^summary unit/p; /^nets/p'
