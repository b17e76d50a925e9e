# Spaces in which nothing can be proposed: CODE OPTIONS ROW...
space() {
	code=$1 options=$2
	shift 2
	printf '%s\n' name,role,type,domain,default "$@" >space.csv
	cml-search -s space.csv $options
	[ $? -eq $code ] || echo "not $code: $*"
}
space 1 '-n 3' a,param,int,1:
space 2 '-n 3' a,param,int,1:9 'gpu,context,categorical,a100|h100'
space 3 '-n 3' a,param,int,1:9 'odd,rule,,a % 2 == 1' 'even,rule,,a % 2 == 0'
space 3 '' a,param,int,1:4 'never,rule,,a > 4'
space 1 --include-default a,param,int,1:9,4 'odd,rule,,a % 2 == 1'
space 1 --include-default a,param,int,1:9,4 b,param,int,1:9
# So many are not held.
space 1 '-n 1000000000000000000 --method random' a,param,float,0:1 b,param,int,1:9
space 1 '-n 1000000000000000000 --method auto' a,param,float,0:1 b,param,int,1:9
