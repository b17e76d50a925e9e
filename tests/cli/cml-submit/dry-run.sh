# Derived columns of the space, our own names, braces by doubling; quoted to be pasted.
cat >space.csv <<'S'
name,role,type,domain
tp,param,int,1:8
gpus,context,int,1:64
dp,derived,,gpus // tp
S
printf 'tp,gpus,note\n2,16,"it'"'"'s $(here); now"\n' |
	cml-submit -s space.csv -a history.csv --dry-run -- ./train.sh --dp={dp} '{{tp}}={tp}' '{note}' \
		{cml_key}.{cml_attempt} '{cml_dir}' | sed "s|$PWD|PWD|g"
ls
