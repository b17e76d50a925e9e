for floor in 1.1 -0.5 nan high; do cml-rank -m model --min-ok $floor; done
cml-rank -m model --min-ok 0.5 --ignore-failures
