from gtarena.metrics.labels import game_label, settings_labels
from tests.support.records import llm, record, seat


def labels(*seats, **fields):
    records = [record(f"m{number}", [each], [0.0], **fields) for number, each in enumerate(seats)]
    return list(settings_labels(records).values())


def test_a_game_is_named_with_the_parameters_that_are_not_the_default():
    whole = {"diceoutcomes": 6, "horizon": 1000, "piglet": False, "players": 2, "winscore": 20}
    assert game_label("pig", whole) == game_label("pig", {"winscore": 20}) == "pig(winscore=20)"
    assert game_label("pig", whole | {"winscore": 100}) == game_label("pig", {}) == "pig"


def test_games_with_different_parameters_have_different_names():
    assert game_label("el_farol", {"players": 5}) != game_label("el_farol", {"rounds": 5})
    assert game_label("pig", {"winscore": 20, "players": 3}) == game_label("pig", {"players": 3, "winscore": 20})


def test_a_game_or_parameter_that_no_longer_exists_is_named_all_the_same():
    assert game_label("lost_game", {"a": 1, "b": "x y"}) == 'lost_game(a=1,b="x y")'
    assert game_label("pig", {"lost": 1}) == "pig(lost=1)"


def test_nothing_is_said_of_settings_that_do_not_vary():
    assert labels(llm(prompt="v1", temperature=0.0), llm(prompt="v1", temperature=0)) == ["", ""]


def test_a_sweep_over_two_settings_gives_four_labels():
    swept = [llm(prompt=prompt, temperature=t, memory="none") for prompt in ("v1", "v2") for t in (0.0, 1.0)]
    assert labels(*swept) == [
        "prompt=v1 temperature=0", "prompt=v1 temperature=1", "prompt=v2 temperature=0", "prompt=v2 temperature=1"]


def test_settings_are_compared_within_one_agent_and_model():
    others = [seat("llm", "other/model", prompt="v2"), seat("cot", "offline/random", prompt="v3")]
    assert labels(llm(prompt="v1"), *others) == ["", "", ""]


def test_agents_without_a_model_are_told_apart_by_the_same_rule():
    assert labels(seat("mcts", simulations=10), seat("mcts", simulations=1000), seat("random")) == [
        "simulations=10", "simulations=1000", ""]


def test_nested_settings_and_missing_ones_count():
    policies = [llm(illegal={"policy": "forfeit", "retries": retries}) for retries in (0, 2)]
    assert labels(*policies, llm()) == [
        "illegal.policy=forfeit illegal.retries=0", "illegal.policy=forfeit illegal.retries=2", ""]


def test_text_that_reads_like_another_value_is_quoted():
    assert labels(llm(a="1"), llm(a=1), llm(a="true"), llm(a=True), llm(a="b c"), llm(a=None)) == [
        'a="1"', "a=1", 'a="true"', "a=true", 'a="b c"', "a=null"]


def test_the_digest_of_the_wordings_counts_only_if_a_prompt_was_edited_under_its_name():
    def match(name, game, wording, prompt="v1"):
        return record(name, [llm(prompt=prompt, wording=wording)], [0.0], game=game)

    different_games = [match("a", "pig", "a1"), match("b", "nim", "b2")]
    assert set(settings_labels(different_games).values()) == {""}
    different_prompts = [match("a", "pig", "a1"), match("b", "pig", "b2", prompt="v2")]
    assert list(settings_labels(different_prompts).values()) == ["prompt=v1", "prompt=v2"]
    edited = [match("a", "pig", "a1"), match("b", "pig", "b2"), match("c", "nim", "c3")]
    assert list(settings_labels(edited).values()) == ["wording=a1", "wording=b2", ""]
