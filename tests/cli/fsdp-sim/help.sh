fsdp-sim --help | sed -n '1,/^$/p; /default/p'
