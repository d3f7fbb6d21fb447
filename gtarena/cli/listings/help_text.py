"""Text shown by `gtarena --help`."""

from gtarena.agents.presets import all_presets

_BEFORE_AGENTS = """\
gtarena: measures how well language models play games

  gtarena                                  play the default arena offline, print the leaderboard, write the report
  gtarena game=kuhn_poker agents=[llm,mcts] matches=50 model.name=openai/gpt-4o-mini
  gtarena suite=arena matches=20           a suite of games; games=[nim,pig] plays only these
  gtarena suite=gamma_bench                a published benchmark: its games, scores, tables and figures
  gtarena -m +experiment=gamma_temperature one of its experiments (conf/experiment)
  gtarena -m prompt=v1,v2 model.temperature=0,1 game=nim
                                           every combination (a Hydra multirun) and one merged report

verbs:
  gtarena games [NAME]                     list the games, or a game's parameters, prompt versions and agents
  gtarena play GAME [against AGENT...]     play a match yourself, leave it with /quit and go on with the same command
  gtarena prompts [GAME [VERSION]]         show prompts as they are sent in a match of random moves
  gtarena check GAME                       check a game against the laws that every game keeps (--matches N, --seed N)
  gtarena new NAME [--out DIR]             write a package of your own, with rules, prompts and a test to begin with
  gtarena report DIR... --out DIR          merge the logs below the folders into tables and report.html
                                           (--paper: with the numbers that the benchmarks' papers print)
  gtarena replay FILE [--match ID]         show logged matches move by move
  gtarena policy GAME [--samples N]        ask agents in every information state, and show what can be won against them
                                           (--ask stated: the probabilities they state; --questions N: a lower bound)
  gtarena positions GAME [--positions N]   ask agents for moves at the same positions, judged by a strong reference
  gtarena quality DIR... --out DIR         judge the moves of logged matches by a strong reference
  gtarena beliefs GAME [--positions N]     ask models how probable hidden facts are, and compare it with Bayes' rule
  gtarena choices [--samples N]            ask agents to choose from menus, and test axioms of rational choice
  gtarena recognition GAME [--questions N] ask models which game they see, as in disguise=renamed
  gtarena populations DIR... --out DIR     the empirical game of all agents, who exploits whom, what groups earn
  gtarena profile DIR... --out DIR         one page of all that is known about each model
  gtarena labels DIR --out FILE.csv        write a sheet of turns, to label mistakes by hand (--sample N: N matches)
  gtarena labels FILE.csv... [--out DIR]   count the labels that were filled in
  gtarena export decisions DIR... --out FILE.parquet
                                           a row per call of a model, for pandas and polars
  gtarena export inspect DIR... --out DIR  logs of inspect (inspect_ai); or --out FILE.eval
  gtarena publish DIR... --out DIR         make a folder for a static host or the Hugging Face Hub
  gtarena status DIR [--watch SECONDS]     finished and missing matches, why they are missing, and the cost
  gtarena experiments [NAME] [--estimate]  the papers' tables and figures, their commands, and what a run will cost
  gtarena import gamabench DIR --out FILE  convert published logs to match records, by replaying them
  gtarena import gamebench FILE --out FILE convert GameBench's published matches.json to match records
  gtarena import prompts gamabench DIR     convert published prompts to prompt versions
  gtarena doctor [KEY=VALUE ...]           check the installation, the keys and, with a cheap call each, the models

settings (KEY=VALUE; `gtarena --cfg job` shows all of them with their values):
  name seed matches suite games game agents prompt workers
  preset                                   a game with named parameters, such as chess960 or nl_holdem_heads_up
  opponents pairings                       agents that all others play against; in games of two players or two teams
                                           pairings=all also pairs the agents among themselves, and pairings=opponents
                                           does not; in larger games pairings=mixed seats them in every composition
  disguise                                 form in which models see a game: renamed, mirrored, story and others, or
                                           several as in renamed+mirrored (docs/disguises.md)
  draws                                    paired: agents change seats with the same chance events; fresh: every
                                           match of a table has its own
  sides                                    rotated: agents change sides half way; drawn: a coin decides the first of
                                           every two matches of a pair, and the second is the other way round
  stop                                     interval:WIDTH or decided:WIDTH, which ends a pair of agents as soon as
                                           enough is known of its difference (docs/stopping.md)
  objective                                score that Hydra's callbacks and sweepers get from a job, such as nra or
                                           cot.illegal_rate: a column of the leaderboard, or a measure of the suite
  tracker                                  tensorboard, mlflow or wandb, which follows each job (docs/trackers.md)
  players                                  number of players, in all games of the suite that have this parameter
  plugins                                  packages that are not installed and files: plugins=[MODULE,./FILE.py]
  game.PARAMETER                           as `gtarena games NAME` lists them
  model.name model.api_base model.temperature model.max_tokens model.timeout model.concurrency
  model.retries model.requests_per_minute model.tokens_per_minute
  model.reasoning_effort model.structured  low, medium or high for models that think; auto, on or off
  model.vision                             auto, on or off: whether agent.NAME.observation=image sends pictures
  model.logprobs                           log-probabilities of a reply's tokens and of so many others, from 0 to 20
  model.prices                             a file of prices, where litellm lists none (docs/models.md)
  budget.usd budget.tokens budget.calls    limits of a command, which stops there and reports what it has
  cache.enabled cache.path                 where replies are stored, so that none is paid for twice
  agent.NAME.SETTING                       agent.mcts.simulations=200
  illegal.policy illegal.retries           forfeit, invalid, random or charged if no reply holds a legal move, after
                                           this many retries
  illegal.replays                          further matches for invalid ones: with 1, as many as the pairing has matches
  report.paper                             true: with the numbers that the benchmarks' papers print, beside yours
  report.tables                            true: all tables in the terminal, and not the leaderboard alone
  hydra.run.dir hydra.sweep.dir            results folder (results/NAME); the same command continues there

agents (agents=[A,B,...]; llm@ollama/llama3.1 plays with another model, llm*9 takes nine seats):
"""

_AFTER_AGENTS = """
null:AGENT is a duplicate of an agent, such as null:llm; their differences measure the noise.
In a game of teams one agent takes all seats of a team: agents=[A,B] fills two teams, whatever the number of seats.

models: offline/random, offline/first and offline/flaky are built in; any other name goes to litellm, which takes
the key from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, ...).

--debug shows tracebacks. Exit codes: 0 success, 2 a mistake in the command, 3 some matches could not be played. A
failing job of a sweep does not stop the others; the sweep ends with the highest exit code of its jobs.
"""


def help_text() -> str:
    """Returns the help of the command line, with the agents of ``conf/agent``."""
    agents = (f"  {preset.name:40} {preset.description}\n" for preset in all_presets().values())
    return f"{_BEFORE_AGENTS}{''.join(agents)}{_AFTER_AGENTS}"
