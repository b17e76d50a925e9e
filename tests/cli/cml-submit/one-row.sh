# One of them is not several.
printf 'x\n1\n2\n' | cml-submit -a h.csv -j 1 --max-failures 1 -- false
printf 'x\n3\n4\n' | cml-submit -a k.csv -j 1 -- sh -c '
	[ $1 = 4 ] || exit 0
	until [ $(wc -l <k.csv) = 2 ]; do sleep 0.02; done
	head -n 1 k.csv >new && mv new k.csv' sh {x}
printf 'x\n1\n' | cml-submit -a w.csv --metric qps --warmup 1 -- echo qps=1
