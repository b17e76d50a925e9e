# Rows that cannot be written are an error; the jobs' records keep the results.
printf 'x\n1\n' | cml-submit -q --jobs jobs -o /dev/full -- true
echo "exit $?"
printf 'x\n1\n' | cml-submit --jobs jobs -- false | cut -d, -f1-3
