cml-train --describe "$DATA/model-2/gbt.model" | sed -n '1p;/^features/,$p'
