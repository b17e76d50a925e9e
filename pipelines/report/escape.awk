# Text as it stands in HTML: awk -f html.awk -f escape.awk
{ print escaped($0) }
