cml-train --help
