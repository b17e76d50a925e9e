# The command before it in a pipe failed: that is the cause, and the second line says so.
cml-encode -s none.csv jobs.csv | cml-train -o model
echo $?
printf 'role,name\n' >space.csv
cml-encode -s none.csv jobs.csv | cml-encode --infer
: >empty.csv
cml-train -o model empty.csv
