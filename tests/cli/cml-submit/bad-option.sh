echo x | cml-submit --no-such -- true
