echo x | cml-submit
