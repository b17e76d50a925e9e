cml-train --no-such-option
