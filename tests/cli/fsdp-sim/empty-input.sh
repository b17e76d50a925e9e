printf '' | fsdp-sim --table
