fsdp-sim --help
