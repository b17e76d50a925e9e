"""pandas, C engine: pandas_read.py CSV."""
import sys

import pandas

print(pandas.read_csv(sys.argv[1], engine="c").shape)
