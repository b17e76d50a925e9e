cml-submit -- true </dev/null
