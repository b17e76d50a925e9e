# One row for each configuration, on standard output; what the metric is made of.
printf 'x,cml_pred\n1,9\n2,8\n' | cml-submit -j 1 --metric speed=p50 -- \
	sh -c 'for i in 1 2 3; do echo "step $i speed: $((i * $1)) it"; done' sh {x} |
	cut -d, -f1-4,7-10
