#!/bin/sh
# The agent for CloudAI, by a stand-in of CloudAI's interface: it finds the best of a space of numbers, words, flags and lists in
# fewer steps than the grid has, keeps clear of what fails (-1), starts from an earlier trajectory, ends when nothing is left,
# and refuses a trajectory that is cut, and two rewards for one step, in one line.
set -eu
. "$ROOT/tests/begin.sh"
command -v python3 >/dev/null || { echo 'skipped: no python3' && exit 77; }
mkdir cloudai
: >cloudai/__init__.py
cat >cloudai/core.py <<'E2'
"""As much of CloudAI's interface as an agent sees: names, arguments and order of calls."""


class RewardOverrides:
    constraint_failure = metric_failure = -1.0


class BaseAgentConfig:
    random_seed = 42
    start_action = "random"
    rewards = RewardOverrides()

    def __init__(self, **settings):
        for name, value in settings.items():
            getattr(self, name)
            setattr(self, name, value)


class BaseAgent:
    supports_variable_environment = False

    def __init__(self, env, config):
        self.env, self.config, self.action_space, self.max_steps = env, config, {}, 0

    def run(self):
        observation, _ = self.env.reset()
        for _ in range(self.max_steps):
            result = self.select_action(observation=observation)
            if result is None:
                break
            step, action = result
            before = observation
            observation, reward, done, *_ = self.env.step(action)
            self.update_policy({"trial_index": step, "value": reward, "observation": observation,
                                "prev_observation": before, "action": action, "done": done})
        return 0
E2
cat >test.py <<'E2'
import csv
import itertools

from cubicml_agent import CubicmlAgent

SPACE = {"cmd_args.tp": [1, 2, 4, 8], "cmd_args.mem": [0.8, 0.85, 0.9], "extra_env_vars.ALGO": ["Ring", "a|b", None],
         "fused": [False, True], "NUM_NODES": [1, 2], "devices": [[0], [0, 1]]}


class Env:
    def __init__(self, max_steps, path="trajectory.csv", space=SPACE):
        self.max_steps, self.path, self.space, self.rewards, self.actions = max_steps, path, space, [], []

    def define_action_space(self):
        return self.space

    def reset(self, seed=None, options=None):
        return [0.0], {}

    def step(self, action):
        assert all(any(v is a or v == a and type(v) is type(a) for v in self.space[n]) for n, a in action.items()), action
        self.actions.append(action)
        get = lambda name, default: action.get(name, default)
        seconds = 20 / (get("cmd_args.tp", 1) * get("NUM_NODES", 1)) ** 0.7 - 2 * get("fused", False) - 4 * (get("cmd_args.mem", 0) - 0.8)
        seconds += {"Ring": 1, "a|b": 0, None: 2}[get("extra_env_vars.ALGO", None)]
        fails = get("cmd_args.mem", 0) == 0.9 and get("fused", False)
        seconds, reward = (-1.0, -1.0) if fails else (seconds, 1 / seconds)
        self.rewards.append(reward)
        return [seconds], reward, False, {}


def agent_of(env, **settings):
    return CubicmlAgent(env, CubicmlAgent.get_config_class()(**settings))


def all_rewards():
    env = Env(0)
    for values in itertools.product(*SPACE.values()):
        env.step(dict(zip(SPACE, values)))
    return sorted(env.rewards)


env = Env(30)
assert agent_of(env, start_action="first").run() == 0
assert env.actions[0] == {name: values[0] for name, values in SPACE.items()}
assert len(env.actions) == 30 and all(a not in env.actions[:i] for i, a in enumerate(env.actions))
assert max(env.rewards) > 0.97 * all_rewards()[-1], (max(env.rewards), all_rewards()[-1])
assert sum(r == -1 for r in env.rewards[15:]) <= 3, env.rewards
with open("trajectory.csv", "w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["step", "action", "reward", "observation"])
    rows.writerows((i + 1, a, r, [r]) for i, (a, r) in enumerate(zip(env.actions, env.rewards)))

later = Env(3)
agent = agent_of(later, trajectories=["trajectory.csv"])
assert agent.n_ok == sum(r > 0 for r in env.rewards)
assert agent.run() == 0 and not agent.first
assert len(later.actions) == 3 and all(a not in env.actions for a in later.actions)
# Of what is left the better half.
assert max(later.rewards) > all_rewards()[len(all_rewards()) // 2], later.rewards

small = Env(9, space={"cmd_args.tp": [1, 2], "fused": [False, True]})
assert agent_of(small).run() == 0 and len(small.actions) == 4


def refusal(action):
    try:
        action()
    except ValueError as error:
        return str(error)
    return "nothing"


def trajectory_with(line):
    with open("trajectory.csv") as file, open("cut.csv", "w") as cut:
        cut.write(file.read() + line)
    return refusal(lambda: agent_of(Env(3), trajectories=["cut.csv"]))


for line in "31,\"{'cmd_args.tp': 1, 'fus", "31,\"{'cmd_args.tp': 1}\",0.", "31,{},0.1,[1.0],0.2\n":
    assert trajectory_with(line).startswith("cut.csv:32: no whole row of a trajectory"), trajectory_with(line)
assert trajectory_with("30,{},0.5,[2.0]\n") == "cut.csv:32: step 30 again: leave one of its rewards out"
agent = agent_of(Env(3))
told = {"trial_index": 1, "value": 0.5, "observation": [2.0], "action": small.actions[0]}
agent.update_policy(told)
assert "two rewards for step 1" in refusal(lambda: agent.update_policy({**told, "value": 0.6}))
E2
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$work:$ROOT/pipelines/adapters/cloudai" python3 test.py
[ ! -e "$ROOT/pipelines/adapters/cloudai/__pycache__" ]
