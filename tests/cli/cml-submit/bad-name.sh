printf 'batch,lr\n1,2\n' | cml-submit --dry-run -- train --bs={batc}
