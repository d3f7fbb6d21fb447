"""Tunes the prompt and the temperature of a model with optuna, and stops early what falls behind.

Each trial plays in waves: 4 matches, then 8, then 16. A later wave goes on in the same folder, so no match is played or
paid for twice, and a trial whose mean return is in the lower half after a wave is stopped. Run it with

    python examples/tune_prompt.py [MODEL] [--trials N] [--out DIR]

from the repository; the default model, ``offline/random``, needs no key and plays every prompt equally well.
"""

import argparse
from pathlib import Path

import optuna

import gtarena

WAVES = (4, 8, 16)  # matches
# With sides drawn, more matches leave the earlier ones as they are.
RUN = ("game=kuhn_poker", "agents=[llm]", "opponents=[mcts]", "sides=drawn")


def play_trial(trial: optuna.Trial, model: str, out: Path) -> float:
    """Returns the model's mean return with a prompt and a temperature that optuna suggests.

    Raises:
        optuna.TrialPruned: other trials were better after as many matches.
    """
    prompt = trial.suggest_categorical("prompt", ["v1", "v2"])
    temperature = trial.suggest_float("temperature", 0, 1, step=0.25)
    folder = out / f"prompt={prompt},temperature={temperature}"
    mean = 0.0
    for matches in WAVES:
        settings = gtarena.compose_settings([
            *RUN, f"matches={matches}", f"model.name={model}", f"model.temperature={temperature}", f"prompt={prompt}"])
        gtarena.run(settings, folder).check()
        seats = gtarena.load_seats(folder)
        mean = float(seats.loc[seats["agent"] == "llm", "return"].mean())
        trial.report(mean, matches)
        if trial.should_prune():
            raise optuna.TrialPruned
    return mean


def main() -> None:
    """Runs a study and prints its best trial."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default="offline/random")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path("results/tuned_prompt"))
    parsed = parser.parse_args()
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=0),
                                pruner=optuna.pruners.MedianPruner(n_startup_trials=3))
    study.optimize(lambda trial: play_trial(trial, parsed.model, parsed.out), n_trials=parsed.trials)
    stopped = len(study.get_trials(states=[optuna.trial.TrialState.PRUNED]))
    print(f"best: {study.best_params}, mean return {study.best_value:.3f}; "
          f"{stopped} of {parsed.trials} trials stopped early")


if __name__ == "__main__":
    main()
