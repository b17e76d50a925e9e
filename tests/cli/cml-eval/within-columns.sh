# Two contexts of opposite order, and a job alone, which is left out.
printf 'model,gpus,wps,pred\nbert,8,1,1\nbert,8,2,2\nbert,8,3,3\nbert,8,4,4\nbert,8,5,5\ngpt,8,101,105\ngpt,8,102,104\ngpt,8,103,103\ngpt,8,104,102\ngpt,8,105,101\ngpt,16,1,9\n' |
	cml-eval --actual wps --predicted pred --within model,gpus --metrics kendall,kendall-within,mape-within --bootstrap 100
