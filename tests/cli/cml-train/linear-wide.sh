# Ten columns, three rows; a column that is the same in the log and not in the candidates; a
# level and values that no job had.
{
	echo 'a,b,c,d,e,f,g,h,same,gpu=a100,cml_target'
	echo '1,0,2,5,,1,7,3,4,1,10'
	echo '2,1,2,3,1,0,7,1,4,0,20'
	echo '3,0,1,4,0,1,8,2,4,0,35'
} | cml-train -q -p linear -o model
{
	echo 'a,b,c,d,e,f,g,h,same,gpu=a100'
	echo '3,0,1,4,0,1,8,2,4,0'
	echo '3,0,1,4,0,1,8,2,9,0'
	echo '30,9,100,-4,,5,80,20,9,7'
	echo '3000,9999,1e9,-4e9,,555,80000,20000,9,777'
} | cml-rank -q -m model --no-sort | awk -F, 'NR > 1 { printf "%.4g\n", $11 }'
