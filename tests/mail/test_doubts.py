"""What is asked back: lines that are nearly a move, moves under words that take them back, and below a rule."""

import random

import pytest

import pbem
from pbem import meant
from pbem.errors import Doubt, NotationError, NotYourTurn, StaleMove
from pbem.taking import Taking
from tests.mail.letters import parts
from tests.mail.test_taking import FULL, LINE, MOVE, OTHER, TWO, game, played, take
from tests.support import Some, new_manual, random_line, random_lines

WANTED = f"To play it write `4 Bob: {MOVE}`."
KNOWN = "3 Ana: 3-a6S+y / 2-a5S+y"


@pytest.mark.parametrize(
    "line",
    [
        f"4. Bob: {MOVE}",
        f"4) bob: {MOVE}",
        f"4.Bob: {MOVE}",
        f"#4 Bob: {MOVE}",
        f"4: Bob: {MOVE}",
        f"- 4. Bob: {MOVE}",
        f"**4. Bob:** {MOVE}",
        f"**4.** Bob: {MOVE}",
        f"4 BOB: {MOVE.upper()}",
        f"||4 Bob: {MOVE}||",
        f"=> 4 Bob: {MOVE}",
        f"\u2192 4. Bob: {MOVE}",
        f"\u2705 4 Bob: {MOVE}",
    ],
)
def test_a_number_with_a_mark_behind_it_is_that_of_the_turn(line: str) -> None:
    assert played(f"Hi,\n\n{line}\n\nBye") == FULL
    assert "at turn 4: if the number is right" in (take(line.replace("4", "9", 1)).doubt or "")


@pytest.mark.parametrize("mark", ["4. {}", "4) {}", "4.{}", "#4 {}", "4: {}", "4 - {}", "(4) {}", "9. 4 {}", "9  4 {}"])
def test_typed_as_in_a_list_it_is_taken_as_well(mark: str) -> None:
    line = mark.format(f"Bob: {MOVE}")
    assert game().play(line)[0] == FULL
    assert game().play(f"{line} ; so  [2 6]")[0] == f"{FULL} ; so{'' if mark[0] == '9' else '  [2 6]'}"
    meant.check_several(game().fold, [line, "; hello"])
    with pytest.raises(Doubt, match="it is not the only move there"):
        meant.check_several(game().fold, ["1-f2", line])
    with pytest.raises(StaleMove, match="that was for turn 5, the game is at turn 4"):
        game().play(line.replace("4", "5", 1) if mark[0] != "9" else line.replace(" 4 ", " 5 "))
    with pytest.raises(NotationError):
        game().play(f"> {line}")


def test_who_is_no_player_is_told_and_no_advice_given_to_play_it_so() -> None:
    for line in ("4. Eve: R", "Eve: R", "Note: R"):
        assert (take(line).doubt or "").startswith("No player of this game is called ")


@pytest.mark.parametrize(
    "line",
    [
        f"4 Bob {MOVE}",
        f"4 BOB {MOVE}",
        f"Bob {MOVE}",
        f"4. Bob {MOVE}",
        f"4 Bob - {MOVE}",
        f"4 Bob; {MOVE}",
        f"4 Bob, {MOVE}",
        f"4: {MOVE}",
        f"Turn 4: {MOVE}",
        f"Turn 4, Bob: {MOVE}",
        f"4 Bob {MOVE} please",
        f"4 Bob {MOVE}, thanks!",
        f"Bob: {MOVE} lol",
        f"[21:03, 28.11.2026] Bob: {MOVE}",
        f"28/11/26, 9:03 pm - Bob: {MOVE}",
        f"<Bob> {MOVE}",
        f"Bob ({MOVE})",
    ],
)
def test_what_nearly_has_a_label_is_named(line: str) -> None:
    for text in (line, f"Hi Ana,\n\n{line}\n\nBye"):
        shown = line.replace("Bob;", "Bob ;").removeprefix("4. ")
        assert take(text).doubt == f"`{shown}` is nearly a line with turn and name. {WANTED}"


def test_what_nearly_has_a_label_is_not_passed_over() -> None:
    """Neither beside lines that are known, nor beside another move of this turn."""
    assert WANTED in (take(f"{KNOWN}\n4 Bob {MOVE}").doubt or "")
    assert take(f"{LINE}\n4 Bob {MOVE}").lines == (LINE,)
    assert take(f"{KNOWN}\n3 Ana 3-a6S+y / 2-a5S+y").doubt is None
    assert WANTED in (take(f"{KNOWN}\nBob {MOVE}").doubt or "")
    assert "several moves" in (take(f"{LINE}\nBob {OTHER[7:]}").doubt or "")
    several = f"There are several moves for one turn: `{LINE}` and `4 Bob {OTHER[7:]}`. Which is it?"
    assert take(f"{LINE}\n4 Bob {OTHER[7:]}").doubt == several


def test_another_turn_and_another_name_are_told() -> None:
    stale = take(f"3 Bob {MOVE}")
    assert stale.doubt == f"`3 Bob {MOVE}` is nearly a line of turn 3, and the game is at turn 4."
    assert isinstance(stale.error, StaleMove)
    for name in ("Bub", "Bobb", "4 Bub", "4 Bobb"):
        taken = take(f"{name}: {MOVE}")
        called = name.removeprefix("4 ")
        told = f"No player of this game is called {called} (did you mean Bob?), so `{name}: {MOVE}` is not taken."
        assert taken.doubt == (f"{told} {WANTED}" if name == called else told)
        assert (type(taken.error), f"{taken.error}.") == (NotYourTurn, taken.doubt)
    assert (take(f"4 Zoe: {MOVE}").doubt or "").startswith("No player of this game is called Zoe (they are Ana, Bob)")
    near = take("4 Bob 3-e3N\nAnna: 3-e3N").doubt or ""  # no name goes from one line into the next with a move in it
    refused = "As `4 Bob: 3-e3N` it is refused: `3-e3N` is not legal: bSE fits e3"
    assert near.startswith(f"`4 Bob 3-e3N` is nearly a line with turn and name. {refused}")
    assert "is called Zoe Ann (they are" in (take(f"4 Zoe\nAnn: {MOVE}").doubt or "")


def test_a_name_with_a_letter_of_another_script_is_told_as_of_a_typed_line() -> None:
    letter = "`\u0412` is a letter of another script (Cyrillic capital letter ve, U+0412) than in `Bob` "
    for label in ("\u0412ob", "4 \u0412ob"):
        taken = take(f"{label}: {MOVE}")
        assert f"is not taken; {letter}(Latin capital letter b, U+0042)" in (taken.doubt or "")
        assert letter in str(taken.error)
    assert "script" not in (take(f"4 Bub: {MOVE}").doubt or "")


@pytest.mark.parametrize("rest", ["(thanks!)", "// sorry, late", ", well played", "\U0001f44d"])
def test_words_behind_a_move_are_shown_as_a_remark(rest: str) -> None:
    wanted = rest.strip(" ,()/")
    assert (take(f"{LINE} {rest}").doubt or "").endswith(f" A remark stands behind `;`, as in `{LINE} ; {wanted}`.")
    assert "A remark" not in (take(f"4 Bob: 2-g7N+r {rest} 3-f3N+b").doubt or "A remark")


@pytest.mark.parametrize(
    "line", [f"My move: {MOVE}", f"I play {MOVE}.", f"I play {MOVE}, thanks!", f"ok so {MOVE} (sorry)"]
)
def test_a_sentence_with_a_legal_move_is_asked_for(line: str) -> None:
    wanted = f"To play it write `4 Bob: {MOVE}` as a line of its own."
    assert (take(f"Hi,\n{line}\nBye").doubt or "").endswith(wanted)
    assert take("Hi,\nI thought of 1-a1 there.\nBye").doubt is None  # not legal


@pytest.mark.parametrize(
    "above",
    [
        "do NOT play this:",
        "Please don't send this one:",
        "Thanks! Not this:",
        "for example:",
        "Nicht das:",
        "Nechci hrát, ne toto:",
        "no juegues esto:",
        "pas ça:",
        "не это:",
        *("If you play", "and if I had played", "Instead of"),
        *("Ana wrote:", "Ana hat geschrieben: \u2191Di 3. Nov 2026, 10:12", "Ana a écrit :", "Quote:", "Zitat"),
        *("Originally Posted by Ana View Post", "Quote from: Ana on November 03, 2026, 10:12:00 AM"),
        *("Wenn ich das spiele:", "Si Bob juega a4:", "Et si je joue", "Maybe:"),
        *("My options are:", "What do you think of:"),
        *("DRAFT", "Is this legal?", "Can I play this?", "An idea:", "Assuming you agree:"),
    ],
)
def test_words_above_a_line_may_take_it_back(above: str) -> None:
    for line in (LINE, MOVE):
        for text in (f"{above}\n{line}", f"Hi,\n\n{above}\n\n{line}\n\nBye"):
            assert f"stands `{above}`, so it is not clear" in (take(text).doubt or "")
    known = f"{above}\n{KNOWN}"
    assert (take(known).doubt, len(take(known).known)) == (None, 1)


@pytest.mark.parametrize(
    "above",
    [
        "Sorry, I was not at home. My move:",
        "I don't know, but here it is:",
        "I could not see it coming",
        "That is not nice!",
        "Not much time, so:",
        "What if?",
        "If that is so, here I go:",
        "Hier mein Zug:",
        "Knot:",
        "I'd like to play",
        "Ich wollte nur schnell antworten",
        "I could not find anything better to play",
        "This is the best I could find:",
        "I don't see a better move",
        "I travel tomorrow so I play this:",
        "What a game is this!",
        "Move no 4:",
        *("Als nächstes spiele ich", "If I'm not mistaken it's my turn:", "Si no me equivoco me toca", "No comment:"),
        *("Why not:", "My best option:", "I don't have much choice:", "Last but not least:"),
    ],
)
def test_all_else_above_a_line_is_talk(above: str) -> None:
    assert take(f"Hi,\n{above}\n{LINE}").lines == (LINE,)
    for line in (LINE, MOVE):
        assert take(f"Hi,\n{above}\n\n{line}\n\nBye").lines == (line,)


def test_a_line_right_above_may_say_that_a_move_is_only_thought_of() -> None:
    for above in (
        *("I will not play", "I almost played", "I could play", "I was going to play this:", "Should I play this?"),
        *("Is this legal?", "What about playing this?", "Ich überlege noch, ob ich", "J’hésite à jouer", "Ik twijfel:"),
        *("I don't want to play", "Ana, you could have played", "Soll ich das spielen?", "¿Puedo jugar esto?"),
    ):
        for line in (LINE, MOVE):
            assert f"stands `{above}`, so it is not clear" in (take(f"Hi,\n\n{above}\n{line}").doubt or ""), above


TAKES_BACK = """
No wait, don't play that | No, wait! | Wait, no. | Oh no wait... | Hmm, wait, no, that's wrong.
Please don't play this one yet | Actually, scratch that. | Sorry, ignore the above | Never mind.
On second thought, let me think again. | I changed my mind | I'd like to take that back | Oops, wrong move
Nein, warte, spiel das nicht | Bitte den Zug doch nicht werten. | Ich nehme den Zug zurück
Hab's mir anders überlegt | Doch nicht! | Non attends, ne joue pas ça | J’ai changé d’avis. | Non, espera
No espera, no juegues eso | Olvídalo, por favor | Não, espera, não jogue isso | Esqueça isso | Mudei de ideia
No aspetta, non giocare questa mossa | Lascia perdere | Nee wacht, speel dat niet | Toch maar niet
Nie, czekaj, nie graj tego | Jednak nie | Ne, počkej, nehraj to | Radši ne | Nie, počkaj, nehraj ten ťah
Nej vänta, spela inte det | Nej, vent, spil ikke det | Nei vent, ikke... spill ikke det | Ei, odota, älä pelaa sitä
Нет, подожди, не играй это | Я передумал | Nem, várj, ezt ne játszd le | Hayır, bekle, bunu oynama | Vazgeçtim
**Don't play that!!!** | Hi, one more thing: don't count this move, please. Thanks | (ignore that)
don’t play that 😀 | Actually no. | Scrap that. | PS: Please wait a bit | Warte mal! | Hold off until tomorrow, please.
Please ignore this mail. | Ignore my last message | Don't play the move above | Wait! | Hold on... | Halt! | Подожди
Just kidding! | Sorry, wrong game | That was for the other game. | This is only an idea. | That's illegal, I see
That isn't what I meant. | Not my final move! | I'll think about it again. | I will send another move later
Bitte noch nicht spielen | Bitte diesen Zug ignorieren | Sorry, cancelled! | Lieber nicht. | Falsches Spiel
Ne le joue pas ! | Je plaisante | No lo juegues | Era broma | Non giocarla | Scherzavo! | Não jogues ainda
Niet spelen! | Grapje | Nie graj | Żartuję | Ještě nehraj | Spela inte | Spill det ikke | Älä pelaa vielä | - Cancel!
Не играй пока | Шучу | Vicceltem | Oynama! | 等等！ | 撤回 | 待って。 | やっぱりなし | 취소할게요 | Annulla! | undo
Changed my mind. | Please ignore. | Wrong. | (draft) | Only a test. | Just an idea. | To be confirmed. | wrong board
I'm not sure yet. | Let me sleep over it. | Do not process. | Falsch.
Is this legal? | But only if you agree. | Unless you object. | Would that be allowed? | Wenn du einverstanden bist.
If possible, don't play that. | Sent in error, please ignore this mail. | Sent from my phone too soon, don't play that
"""
HARMLESS = """
No wait this time, I was fast! | Wait for me at the station. | Wait till you see what comes next!
I don't play that often, sorry. | I don't know what to play next. | Don't forget the meeting on Friday.
Never mind the delay, I was away. | Don't mind me. | No stop on the way to Rome. | Stop it, you are too good!
Hold on to your hat. | I had to wait, no trains at all. | That was not easy. | That is not nice of you.
Not that I know much about it. | That's wrong way round on my phone. | It was a mistake to come here by car.
Sorry for the mistake in my last mail. | I take it back to the shop tomorrow. | My mind is changed by the weather.
We never play this late. | My kids don't play it. | Spiel das nächste Mal nicht so gut! | Das war nicht leicht.
Warte auf deinen Zug. | Ich habe lange gewartet, nein wirklich. | Pas mal ! | J'attends ton coup.
No juegues tan bien la próxima vez. | Espera a ver lo que viene. | Non male! | Aspetto la tua mossa.
Wacht je op mij? | Speel maar! | Czekam na twój ruch. | Nie ma za co. | Ne tak rychle, prosím.
Počkám si na tvůj tah. | Vänta bara! | Det var inte lätt. | Vent på meg. | Odota vain! | Жду твоего хода.
Не за что! | Várom a lépésed. | Nem baj! | Bekliyorum. | Good luck! | No hurry. | No problem
Thanks for waiting. Your turn! | Can't wait! | I can't wait for your move. | Sorry, no time to write more.
Please don't be angry | Don't take this personally | Ignore my grammar. | Forget the rain, come to Rome!
I'd like that | Wrong number, it seems. | Let me think about Friday. | Wait for it! | Hold on tight
I'll send you a photo later. | Kidding aside, well played | Not final fantasy! | Scrap metal
I think again and again about your last move. | Das ist kein Scherz. | Spiel bloß nicht zu schnell! | Undo the lid!
等你走。 | 待ってます！ | I had to cancel my trip. | My flight: cancelled. | Rome? Withdrawn. | Zug zurück: 15:30
Friday? Not sure yet. | A rematch? If you agree, I set it up. | Edit: typo | Edit - typos above | Not yet!
Ok 👍 | Your turn, please 🙏 | Sorry 🙈, that took long | Oh ❤ | Well = 3 points
"""
ASTRAY = """
You play well. If you have|got this message by mistake: forget it.|Please ignore this message.
Only for the person to whom it is addressed, or else|delete this e-mail. || Confidential. Delete it if read in error.
Falls Sie diese Mail irrtümlich erhalten haben: bitte ignorieren. || If this mail was not intended for you, delete it.
Jeśli otrzymali Państwo tę wiadomość przez pomyłkę, zignoruj to.
Si vous avez reçu ce message par erreur, ignorez ce message. || Diese Mail ist vertraulich, sonst bitte ignorieren.
If you have received this email in error, please ignore it. || You are not the intended recipient?|Ignore this mail.
If this mail reached you by mistake,|please disregard it. || If you are not the addressee, please|delete this message.
"""


def test_words_below_a_move_may_take_it_back(some: Some) -> None:
    for number, below in enumerate(TAKES_BACK.strip().replace("\n", " | ").split(" | ")):
        for line in (LINE, MOVE)[: some(2 - bool(number % 4), 2)]:
            doubt = take(f"Hi,\n\n{line}\n\n{below}\nBob").doubt
            assert doubt == (
                f"Below `{line}` stands `{below}`, so it is not clear whether it is to be played: to play it send it "
                "without that."
            )
        known = f"{KNOWN}\n{below}"
        assert (take(known).doubt, len(take(known).known)) == (None, 1), below
        assert take(f"{LINE}\n\n> {below}\n").lines == (LINE,), below


def test_all_else_below_a_line_is_talk() -> None:
    for below in HARMLESS.strip().replace("\n", " | ").split(" | "):
        assert take(f"Hi,\n\n{LINE}\n\n{below}\nBob").lines == (LINE,), below


def test_what_stands_below_any_mail_takes_nothing_back() -> None:
    for below in ASTRAY.strip().replace("\n", " || ").split(" || "):
        text = below.replace("|", "\n")
        assert take(f"{LINE}\n\n{text}").lines == (LINE,), below
        for back in (f"Don't play that. {text}", f"Don't play that.\n{text}", f"{text}\n\nDon't play that."):
            assert "so it is not clear" in (take(f"{LINE}\n\n{back}").doubt or ""), back


def test_below_a_rule_of_underscores_nothing_is_taken() -> None:
    """Outlook and lists put it above what their writers did not write; below a quote the text goes on."""
    rule = "_" * 32
    assert "in a signature" in (take(f"Hi\n\n{rule}\n{LINE}").doubt or "")
    assert take(f"{LINE}\n{rule}\n{OTHER}").lines == (LINE,)
    assert take(f"{rule}\n> {OTHER}\n\n{LINE}").lines == (LINE,)
    assert take(f"Hi ____\n{LINE}").lines == (LINE,)


def test_a_draw_without_its_word_is_told_with_it() -> None:
    at = new_manual("maharani", 2)
    tiles = "1:yN 2:yS 3:yE 4:yW"
    for text in ("{}", "Hi,\n\n{}\n\nBob", "Draw: {}.", "**Drawn** - {}", "We drew {}"):
        assert (take(text.format(tiles.lower()), at).doubt or "").endswith(f": to enter it write `draw {tiles}`.")
    dice = new_manual("rajas", 2)
    random_lines(dice, random.Random(1), most=1)
    assert (take("Ana o5 g4 b3 p2", dice).doubt or "").endswith("to enter it write `roll Ana o5 g4 b3 p2`.")
    doubt = take("I rolled o5 g4 b3 p2", dice).doubt or ""
    assert "`roll o5 g4 b3 p2`, and that is refused: the first dice are rolled: roll, the player's name" in doubt
    at.play(random_line(at, random.Random(1)))
    move = random_line(at, random.Random(2))
    assert "without its first word" in (take(f"{move}\n\n4:yN", at).doubt or "")
    assert (take("4:yN", at).lines, take("4:yN", at).doubt) == ((), None)  # none is due
    assert take(f"{move}\n\nsee you at 4:30", at).lines == (move,)


@pytest.mark.parametrize(
    ("kind", "acts", "told"),
    [
        (
            "manual",
            [],
            r"a draw is due \(tiles for slot 1 2 3 4\): write it as a line of its own that begins with `draw`$",
        ),
        ("keeper", [], r"a draw is due \(tiles for slot 1 2 3 4\): paste the keeper's line$"),
        ("seed", [], "write the move as a line of its own, with turn and name$"),
        ("seed", ["stop"], "the game was stopped$"),
    ],
)
def test_where_nothing_is_taken_it_is_told_what_is_wanted(kind: str, acts: list[str], told: str) -> None:
    at = pbem.new("maharani", TWO, kind=kind, secret="x" * 20 if kind == "keeper" else None, first="Ana", id="g")
    if kind == "keeper":
        at = pbem.read(at.record().replace(at.log[0], ""))
    at.play(*acts)
    with pytest.raises(Doubt, match=f"^nothing in this text is a line of this game: {told}"):
        take("hello", at).check(at)
    for text in ("R", "1 Ana R", "> 1 Ana: R") if acts else ():
        assert take(text, at).doubt == "The game was stopped.", text


def test_a_draw_that_does_not_read_is_told_while_one_is_due() -> None:
    at = new_manual("maharani", 2)
    assert (take("Hi,\n\ndraw 1:oW 2:zz\n\nBob", at).doubt or "").startswith("This begins like a draw: cannot read ")
    assert take("draw a card", at).doubt is None
    at.play(random_line(at, random.Random(1)))
    move = random_line(at, random.Random(2))
    assert "begins like a draw" in (take(f"{move}\ndraw 1:oW 2:zz", at).doubt or "")
    assert take(f"{move}\ndraw me a picture", at).lines == (move,)


HTML = "Content-Type: text/html; charset=utf-8"
PLAIN = "Content-Type: text/plain; charset=utf-8"


def test_two_versions_of_a_mail_with_two_moves_are_a_doubt() -> None:
    def taken(plain: str, page: str) -> Taking:
        return take(parts("multipart/alternative", (PLAIN, plain), (HTML, page)))

    for other in (OTHER, OTHER[7:], OTHER.lower()):
        doubt = taken(f"Hi\n\n{LINE}\n", f"<p>Hi</p><p>{other}</p>").doubt or ""
        assert doubt.startswith(f"The HTML version of this mail has the move `{other}`, and the plain one `{LINE}`: ")
    doubt = taken("Hi\n", f"<p>Hi</p><p>{LINE}</p>").doubt or ""
    assert doubt.startswith(f"The HTML version of this mail has the move `{LINE}`: please send ")
    broken, other = LINE.replace(" / ", "<br>/ "), f"<blockquote>{OTHER}</blockquote>"
    for same in (LINE, FULL, MOVE, f"<b>{LINE}</b>", broken, f"{other}{LINE}"):
        assert taken(f"Hi\n\n{LINE}\n", f"<p>Hi</p><p>{same}</p>").lines == (LINE,), same
    wrapped = LINE.replace(" / ", "\n/ ")
    assert taken(f"{wrapped}\n\n> {OTHER}\n", f"<p>{LINE}</p><p>{OTHER}</p>").lines == (LINE,)
    assert taken(f"{LINE}\n", f"<p>{LINE}</p><p>{KNOWN}</p><p>see you at 10</p>").lines == (LINE,)


@pytest.mark.parametrize(
    "below",
    [
        f"Edit: {OTHER}",
        *(f"EDIT {OTHER[:-3]}", "Sorry, I meant 3-f7N+r / 4-b8N+b"),
        "Entschuldigung, ich meinte 3-f7N+r / 4-b8N+b!",
        *(f"Now it is {OTHER}", "Correction - 3-f7N+r / 4-b8N+b.", "Actually make that 3-f7N+r / 4-b8N+b"),
        *("On second thought I'll take 3-f7N+r / 4-b8N+b.", "That should have been 3-f7N+r / 4-b8N+b"),
        *("Edit: 4 Bob: R", "Sorry, I meant R", "P.S. better: 3-f7N+r / 4-b8N+b", "Besser : 3-f7N+r / 4-b8N+b"),
    ],
)
def test_a_move_that_is_corrected_below_is_not_played(below: str) -> None:
    """In the words of a sentence, or of a forum where one edits a post."""
    for text in (f"{LINE}\n\n{below}", f"{MOVE}\n\n{below}\n", f"{below}\n\n{LINE}"):
        taken = take(text)
        assert taken.lines == (), text
        assert "There are several moves for one turn" in (taken.doubt or ""), text
    same = below.replace("3-f7N+r / 4-b8N+b", MOVE).replace(OTHER, LINE).replace(OTHER[:-3], LINE)
    same = f"{same[:-1]}{MOVE}" if same.endswith("R") else same
    assert take(f"{LINE}\n\n{same}").lines == (LINE,), "the same move again"
    assert take(f"{LINE}\n\nSorry for the delay of 3-4 days, I meant to write on the 2nd.").lines == (LINE,)
    assert "several moves" in (take(f"{LINE}\n\nHmm, no. 3-f7N+r / 4-b8N+b is better.").doubt or "")
    assert take(f"{LINE}\n\nI thought about 3-f7N+r / 4-b8N+b too, but not for long").lines == (LINE,)
    assert take(f"{LINE}\n\nSorry, R").lines == (LINE,), "who signs so"
