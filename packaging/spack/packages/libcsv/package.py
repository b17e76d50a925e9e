from spack.package import *


class Libcsv(AutotoolsPackage):
    """Small and fast CSV parser and writer in C."""

    homepage = "https://sourceforge.net/projects/libcsv/"
    git = "https://github.com/rgamble/libcsv.git"

    license("LGPL-2.1-or-later")

    version("master", branch="master")

    depends_on("c", type="build")
