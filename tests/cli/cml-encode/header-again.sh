# The header once more, as cat leaves it: with a byte order mark, in another case or order, with blanks.
for again in 'tp,mode,wps' '\357\273\277tp,mode,wps' 'TP,Mode,WPS' 'tp , mode, wps' 'tp,wps,mode'; do
	printf "tp,mode,wps\n1,a,10\n$again\n2,b,20\n" | cml-encode --infer 2>&1
done
# A title or a comment of another kind above the header, with how many lines to leave out.
for above in '// by ada' '; by ada' '-- by ada' 'Jobs of March\n' '% a\n% b'; do
	printf '%b\ngpus,tp,speed\n8,1,9\n' "$above" >log.csv
	cml-encode --infer log.csv 2>&1
done
