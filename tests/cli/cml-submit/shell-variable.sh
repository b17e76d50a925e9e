# '${lr}' is a shell's way to say it, and would come out as '$0.1'.
printf 'lr\n0.1\n' | cml-submit -- sh -c 'echo lr=${lr}'
