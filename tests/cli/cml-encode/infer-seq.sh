# `seq` is a length where it repeats, and the number of the row where it does not.
awk 'BEGIN { print "seq,tp,wps"; for (i = 0; i < 40; i++) print (i % 3 ? 2048 : 4096) "," 2 ^ (i % 4) "," 100.5 + i * 7 % 11 }' | cml-encode -q --infer | grep seq
awk 'BEGIN { print "Seq,tp,wps"; for (i = 0; i < 40; i++) print i + 1 "," 2 ^ (i % 4) "," 100.5 + i * 7 % 11 }' | cml-encode -q --infer | grep Seq
# Blanks between the columns, one each.
printf 'tp mb wps\n8 1 270.0\n4 2 248.9\n' | cml-encode --infer
