# A column of that name does not replace the number of the slot.
printf 'SLOT\n5\n6\n' | cml-submit -j 1 --metric q -- sh -c 'echo q=$CML_SLOT' | cut -d, -f1,2
