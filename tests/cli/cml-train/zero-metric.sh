# One job that reports 0 takes the logarithm from all: told. Of many it is what the metric is like.
table() {
	echo cml_target,x
	for i in $(seq 20); do echo "$i.5,$i"; done
	for i in $(seq "$1"); do echo "$2,$((20 + i))"; done
}
table 1 0 | cml-train -o model
table 2 -3 | cml-train -o model
table 2 -3 | cml-train --no-log-target -o model
table 2 -3 | cml-train -p gp -o model
table 9 -3 | cml-train -o model
