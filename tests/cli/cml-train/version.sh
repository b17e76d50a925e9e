cml-train --version
