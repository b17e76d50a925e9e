# Whether line 1 is a title is asked where the next row has more cells, not of other errors in line 2.
printf 'name\na\0b\n' | cml-submit -- true
printf 'Jobs of May\nname,tp\na,4\n' | cml-submit -- true
