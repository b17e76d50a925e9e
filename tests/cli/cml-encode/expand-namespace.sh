printf 'id,c,q\n1,"Namespace(tp=4, opt=Config(lr=1e-3), b=(1, 2), z=None)",5\n' | cml-encode --expand c
printf 'id,c,q\n1,"Namespace(tp=4, x)",5\n' | cml-encode --expand c
printf 'id,c,q\n1,"OrderedDict({'"'tp': np.int64(4), 'd'"': Config(type=torch.bfloat16, out=PosixPath('"'/a'"'))})",5\n' | cml-encode --expand c
printf 'id,c,q\n1,++tp=4 +pp=2,5\n' | cml-encode --expand c
printf 'id,c,q\n1,Config(4),5\n' | cml-encode --expand c
printf 'id,c,q\n1,"Namespace(func=<function main at 0x7f01>, m=<bound method M.f of <M object>>, mode=<Mode.A: 4>, tp=4)",5\n' | cml-encode --expand c
printf 'id,c,q\n1,"Namespace(func=<function main, tp=4)",5\n' | cml-encode --expand c
