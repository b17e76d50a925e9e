# The header once more, as cat leaves it: with a byte order mark, in another case or order, with blanks.
for again in 'tp,mode,wps' '\357\273\277tp,mode,wps' 'TP,Mode,WPS' 'tp , mode, wps' 'tp,wps,mode'; do
	printf "tp,mode,wps\n1,a,10\n$again\n2,b,20\n" | cml-encode --infer 2>&1
done
