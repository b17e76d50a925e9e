# No configuration's fault: the run stops, and no row says that a job failed.
printf 'x\n1\n2\n3\n' | cml-submit -a h.csv -j 1 -- ./program {x}
echo "exit $?"
printf 'x\n1\n2\n3\n' | cml-submit -a h.csv -j 1 -- ./program {x}
echo "exit $?"
cut -d, -f1,3,7,10 h.csv
printf '#!/bin/sh\n' >program
chmod +x program
printf 'x\n1\n2\n3\n' | cml-submit -a h.csv -j 1 -- ./program {x}
echo "exit $?"
cut -d, -f1,3,7,10 h.csv
# A program that the configuration names is its own affair.
printf 'x\nprogram\nmissing\n' | cml-submit -a own.csv -j 1 -- ./{x}
echo "exit $?"
cut -d, -f1,3,7,10 own.csv
