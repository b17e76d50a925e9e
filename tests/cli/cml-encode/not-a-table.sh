# What a tracker, a spreadsheet or a browser saves instead of CSV.
printf 'PK\003\004rest' | cml-encode --infer
printf '\377\376t\000p\000,\000' | cml-encode --infer
printf '[{"tp": 4, "wps": 7}]' >jobs.json
cml-encode --infer jobs.json
printf '{"tp": 4, "mesh": {"wps": 7}}\n' | gzip | cml-encode --infer
printf 'PAR1\025\004' | cml-encode --infer
printf 'SQLite format 3\000' | cml-encode --infer
printf -- '- tp: 4\n  wps: 7\n' | cml-encode --infer
printf '<!DOCTYPE html>\n<html>' | cml-encode --infer
printf '"SEP=;"\ntp;wps\n' | cml-encode --infer
printf '/annex/objects/SHA256E-s12--4d7a.csv\n' | cml-encode --infer
printf 'outs:\n- md5: a3\n' | cml-encode --infer
printf '404: Not Found' | cml-encode --infer
printf '| tp | wps |\n|----|-----|\n| 4 | 7 |\n' | cml-encode --infer
printf '# by ada, of June\ntp,wps\n4,7\n' | cml-encode --infer
# A model and a space that git has not fetched or merged.
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n' >pointer
cml-train --describe pointer
printf 'name,role,type,domain\n<<<<<<< HEAD\nq,metric,max,\n=======\nq,metric,min,\n>>>>>>> b\n' >space.csv
cml-search -s space.csv
