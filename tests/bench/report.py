"""Results of the benchmark as text: a table for each row, and docs/benchmarks.md of all."""
import json
import os
import platform
import statistics
import subprocess

PACKAGES = ("python3-torch", "python3-sklearn", "python3-xgboost", "python3-scipy",
            "python3-pandas", "python3-numpy", "libopenblas0-pthread",
            "miller", "parallel", "libcsv-dev", "python3", "gcc")
OPTIONAL = ("gbt-public",)  # needs data that do not ship


def commit(root):
    """The commit that is measured, with a plus when files differ from it."""
    def git(*arguments):
        return subprocess.run(["git", "-C", root, *arguments], check=True,
                              stdout=subprocess.PIPE).stdout.decode().strip()
    try:
        changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")
        return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def span(values, form="{:.3g}"):
    """Median, with minimum and maximum where they differ."""
    low, middle, high = (form.format(f(values)) for f in (min, statistics.median, max))
    return middle if low == high else f"{middle} ({low} to {high})"


def times(result, contender):
    return [run[result["time"]] for run in contender["runs"]]


def median_time(result, contender):
    return statistics.median(times(result, contender))


def ratios(result, peer, ours):
    """How many times as long the peer took, round by round."""
    return [p / o for p, o in zip(times(result, peer), times(result, ours))]


def sides(result):
    ours = [c for c in result["contenders"] if c["product"] == "CubicML"]
    return ours, [c for c in result["contenders"] if c["product"] != "CubicML"]


def fastest(result, contenders):
    return min(contenders, key=lambda c: median_time(result, c))


def counterpart(result, peer):
    """Ours with the peer's number of threads, or the fastest where there is none."""
    ours = sides(result)[0]
    same = [c for c in ours if c["threads"] == peer["threads"]]
    return same[0] if same else fastest(result, ours)


def cells(result, contender):
    """One line of a row's table, as texts."""
    runs = contender["runs"]
    line = [contender["label"], span(times(result, contender), "{:.4g}")]
    if result["time"] == "wall_s":
        line.append(span([run["cpu_s"] for run in runs]))
    line.append("{:,.0f}".format(statistics.median(run["peak_mb"] for run in runs)))
    if result["amount"]:
        line.append("{:,.3g}".format(result["amount"] / median_time(result, contender))
                    if result["amount"] / median_time(result, contender) < 1000 else
                    "{:,.0f}".format(result["amount"] / median_time(result, contender)))
    for score in result["scores"]:
        values = [run[score] for run in runs]
        shown = "{:.15g}" if result["agree"] == score else "{:.5g}"
        text = shown.format(statistics.mean(values))
        if max(values) > min(values):
            text += f" ({shown.format(min(values))} to {shown.format(max(values))})"
        line.append(text)
    if contender["product"] == "CubicML":
        return line + ["", ""]
    ours = sides(result)[0]
    return line + [span(ratios(result, contender, counterpart(result, contender))),
                   span(ratios(result, contender, fastest(result, ours)))]


def is_busy(result):
    """Whether others were at work when the row began."""
    return result["others"] > 0.25


def markdown(lines):
    head = ["| " + " | ".join(lines[0]) + " |", "|" + "---|" * len(lines[0])]
    return "\n".join(head + ["| " + " | ".join(line) + " |" for line in lines[1:]])


def section(result):
    """A row: what it is, how to run it again, and its table."""
    head = ["", "wall s" if result["time"] == "wall_s" else "s"]
    head += ["CPU s"] if result["time"] == "wall_s" else []
    head += ["peak MB"] + ([result["unit"] + "/s"] if result["amount"] else [])
    head += result["scores"] + ["times ours, same threads", "times our fastest"]
    table = markdown([head] + [cells(result, c) for c in result["contenders"]])
    agree = f" All agree on the {result['agree']} to 12 digits." if result["agree"] else ""
    busy = ("**The machine was busy: figures not to be quoted.** " if is_busy(result) else "")
    n = len(result["contenders"][0]["runs"])
    return (f"### {result['name']}\n\n{result['what']}{agree}\n\n"
            f"{busy}`make bench ROWS={result['name']}`; rounds: {n}; {result['when']}, commit "
            f"{result['commit']}, {result['others']:.2f} processors busy before.\n\n{table}\n")


def accuracy(result, ours, peer):
    """The first score of both, means over the rounds."""
    if result["agree"]:
        return "equal to 12 digits"
    if not result["scores"]:
        return ""
    score = result["scores"][0]
    both = (statistics.mean(run[score] for run in c["runs"]) for c in (ours, peer))
    return score + " " + " / ".join(f"{mean:.4f}" for mean in both)


def summary(results):
    """For each row and peer product: its fastest contender against ours."""
    lines = [["row", "ours", "peer", "times ours, same threads", "times our fastest",
              "ours / peer", ""]]
    for result in results:
        ours, peers = sides(result)
        for product in dict.fromkeys(c["product"] for c in peers):
            peer = fastest(result, [c for c in peers if c["product"] == product])
            mine = counterpart(result, peer)
            ratio = ratios(result, peer, mine)
            slower = "**ours is slower**" if statistics.median(ratio) < 1 else ""
            lines.append([result["name"], f"{median_time(result, mine):.4g} s",
                          f"{peer['label']}: {median_time(result, peer):.4g} s", span(ratio),
                          span(ratios(result, peer, fastest(result, ours))),
                          accuracy(result, mine, peer), slower])
    return markdown(lines)


def installed():
    """Versions of what was measured, from Debian's list of packages."""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Version}, ", *PACKAGES],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode().rstrip(", ")


def machine():
    with open("/proc/cpuinfo") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    return (f"{models[0] if models else platform.machine()}, {os.cpu_count()} processors, "
            f"{memory:.0f} GB, Linux {'.'.join(platform.release().split('.')[:2])}")


def write(folder, names, target, root):
    """Joins what is there to benchmarks.md in folder, and to target when no row is missing and
    none was measured on a busy machine."""
    results, missing = [], []
    for name in names:
        path = os.path.join(folder, name + ".json")
        if not os.path.exists(path):
            missing.append(name)
            continue
        with open(path) as file:
            results.append(json.load(file))
    if not results:
        return
    text = (
        "# Benchmarks\n\n"
        "Made by `make bench`; do not edit. Times are medians over the rounds, with minimum and "
        "maximum in parentheses; the contenders of a row take turns on the same input in the same "
        "run. *Times ours* is the time of the peer divided by ours, round by round: below 1, ours is "
        "slower. Hyper-parameters are equal; exceptions are noted in the row. Inputs are from seeded "
        "generators. Peak memory is that of the whole process, interpreter and input included. Peers "
        "are Debian's packages: other builds of them (PyTorch with MKL) may be faster.\n\n"
        f"- machine: {machine()}\n- versions: {installed()}\n\n"
        "## Summary\n\nThe fastest contender of each peer.\n\n"
        f"{summary(results)}\n\n## Rows\n\n" + "\n".join(map(section, results)))
    if missing:
        text += "\nNot run: " + ", ".join(missing) + ".\n"
    text += "\nNext: [How the toolkit is built](architecture.md)\n"
    own = os.path.join(folder, "benchmarks.md")
    paths = [own]
    busy = [result["name"] for result in results if is_busy(result)]
    if target and not busy and not [name for name in missing if name not in OPTIONAL]:
        paths.append(target)
    for path in paths:
        with open(path, "w") as file:
            file.write(text)
    if busy:
        print("bench: measured on a busy machine, and not for docs: " + ", ".join(busy))
    print("bench: written: " + ", ".join(os.path.relpath(path, root) for path in paths))
