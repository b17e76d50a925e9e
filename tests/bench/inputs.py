"""The inputs of the benchmark, made anew by seeded generators in every run."""
import array
import csv
import math
import os
import subprocess


class Inputs:
    """Makes each input once; every method returns the path or the prefix of what it made."""

    def __init__(self, root, build, folder, small, repeats=None):
        self.root, self.build, self.folder, self.small = root, build, folder, small
        self.repeats = repeats
        self.made = {}
        os.makedirs(folder, exist_ok=True)

    def tool(self, name):
        return os.path.join(self.build, "bin", name)

    def program(self, name):
        return os.path.join(self.build, "bench", "ours", name)

    def once(self, name, make):
        path = os.path.join(self.folder, name)
        if name not in self.made:
            make(path)
            self.made[name] = path
        return path

    @staticmethod
    def run(*command, output=None):
        if output is None:
            subprocess.run(command, check=True)
            return
        with open(output, "wb") as file:
            subprocess.run(command, check=True, stdout=file)

    def table(self, kind, rows, features, stream):
        """A table of bench_table: .x and .y."""
        return self.once(f"{kind}-{rows}x{features}-{stream}", lambda path: self.run(
            self.program("bench_table"), kind, str(rows), str(features), str(stream), path))

    def tables(self, kind, rows, features, first, rounds):
        """A table for each round of a row; {seed} in the prefix is the number of the round."""
        for seed in range(1, (self.repeats or rounds) + 1):
            self.once(f"{kind}-{rows}x{features}-{first}-{seed}", lambda path: self.run(
                self.program("bench_table"), kind, str(rows), str(features), str(first + seed),
                path))
        return os.path.join(self.folder, f"{kind}-{rows}x{features}-{first}-{{seed}}")

    def numbers(self, n):
        """A table of configurations 1 to n."""
        return self.once(f"numbers-{n}.csv", lambda path: self.run(
            "sh", "-c", f"echo x; seq {n}", output=path))

    def job_log(self, size):
        return self.once(f"jobs-{size}.csv", lambda path: self.run(
            self.program("bench_jobs"), str(size), "1", output=path))

    def ads_space(self):
        return os.path.join(self.root, "schemas", "ads-fsdp.csv")

    def ads_jobs(self, rows, seed):
        """A history of fsdp-sim with exactly so many finished jobs and no others."""
        def make(path):
            # Two in five random jobs fit into memory and run to their end.
            drawn = subprocess.run([self.tool("cml-search"), "-q", "-s", self.ads_space(),
                                    "--method", "random", "-n", str(3 * rows), "--seed", str(seed)], check=True,
                                   stdout=subprocess.PIPE)
            jobs = subprocess.run([self.tool("fsdp-sim"), "--table", "--seed", str(seed)],
                                  input=drawn.stdout, check=True, stdout=subprocess.PIPE)
            header, *lines = jobs.stdout.decode().splitlines()
            done = [line for line in lines if ",ok," in line][:rows]
            if len(done) < rows:
                raise RuntimeError(f"fsdp-sim gave {len(done)} finished jobs, {rows} are needed")
            with open(path, "w") as file:
                file.write("\n".join([header, *done]) + "\n")
        return self.once(f"ads-{rows}-{seed}.csv", make)

    def ads_features(self, rows, seed):
        """The same jobs as a feature table (.csv) and as numbers (.x, .y)."""
        def make(path):
            self.run(self.tool("cml-encode"), "-q", "-s", self.ads_space(), "-o", path + ".csv",
                     self.ads_jobs(rows, seed))
            with open(path + ".csv", newline="") as file:
                write_numbers(path, list(csv.DictReader(file)))
        return self.once(f"ads-features-{rows}-{seed}", make)

    def pairs(self, rows, values):
        """Two columns of bench_table; values > 0: so many distinct ones."""
        kind = "ties" if values else "pairs"
        return self.once(f"{kind}-{rows}", lambda path: self.run(
            self.program("bench_table"), kind, str(rows), str(values), "1", path))

    def public_runs(self):
        """The measured runs of llm-foundry, every fourth one held out, the target as a logarithm:
        prefixes of what to learn from and of what to test on; None without the table."""
        table = os.path.join(os.environ.get("CML_PUBLIC_DATA", ""), "llm_foundry.csv")
        if not os.path.exists(table):
            return None
        prefix = os.path.join(self.folder, "public")

        def make(path):
            self.run(self.tool("cml-encode"), "-q", "-s",
                     os.path.join(self.root, "schemas", "llm_foundry.csv"), "-o", path, table)
            with open(path, newline="") as file:
                rows = [row for row in csv.DictReader(file) if row["cml_target"]]
            write_numbers(prefix + "-train", [r for i, r in enumerate(rows) if i % 4], log=True)
            write_numbers(prefix + "-test", rows[::4], log=True)
        self.once("public.csv", make)
        return prefix + "-train", prefix + "-test"


def write_numbers(prefix, rows, log=False):
    """Rows of a feature table as PREFIX.x and PREFIX.y."""
    features = [name for name in rows[0] if not name.startswith("cml_")]
    x = array.array("f", (float(row[name] or "nan") for row in rows for name in features))
    y = array.array("d", (float(row["cml_target"]) for row in rows))
    if log:
        y = array.array("d", map(math.log, y))
    for suffix, numbers in ((".x", x), (".y", y)):
        with open(prefix + suffix, "wb") as file:
            numbers.tofile(file)
