# Cells of a space file as other programs have them: each time one line with what to write.
cat >head.csv <<'END'
name,role,type,domain,encoding,default,when,unit,doc
TP,param,int,1|2,,1,,,
SeqLen [tok],context,int,1024|4096,,1024,,,
Base Model,context,categorical,Qwen-32B|7b,,7b,,,
Compile,param,bool,,,,,,
tok/s,metric,max,
END
try() {
	{ cat head.csv && printf '%s\n' "$1"; } >space.csv
	printf '%s\n' "$1" >&2
	echo tp | cml-encode -s space.csv --check
}
try 'x,param,int,1,2,4,8,,2,,,'
try 'x,param,categorical,no,optim,,no,,,'
try 'x,param,categorical,"no,optim",,no'
try 'x,param,int,1:8,,1,,,some, remark'
try 'r,rule,,min(TP, 2) == 2'
try 'r,rule,,`Base Model` == "7b"'
try 'r,rule,,"SeqLen [tok]" >= 4096'
try 'r,rule,,SeqLen [tok] >= 4096'
try 'r,rule,,seqlen >= 4096'
try 'r,rule,,tp > 1'
try 'r,rule,,`Base Model` == Qwen-32B'
