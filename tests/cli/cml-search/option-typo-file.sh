# What looks like an option is the name of an output, and a name that is short for several is listed.
cml-search -o --exlude
echo $?
cml-search -m model --ex history.csv
