# What a search expected stands in the row beside what was measured; it is no part of the
# configuration, which does not run again with another expectation.
printf 'x,cml_pred,cml_rank\n1,2.5,1\n2,3,2\n' | cml-submit -a h.csv -j 1 --carry cml_rank,cml_pred -- true
cut -d, -f1-5 h.csv
printf 'x,cml_pred,cml_rank\n1,7,1\n' | cml-submit -a h.csv --carry cml_rank,cml_pred -- true
printf 'x,cml_pred\n1,7\n' | cml-submit -a h.csv --carry cml_rank -- true
printf 'x,cml_pred\n1,7\n' | cml-submit --carry x -- true
printf 'x,cml_key\n1,7\n' | cml-submit --carry cml_key -- true
echo "exit $?"
