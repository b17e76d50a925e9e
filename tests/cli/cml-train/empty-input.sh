printf '' | cml-train -o model
