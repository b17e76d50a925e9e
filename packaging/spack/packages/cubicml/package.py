# spack repo add packaging/spack && spack dev-build cubicml@0.1.0    (in the tree)
# Not yet built by Spack. At the release: url and sha256 of the archive of `make dist`.
from spack.package import *


class Cubicml(MakefilePackage):
    """Proposes the settings of the next training jobs from a log of finished ones."""

    license("Apache-2.0")

    version("0.1.0")

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("libcsv")
    depends_on("zlib-api")
    # Loaded at run time, by the path that Spack's compiler puts into the programs.
    depends_on("openblas threads=none +locking", type=("build", "link", "run"))

    def install(self, spec, prefix):
        make("WERROR=", "install", "prefix={0}".format(prefix))

    def build(self, spec, prefix):
        make("WERROR=")
