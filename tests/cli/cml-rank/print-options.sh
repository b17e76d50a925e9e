cml-rank --print-options
