echo 'batch' | cml-submit --backend local=4 -- true
