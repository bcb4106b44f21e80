"""Every guided game and every lesson in a real browser, in both languages: at every step something wrong is tried by a click or a
key, the ruling names a rule, and then the right thing is clicked. `make long` plays them all, every run one of each kind."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import inventorium
from inventorium.core.rulings import RULE_ID
from inventorium.core.words import Words
from inventorium.table.table import PlayedMove
from inventorium.teaching.lessons import Lesson, lessons_of
from tests.languages import LANGUAGES
from tests.web.clicks import Page, click_something, number, wait_for_answer, wait_for_question, wait_for_table
from tests.web.test_guide import GAMES, guide_for
from tests.web.test_lessons import failures, own_answers, solved

pytestmark = pytest.mark.browser
LOCALES = dict(zip(LANGUAGES, ("en-GB", "de-DE"), strict=True))
ALWAYS = ("genies", "de")  # what is played in every run
FIRST = {game: next(iter(lessons_of(inventorium.load(game)))) for game in GAMES}
GUIDED = [
    pytest.param(game, language, id=f"{game}-{language}", marks=[] if (game, language) == ALWAYS else pytest.mark.long)
    for game in GAMES
    for language in LANGUAGES
]
LESSONS = [
    pytest.param(
        lesson,
        language,
        id=f"{game}-{name}-{language}",
        marks=[] if (game, language, name) == (*ALWAYS, FIRST[game]) else pytest.mark.long,
    )
    for game in GAMES
    for name, lesson in lessons_of(inventorium.load(game)).items()
    for language in LANGUAGES
]


@pytest.mark.parametrize(("game", "language"), GUIDED)
def test_a_guided_game(visit: Callable[..., Page], game: str, language: str) -> None:
    """The coach speaks, what it speaks of is lit, the player does the moves; the end says what was met, and names a lesson."""
    page, words = visit(f"/learn/{game}/lessons", LOCALES[language]), words_of(game, language)
    chance, tried = random.Random(2), set[str]()
    page.locator("header form button").click()
    wait_for_table(page)
    page.wait_for_selector(".coach")
    while wait_for_question(page):
        told = page.eval_on_selector_all("[data-step-id]", "all => all.map(one => one.dataset.stepId)")
        for step in told:
            assert words(f"guide.{step}.text") in page.locator(f"[data-step-id={step}]").inner_text()
        if set(told) - tried:
            try_something_wrong(page, words, chance)
            tried |= set(told)
        click_something(page, chance)
    steps = guide_for(game).steps
    assert tried <= {step.id for step in steps} and len(tried) >= 0.6 * len(steps), tried
    learned = page.locator(".prompt.ending .coach").first.inner_text()
    assert all(words(f"guide.{step}.name") in learned for step in tried)
    page.locator(".prompt.ending .coaching button").click()
    page.wait_for_selector("[data-lesson][data-state=open]")


@pytest.mark.parametrize(("lesson", "language"), LESSONS)
def test_a_lesson(visit: Callable[..., Page], lesson: Lesson, language: str) -> None:
    """It is solved by its own solution, with all stars, which the list keeps. The first of each game is failed before."""
    page, words = visit(f"/learn/{lesson.game}/lessons", LOCALES[language]), words_of(lesson.game, language)
    page.locator(f"form[action$='/{lesson.name}'] button").click()
    wait_for_table(page)
    page.wait_for_selector("[data-lesson][data-state=open]")
    assert words(f"lessons.{lesson.name}.goal") in page.locator(".coach").first.inner_text()
    if lesson.name == FIRST[lesson.game]:
        for answers in own_answers(lesson, failures(lesson)[0]):
            assert wait_for_question(page)
            click_answers(page, answers)
        page.wait_for_selector("[data-lesson][data-state=failed]")
        page.locator(".coaching button.primary").first.click()
        wait_for_table(page)
        page.wait_for_selector("[data-lesson][data-state=open]")
    for answers in own_answers(lesson, solved(lesson)):
        assert wait_for_question(page)
        try_something_wrong(page, words, random.Random(lesson.name))
        click_answers(page, answers)
    page.wait_for_selector("[data-lesson][data-state=solved]")
    assert words(f"lessons.{lesson.name}.learned") in page.locator(".coach").first.inner_text()
    page.goto(page.url.split("/table/")[0] + f"/learn/{lesson.game}/lessons")
    assert page.locator(f"form[action$='/{lesson.name}'] .stars").inner_text() == "★★★"


def words_of(game: str, language: str) -> Words:
    return inventorium.load(game).words(language)


# ---------------------------------------------------------------- something wrong

WRONG = """chance => {
    const sheet = document.getElementById("board-view"), tried = "a, button, summary, label, input, [data-wrong]";
    const found = [...sheet.querySelectorAll("[data-wrong], .off[href]")].filter(one => one.checkVisibility());
    while (found.length) {
        const [one] = found.splice(Math.floor(chance * found.length), 1);
        one.scrollIntoView({ block: "center", behavior: "instant" });
        const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        if (document.elementFromPoint(x, y)?.closest(tried) === one) return { x, y };
    }
    return null;
}"""


def try_something_wrong(page: Page, words: Words, chance: random.Random) -> None:
    """Click something that is not allowed, or press its key: a rule is named, in a sentence of the page's language, and the
    question is still open."""
    if page.locator(".bid input").count():
        ruling = write_too_much(page, chance)
    elif page.locator("#bids").count():  # of action cards only what can be done is offered
        return
    else:
        ruling = click_wrong(page, chance)
    said, rule = ruling.inner_text(), ruling.locator(".id, i").inner_text()
    assert RULE_ID.fullmatch(rule), said
    assert is_said_in(words, said.removesuffix(rule).strip()), said
    assert page.locator("#board-view[data-asked=yes]").count() and not page.locator(".problem").count()


def write_too_much(page: Page, chance: random.Random) -> Any:
    """A bid that nobody could ever pay: it is taken down to the most that one can."""
    field = page.locator(".bid input").nth(chance.randrange(page.locator(".bid input").count()))
    most = int(field.get_attribute("data-most"))
    field.fill(str(most + 1))
    field.press("Tab")
    ruling = page.locator(".bay .because").locator("visible=true")
    ruling.wait_for()
    assert field.input_value() == str(most)
    return ruling


def click_wrong(page: Page, chance: random.Random) -> Any:
    """Where every thing on the sheet is allowed, a key is pressed that means something only later."""
    if spot := page.evaluate(WRONG, chance.random()):
        page.mouse.click(spot["x"], spot["y"])
    else:
        page.keyboard.press(page.locator("[hidden] .off[data-key]").first.get_attribute("data-key"))
    wait_for_answer(page)
    return page.locator(".prompt .because")


def is_said_in(words: Words, text: str) -> bool:
    """Whether a sentence is that of a refusal, in these words."""
    gaps = (re.sub(r"\\\{.*?\\\}", ".*", re.escape(told)) for told in words.get("refused").values())
    return any(re.search(pattern, text) for pattern in gaps)


# ---------------------------------------------------------------- the right thing


def click_answers(page: Page, answers: Sequence[PlayedMove]) -> None:
    """Answer by clicking: fill in a sheet and seal it, or click one thing after the other until the answer is given."""
    if page.locator("#seal").count():
        bids = [one.move.removeprefix("bid ") for one in answers if one.move.startswith("bid ")]
        for field, bid in zip(page.locator(".bid input").all(), bids, strict=False):
            field.fill(bid)
        for one in answers[len(bids) :]:
            if (way := page.locator(f"input[type=radio][value='{one.move}']")).count():
                way.first.check()
        press(page, "#seal")
        return
    answer, before = answers[0], number(page)
    while number(page) == before:
        action, things = answer.entry.action, answer.move.split()[1:]
        ways = [
            "#confirm",
            f"[name=action][value='{action}']",
            f"a[href$='choose={action}']",
            *(f"a:not([aria-current])[href$='pick={thing}']" for thing in things),
        ]
        press(page, next(way for way in ways if page.locator(way).locator("visible=true").count()))


def press(page: Page, way: str) -> None:
    """Click something, and wait until the sheet has answered."""
    page.locator(way).locator("visible=true").first.click()
    wait_for_answer(page)
