# What a tracker, a spreadsheet or a browser saves instead of CSV.
printf 'PK\003\004rest' | cml-encode --infer
printf '\377\376t\000p\000,\000' | cml-encode --infer
printf '[{"tp": 4, "wps": 7}]' >jobs.json
cml-encode --infer jobs.json
printf '<!DOCTYPE html>\n<html>' | cml-encode --infer
