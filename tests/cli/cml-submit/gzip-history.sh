printf 'x\n1\n' | cml-submit -a h.csv.gz -- true
