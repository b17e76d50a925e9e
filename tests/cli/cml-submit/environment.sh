printf 'x,micro batch\n1,"a b"\n' | cml-submit -q -a h.csv -- sh -c 'env | grep ^CML_ | sort' >/dev/null
sed "s|$PWD|PWD|" h.csv.jobs/*.1/stdout
