printf 'x\n1\n' | cml-submit --backend replay=measured.csv
