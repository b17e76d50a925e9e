# Rows that cannot be written are an error, before a job starts.
printf 'x\n1\n' | cml-submit -q -o /dev/full -- touch started
echo "exit $?"
ls
