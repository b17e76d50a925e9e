# What no process can be given is refused before the first job starts.
printf 'x\n1\na\0b\n2\n' | cml-submit -a h.csv -j 1 -- touch started
echo $?
(echo x; echo 1; head -c 140000 /dev/zero | tr '\0' y; echo) | cml-submit -a h.csv -j 1 -- touch started {x}
echo $?
(echo x; echo 1; head -c 140000 /dev/zero | tr '\0' y; echo) | cml-submit -a h.csv -j 1 -- touch started
echo $?
ls
printf 'x\n1\na\0b\n2\n' | cml-submit -a h.csv --bad-rows skip -- true
