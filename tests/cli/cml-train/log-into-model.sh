echo x | cml-train --log model -o model
echo x | cml-train --log -
