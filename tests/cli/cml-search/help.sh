cml-search --help | sed -n '1,/^$/p; /default/p'
