# What the history has is not printed.
printf 'x\n1\n2\n' | cml-submit -q -a h.csv -- true
printf 'x\n1\n3\n2\n' | cml-submit -a h.csv --dry-run -- echo {x} | sed "s|$PWD|PWD|g; s/CML_cml_[a-z]*=[^ ]* //g"
