printf 'id,c,q\n1,"Namespace(tp=4, opt=Config(lr=1e-3), b=(1, 2), z=None)",5\n' | cml-encode --expand c
printf 'id,c,q\n1,"Namespace(tp=4, x)",5\n' | cml-encode --expand c
