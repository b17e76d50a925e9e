"""Makes the exports of this directory: python3 make.py (pandas 1.5.3, Optuna 3.1.0).

The jobs are simulated by the formulas below. pandas.csv and optuna.csv are written by the real
programs; the others by pandas with the columns, types and words that the manuals of MLflow
(search_runs, and the table of its web page) and W&B (public API, and the same) give. sacct.psv is
made by sacct.sh.
"""
import csv
import json
import math
import random

import optuna
import pandas

TP, PP, MICRO_BATCH, GPUS = (1, 2, 4, 8), (1, 2, 4), (1, 2, 4, 8), (16, 32)


def simulate(job, rng):
    """Tokens per second, or None when the job runs out of memory."""
    ranks = job["tp"] * job["pp"]
    parameters_gb = 16.0 * 13 / ranks / (1 if ranks >= 8 else job["gpus"] / ranks)
    activations_gb = job["micro_batch"] * (3.0 if job["recompute"] else 11.0) / job["tp"]
    job["peak_mem_gb"] = round(parameters_gb + activations_gb + 4 + rng.uniform(-0.4, 0.4), 2)
    if job["peak_mem_gb"] > 80:
        return None
    efficiency = 0.5 * (1 - math.exp(-job["micro_batch"] * 1.1)) / (1 + 0.09 * (job["tp"] - 1))
    efficiency /= 1 + 0.05 * (job["pp"] - 1)
    efficiency *= 0.77 if job["recompute"] else 1
    return round(job["gpus"] * 4000 * efficiency * rng.lognormvariate(0, 0.015), 1)


def draw(rng):
    job = {"gpus": rng.choice(GPUS), "tp": rng.choice(TP), "pp": rng.choice(PP)}
    job["dp"] = job["gpus"] // (job["tp"] * job["pp"]) or None
    job["micro_batch"] = rng.choice(MICRO_BATCH)
    job["recompute"] = rng.random() < 0.5
    return job if job["dp"] else draw(rng)


def jobs(n, seed):
    rng = random.Random(seed)
    return [(job, simulate(job, rng)) for job in (draw(rng) for _ in range(n))]


def start(i):
    return pandas.Timestamp("2026-03-02 08:00:00.117") + pandas.Timedelta(minutes=13 * i)


def pandas_table():
    rows = []
    for i, (job, speed) in enumerate(jobs(60, 1)):
        row = {"started": start(i), **job, "tokens_per_sec": speed, "loss": None}
        row["loss"] = None if speed is None else round(2.2 + 0.01 * (i % 7), 3)
        row["peak_mem_gb"] = None if speed is None else row.pop("peak_mem_gb")
        row["state"] = "oom" if speed is None else "ok"
        rows.append(row)
    rows[7].update(tokens_per_sec=None, peak_mem_gb=None, loss=None, state="preempted")
    rows[21]["micro_batch"] = None  # as a setting that was not logged: the others become floats
    pandas.DataFrame(rows).to_csv("pandas.csv")


def optuna_table():
    rng = random.Random(2)

    def objective(trial):
        job = {"gpus": 16}
        job["tp"] = trial.suggest_categorical("tp", TP)
        job["pp"] = trial.suggest_categorical("pp", PP)
        job["micro_batch"] = trial.suggest_int("micro_batch", 1, 8)
        job["recompute"] = trial.suggest_categorical("recompute", [True, False])
        if job["recompute"]:
            trial.suggest_categorical("recompute_layers", [1, 2, 4])
        trial.set_user_attr("gpu", "H100-80GB")
        if job["tp"] * job["pp"] > job["gpus"]:
            raise optuna.TrialPruned
        speed = simulate(job, rng)
        trial.set_user_attr("peak_mem_gb", job["peak_mem_gb"])
        if speed is None:
            raise MemoryError
        trial.report(speed * 0.9, 1)
        if speed < 6000:
            raise optuna.TrialPruned
        return speed

    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.RandomSampler(seed=2))
    study.optimize(objective, n_trials=60, catch=(MemoryError,))
    study.ask().suggest_categorical("tp", TP)  # a trial that still runs
    study.trials_dataframe().to_csv("optuna.csv", index=False)


def mlflow_table():
    rows = []
    for i, (job, speed) in enumerate(jobs(60, 3)):
        end = start(i) + pandas.Timedelta(minutes=11 if speed else 1)
        status = "FINISHED" if speed else "FAILED"
        if i == 59:
            status, end, speed = "RUNNING", pandas.NaT, None
        if i == 30:
            status, speed = "KILLED", None
        peak = job.pop("peak_mem_gb")
        row = {"run_id": f"{i * 7919:032x}", "experiment_id": "7", "status": status,
               "artifact_uri": f"mlflow-artifacts:/7/{i * 7919:032x}/artifacts",
               "start_time": start(i).tz_localize("UTC"),
               "end_time": end.tz_localize("UTC") if end is not pandas.NaT else end,
               "metrics.tokens_per_sec": speed, "metrics.peak_mem_gb": peak if speed else None,
               "metrics.epoch": 1.0 if speed else None}
        row.update({f"params.{name}": str(value) for name, value in job.items()})
        row["params.learning_rate"] = "0.0003"
        row["tags.mlflow.user"] = "ada" if i % 3 else "bob"
        row["tags.mlflow.source.name"] = "train.py"
        row["tags.mlflow.runName"] = f"able-cod-{i}"
        row["tags.cluster"] = "alps"
        rows.append(row)
    pandas.DataFrame(rows[::-1]).to_csv("mlflow.csv", index=False)


def mlflow_page():
    """What "Download CSV" of the web page gives: plain names, durations with a unit."""
    rows = []
    for i, (job, speed) in enumerate(jobs(60, 3)):
        job.pop("peak_mem_gb")
        rows.append({"Start Time": start(i).strftime("%Y-%m-%d %H:%M:%S"),
                     "Duration": f"{7 + i % 5}.{i % 10}min" if speed else f"{20 + i}.3s",
                     "Run ID": f"{i * 7919:032x}", "Name": f"able-cod-{i}", "Source Type": "LOCAL",
                     "Source Name": "train.py", "User": "ada",
                     "Status": "FINISHED" if speed else "FAILED", **job, "tokens_per_sec": speed})
    pandas.DataFrame(rows).to_csv("mlflow_page.csv", index=False)


def wandb_runs():
    """The table of the manual's "export data": two dicts and a name; and the state."""
    rows = []
    for i, (job, speed) in enumerate(jobs(60, 4)):
        config = {"model": "13b", "gpus": job["gpus"],
                  "mesh": {"tp": job["tp"], "pp": job["pp"], "dp": job["dp"]},
                  "micro_batch": job["micro_batch"], "recompute": job["recompute"],
                  "betas": [0.9, 0.95], "resume": None}
        summary = {"_step": 40, "_timestamp": start(i).timestamp() + 700.25, "_runtime": 611.5 + i,
                   "_wandb": {"runtime": 611 + i}, "tokens_per_sec": speed, "loss": 2.25}
        if speed is None:
            summary = {"_wandb": {"runtime": 20}}
        state = "running" if i == 59 else "finished" if speed else "crashed" if i % 2 else "failed"
        rows.append((summary, config, f"brisk-moon-{i}", state))
    table = pandas.DataFrame(rows, columns=["summary", "config", "name", "state"])
    table.to_csv("runs.csv")
    with open("runs.jsonl", "w", encoding="utf-8") as lines:
        for summary, config, name, state in rows:
            row = {"name": name, "state": state, "config": config, "summary": summary}
            print(json.dumps(row), file=lines)


def wandb_page():
    """What "Export as CSV" of the runs table gives: every cell in quotes."""
    rows = []
    for i, (job, speed) in reversed(list(enumerate(jobs(60, 5)))):
        job.pop("peak_mem_gb")
        state = "finished" if speed else ("crashed", "failed", "killed")[i % 3]
        rows.append({"Name": f"brisk-moon-{i}", "State": state,
                     "Notes": 'said "slow"' if i == 12 else "", "User": "ada",
                     "Tags": "bs sweep" if i % 2 else "",
                     "Created": start(i).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                     "Runtime": 611 + i if speed else 20 + i, "Sweep": "k2x",
                     **{name: str(value).lower() for name, value in job.items()},
                     "_step": 40 if speed else "", "_timestamp": start(i).timestamp() + 700.25,
                     "tokens_per_sec": speed or "", "train/loss": "NaN" if speed is None else 2.25})
    pandas.DataFrame(rows).to_csv("wandb.csv", index=False, quoting=csv.QUOTE_ALL)


def ray_table():
    """ResultGrid.get_dataframe(): the last report of each trial; those that reported none are absent."""
    rows = []
    for i, (job, speed) in enumerate(jobs(60, 6)):
        if speed is None:
            continue
        peak = job.pop("peak_mem_gb")
        seconds = 300.5 + i
        rows.append({"tokens_per_sec": speed, "peak_mem_gb": peak, "loss": 2.25,
                     "timestamp": 1772439100 + 780 * i, "checkpoint_dir_name": "", "done": True,
                     "training_iteration": 4, "trial_id": f"3f2a{i:04x}",
                     "date": f"2026-03-02_{8 + i // 6:02}-{i % 6}3-07",
                     "time_this_iter_s": seconds / 4, "time_total_s": seconds, "pid": 4100 + 7 * i,
                     "hostname": "alps1", "node_ip": "10.0.0.4", "time_since_restore": seconds,
                     "iterations_since_restore": 4,
                     **{f"config/{name}": value for name, value in job.items()},
                     "logdir": f"3f2a{i:04x}"})
    with open("ray.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    pandas_table()
    optuna_table()
    mlflow_table()
    mlflow_page()
    wandb_runs()
    wandb_page()
    ray_table()
