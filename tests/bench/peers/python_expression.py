"""The same rule as a Python function: python_expression.py SPACE EXPRESSION RUNS EVALUATIONS, as
bench_expression. All values are whole numbers, and Python's fastest way to them is arguments."""
import csv
import statistics
import sys
import time


def evaluate(rule, rest, n):
    total = 0
    for i in range(n):
        total += rule(i % 8 + 1, *rest)
    return total


with open(sys.argv[1], newline="") as file:
    columns = [(row["name"], int(row["default"])) for row in csv.DictReader(file)]
rule = eval(f"lambda {', '.join(name for name, _ in columns)}: {sys.argv[2]}")
rest = [value for _, value in columns[1:]]
runs, n = int(sys.argv[3]), int(sys.argv[4])
evaluate(rule, rest, n // 10)
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    value = evaluate(rule, rest, n)
    seconds.append(time.perf_counter() - start)
print(f"seconds={statistics.median(seconds):.9f} value={value:.17g}")
