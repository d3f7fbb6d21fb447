"""A game in OpenSpiel's own way of registering, as a user has it in one file."""

FILE = '''
import pyspiel

TYPE = pyspiel.GameType(
    short_name="race_to_nine", long_name="Race to Nine", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC, information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2,
    min_num_players=2, provides_information_state_string=True, provides_information_state_tensor=False,
    provides_observation_string=True, provides_observation_tensor=False, parameter_specification={"goal": 9})


class Race(pyspiel.Game):
    def __init__(self, params=None):
        self.goal = (params or {}).get("goal", 9)
        info = pyspiel.GameInfo(num_distinct_actions=2, max_chance_outcomes=0, num_players=2, min_utility=-1.0,
                                max_utility=1.0, utility_sum=0.0, max_game_length=self.goal)
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self):
        return Total(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return None


class Total(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.total, self.turn, self.goal = 0, 0, game.goal

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.turn

    def _legal_actions(self, player):
        return [action for action in (0, 1) if self.total + action < self.goal]

    def _apply_action(self, action):
        self.total, self.turn = self.total + action + 1, 1 - self.turn

    def _action_to_string(self, player, action):
        return f"add {action + 1}"

    def is_terminal(self):
        return self.total >= self.goal

    def returns(self):
        return [0.0, 0.0] if not self.is_terminal() else [1.0, -1.0] if self.turn == 1 else [-1.0, 1.0]

    def observation_string(self, player):
        return str(self)

    information_state_string = observation_string

    def __str__(self):
        return f"The total is {self.total}."


pyspiel.register_game(TYPE, Race)
'''
