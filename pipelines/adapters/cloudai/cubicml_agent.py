"""An agent for NVIDIA CloudAI that asks cml-search what to run next (docs/cloudai.md): agent = "cubicml".

What it asks with is in the folder `cubicml` beside CloudAI's trajectory.csv: the space, the history, the last model.
"""

import ast
import csv
import math
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from cloudai.core import BaseAgent, BaseAgentConfig


class CubicmlConfig(BaseAgentConfig):
    first: int = 10  # jobs that fill the space before a model proposes
    trajectories: list[str] = []  # trajectory.csv of earlier sweeps, to start from


class CubicmlAgent(BaseAgent):
    @staticmethod
    def get_config_class() -> type[BaseAgentConfig]:
        return CubicmlConfig

    def __init__(self, env: Any, config: CubicmlConfig):
        super().__init__(env, config)
        near = getattr(env, "iteration_dir", None)
        self.folder = Path(near) / "cubicml" if near else Path(tempfile.mkdtemp(prefix="cubicml-"))
        self.folder.mkdir(parents=True, exist_ok=True)
        self.step, self.n_ok, self.told, self.first = 0, 0, set(), []
        self.configure(env.define_action_space())

    def configure(self, config: dict[str, list[Any]]) -> None:
        self.action_space = config
        self.max_steps = getattr(self.env, "max_steps", 0) or math.prod(map(len, config.values()))
        self.kinds, self.cells = {}, {}  # how the cells of a setting are read; its values by their cells
        for name, values in config.items():
            is_number = all(type(v) in (int, float) and math.isfinite(v) for v in values)
            self.kinds[name] = float if is_number else str
            self.cells[name] = {float(v) if is_number else f"level{i}": v for i, v in enumerate(values)}
        settings = [(n, "param", "float" if self.kinds[n] is float else "categorical", "|".join(map(str, self.cells[n])))
                    for n in config]
        self.write("space.csv", ("name", "role", "type", "domain"), *settings, ("reward", "metric", "max", ""))
        self.write("history.csv", (*config, "reward", "cml_status"))
        for path in self.config.trajectories:
            self.read(path)

    def write(self, name: str, *rows: tuple, mode: str = "w") -> None:
        with open(self.folder / name, mode, newline="") as file:
            csv.writer(file).writerows(rows)

    def read(self, path: str) -> None:
        with open(path, newline="") as file:
            rows, last = csv.DictReader(file), 0
            for row in rows:
                try:
                    step, reward = int(row["step"]), float(row["reward"])
                    action, observation = ast.literal_eval(row["action"]), ast.literal_eval(row["observation"])
                    if None in row:
                        raise ValueError
                except (KeyError, SyntaxError, TypeError, ValueError):
                    raise ValueError(f"{path}:{rows.line_num}: no whole row of a trajectory: leave it out") from None
                if step <= last:
                    raise ValueError(f"{path}:{rows.line_num}: step {step} again: leave one of its rewards out")
                last = step
                self.learn(action, reward, observation)

    def learn(self, action: dict[str, Any], reward: float, observation: list[float]) -> None:
        """A row of the history, unless the action is outside the space."""
        failure = self.config.rewards
        failed = reward == failure.constraint_failure or failure.metric_failure in observation or not math.isfinite(reward)
        cells = [[c for c, v in self.cells[n].items() if v == action.get(n)][:1] for n in self.cells]
        if all(cells):
            self.n_ok += not failed
            self.write("history.csv", (*(c[0] for c in cells), "" if failed else reward, "failed" if failed else "ok"), mode="a")

    def tool(self, *words: str) -> int:
        done = subprocess.run(words, cwd=self.folder, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 3):
            raise RuntimeError(done.stderr.strip() or f"{words[0]}: exit status {done.returncode}")
        return done.returncode

    def search(self, *words: str) -> list[dict[str, Any]]:
        seed = str(self.config.random_seed + self.step)
        if self.tool("cml-search", "-q", *words, "--seed", seed, "--exclude", "history.csv", "-o", "next.csv") == 3:
            return []  # nothing is left to run
        with open(self.folder / "next.csv", newline="") as file:
            return [{n: self.cells[n][self.kinds[n](row[n])] for n in self.cells} for row in csv.DictReader(file)]

    def select_action(self, observation: list[float] | None = None) -> tuple[int, dict[str, Any]] | None:
        self.step += 1
        if self.step == 1 and self.n_ok < self.config.first:
            design = "random:design=maximin"
            self.first = self.search("-s", "space.csv", "--method", design, "-n", str(self.config.first))
            if self.config.start_action == "first":
                self.first.insert(0, {name: values[0] for name, values in self.action_space.items()})
        if self.first or self.n_ok < 2:
            found = [self.first.pop(0)] if self.first else self.search("-s", "space.csv", "-n", "1")
        else:
            self.tool("cml-encode", "-q", "-s", "space.csv", "-o", "features.csv", "history.csv")
            self.tool("cml-train", "-q", "-s", "space.csv", "-p", "gp", "-o", "model", "features.csv")
            found = self.search("-m", "model", "--method", "bayes:acquisition=ei", "-n", "1")
        return (self.step, found[0]) if found else None

    def update_policy(self, _feedback: dict[str, Any]) -> None:
        step = _feedback["trial_index"]
        if step in self.told:
            raise ValueError(f"two rewards for step {step}, the second {_feedback['value']}: one of them is of another step")
        self.told.add(step)
        self.learn(_feedback["action"], _feedback["value"], _feedback["observation"])
