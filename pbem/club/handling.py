"""One message: whose it is, what it asks for, what it changes. The game file is written first, then all else."""

import hashlib

from pbem import files
from pbem.club import texts, together, tokens
from pbem.club.folder import Club, is_noted, note
from pbem.club.games import Game, Games, Vote
from pbem.club.outcome import (
    Asked,
    Asking,
    Outcome,
    answered,
    beside_yes,
    came_otherwise,
    how_to_see,
    not_played,
    not_yours,
    question,
    unclear,
    unread,
    why_not,
)
from pbem.club.posting import Notice, Poster
from pbem.club.settings import Person
from pbem.club.whose import AUTOMATIC, is_bounce, own, plays, verdict, whose
from pbem.club.wishes import PUBLIC, wish
from pbem.errors import PbemError, SaveError, all_of
from pbem.mail import Mail, opened
from pbem.notation import Undo
from pbem.plain import same
from pbem.session import Session
from pbem.taking import Taking
from pbem.together.session import TogetherSession

REFUSALS = 3
"""Answers of that kind that a person gets in a day."""
ANSWERS = 30
_UNPROVEN = "unproven"
_STANDS = "What you sent stands in the game already, so nothing more is played."
_NO_MOVE = "Nothing new in your mail reads as a move."
_ASKED_BEFORE = "That was about an earlier state of the game, so nobody is asked. Reply to this mail."
_ASKED_WITHOUT = "Your mail answers to none of the posts, so nobody is asked. Reply to this one."


class Handler:
    """Deals with messages of one pass."""

    def __init__(self, club: Club, games: Games) -> None:
        self.club, self.store = club, club.store
        self.games = games
        self.poster = Poster(club)

    def handle(self, data: bytes) -> str:
        """Deal with a raw message; what became of it. Raises PbemError if it cannot be dealt with now."""
        mail, whole = opened(data)
        message = tokens.identity(mail, data)
        if self.store.seen(message):
            return "seen"
        if why := own(self.club, mail):
            return self._finish(message, why)
        person, game, token = whose(self.club, self.games, mail)
        if person is not None and token is not None and token.kind == tokens.LEAVE:
            return self._leave(message, mail, person)
        if mail.automatic:
            bounced = person is not None and token is not None and is_bounce(mail, data)
            return self._automatic(message, mail, person if bounced else None)
        if person is None:
            if token is not None:
                self._tell_of_removed(token)
            return self._finish(message, "of nobody here")
        if game is None:
            return self._outside(message, mail, person)
        mail = whole(self.store.sent(game.id, person.name))
        asked = Asked(message, mail, person, game, token)
        asked.vouched = verdict(mail, self.club.settings.trust)
        return self._in_game(asked)

    def _tell_of_removed(self, token: tokens.Token) -> None:
        """A player who is in club.toml no more answered to a post: nothing is played, and who runs the club knows."""
        game = self.games.by_handle(token.game)
        if game is not None:
            self.club.told.append(
                f"game {game.id}: a mail of {game.players[token.seat]} was not read, who has no address in "
                "club.toml: with one again, the player has to send it anew"
            )

    def _automatic(self, message: str, mail: Mail, person: Person | None) -> str:
        """Of no person: nothing moves and nobody is answered; a mail to a person that came back is counted."""
        if person is None:
            return self._finish(message, f"automatic: {mail.automatic}")
        with self.store.together():
            key = same(person.name)
            self.store.note(key, bounces=self.store.bounces(key) + 1)
            self.store.see(message, self.club.now(), "bounce")
        return "bounce"

    def _leave(self, message: str, mail: Mail, person: Person) -> str:
        """By List-Unsubscribe, which programs use as well: no reminders any more."""
        lines = texts.told(
            "You get no reminders any more. Posts of your games go on; write stop? in answer to one to ask the others "
            "to end that game, or back to have reminders again."
        )
        with self.store.together():
            self.store.note(same(person.name), quiet=True)
            if not mail.automatic and self._may_answer(mail, person, "answer", lines, proven=True):
                self.poster.outside(person, lines, mail)
            self.store.see(message, self.club.now(), "answered")
        return "answered"

    def _finish(self, message: str, what: str) -> str:
        with self.store.together():
            self.store.see(message, self.club.now(), what)
        return what

    def _outside(self, message: str, mail: Mail, person: Person) -> str:
        """From a player, about no game that can be told."""
        mine = [game for game in self.games.values() if plays(person, game)]
        addresses = {
            game.id: self.poster.address(game, person) for game in mine if same(game.waits) == same(person.name)
        }
        lines = texts.overview(mine, person.name, addresses)
        with self.store.together():
            if left := self._may_answer(mail, person, "refusal", lines, proven=False):
                self.poster.outside(person, _with_last(lines, "refusal", left), mail)
            self.store.see(message, self.club.now(), "about no game")
        return "about no game"

    # What it does

    def _in_game(self, asked: Asked) -> str:
        outcome = Outcome()
        path = self.club.path(asked.game.file)
        with files.locked(path):
            session = self.club.load_to_play(asked.game.file)
            known = self.club.look_again(session, asked.game)
            asked.game = known
            if is_noted(session.header, asked.message):
                self._again(asked, session, outcome)
            else:
                self._decide(asked, session, outcome)
            if outcome.changed:
                note(session.header, asked.message, session.fold.next_number(), self.club.now())
                session.write()
                self.club.kept.keep(session)
            game = self.club.look_again(session, known)
        with self.store.together():
            game = self._close(asked, session, game, outcome)
        self.games[game.file] = game
        return outcome.what

    def _again(self, asked: Asked, session: Session, outcome: Outcome) -> None:
        """What a message brought was stored before, but not that it was answered."""
        outcome.what = "played"
        outcome.lines += texts.told("Your mail was taken; the game is now as follows.")
        taken = together.taken(session, asked.mail)
        self._pass_on_again(asked, session, taken, outcome)
        self._wishes(asked, session, taken, outcome, old=True)
        outcome.lines += ["", *texts.post(session, asked.person.name)]
        outcome.all_hear |= session.over or session.stopped or isinstance(session.fold.lines[-1], Undo)

    def _pass_on_again(self, asked: Asked, session: Session, taken: Taking, outcome: Outcome) -> None:
        """Without the lines of a block, which no post has, nobody can go on: who sends them again has them sent."""
        if isinstance(session, TogetherSession) and taken.known and asked.proven:
            outcome.heard += together.passed_on(together.in_order(session, taken.known), asked.person.name)
            outcome.lines += texts.told("These lines are known here, and go to the others once more.")
            outcome.kind, outcome.all_hear = "answer", True

    def _decide(self, asked: Asked, session: Session, outcome: Outcome) -> None:
        taken = together.taken(session, asked.mail)
        if "yes" in taken.commands and self.poster.asked(asked.game, asked.person.name):
            asked.beside = beside_yes(taken)
            taken = unclear(taken, asked.beside) if asked.beside else taken
        if why := why_not(asked, session, taken):
            outcome.refuse(why)
        elif taken.lines:
            self._play(asked, session, taken, outcome)
        elif self._stands(asked, session, taken):
            outcome.lines += texts.told(_STANDS)
        self._wishes(asked, session, taken, outcome, old=False)
        if taken.known and not (taken.lines or taken.doubt or taken.commands):
            # Sent twice: all of it was answered. What is told all the same counts as a refusal: few a day, none twice.
            outcome.what, outcome.kind = "known", "refusal" if outcome.lines else ""
            self._pass_on_again(asked, session, taken, outcome)
            if outcome.kind != "refusal":
                outcome.lines += ["", *texts.post(session, asked.person.name)] if outcome.lines else []
                return
        elif taken.commands and not (taken.lines or taken.doubt):
            if unread(asked, session, set(taken.known)):
                outcome.refuse(_NO_MOVE)
        elif not (taken.lines or taken.doubt):
            by_people = session.header.chance == "manual"
            hint = "" if isinstance(session, TogetherSession) else texts.how_to_ask(asked.mail.lines, by_people)
            outcome.refuse(
                f"Nothing in your mail reads as a move, nor as a word that is known here (such as help).{hint}"
            )
        if not outcome.changed:
            self._ask_again(asked, outcome)
        if outcome.changed or outcome.kind == "refusal" or "show" in taken.commands:
            outcome.lines += ["", *texts.post(session, asked.person.name, "show" in taken.commands)]

    def _stands(self, asked: Asked, session: Session, taken: Taking) -> bool:
        """Whether what was mailed stands in the game already, and the player has not been told so."""
        if not taken.known or isinstance(session, TogetherSession):  # whose blocks are answered again
            return False
        last = next(tokens.in_text(self.store.last_sent(asked.game.id, asked.person.name)), None)
        return came_otherwise(asked, session, taken, last.line if last else 0)

    def _play(self, asked: Asked, session: Session, taken: Taking, outcome: Outcome) -> None:
        kept = session.fold.snapshot()
        length = len(session.fold.lines)
        try:
            added = session.play(*taken.lines)
        except PbemError as error:
            outcome.refuse(f"Nothing is played: {error.message}.{how_to_see(error)}")
            return
        left_out = session.left_out
        if isinstance(session, TogetherSession):
            why = together.not_yours(session, length, taken.lines, asked.person.name)
        else:
            why = not_yours(session, length, asked.person.name)
        if why:
            session.fold.restore(kept)
            outcome.refuse(f"`{'; '.join(taken.lines)}`: {why}")
            return
        outcome.what, outcome.changed = "played", True
        if isinstance(session, TogetherSession):
            added = [*session.joined, *added]
            # The whole block: what the club's own copy had of it, others may not have.
            known = [line for line in taken.known if line not in added]
            outcome.heard += together.passed_on([*known, *added], asked.person.name)
            outcome.all_hear = True
        outcome.lines += texts.played(added, asked.person.name)
        if left_out:
            outcome.lines += texts.told(f"The rest of the line was not played: {left_out}.")

    def _wishes(self, asked: Asked, session: Session, taken: Taking, outcome: Outcome, old: bool) -> None:
        """The words of a message, in order."""
        for command in taken.commands:
            refused = outcome.refused
            try:
                if not asked.proven and command not in PUBLIC:
                    # Nothing of what anybody wrote is sent on but the words that are known here.
                    word = next((one for one in ("say", "away until") if command.startswith(f"{one} ")), command)
                    outcome.refuse(
                        f"Anybody could have written this, so nothing is done about `{word}`: reply to a post."
                    )
                elif command in ("undo?", "stop?"):
                    if not old:
                        self._ask(asked, session, command, outcome)
                elif command in ("yes", "no"):
                    if not old:
                        self._vote(asked, session, command, outcome)
                elif command == "say ":
                    outcome.refuse("Behind say stands no text before the next empty line, so nothing is passed on.")
                elif command.startswith("say "):
                    said = command[4:]
                    outcome.said += texts.said(asked.person.name, said)
                    outcome.all_hear = True
                    outcome.lines += texts.told(f"Your text is passed on to the others.{not_played(session, said)}")
                else:
                    outcome.lines += wish(self.club, session, asked.person.name, command)
            except SaveError:  # that of a database is no player's: the message waits
                raise
            except PbemError as error:
                outcome.refuse(error.sentence)
            outcome.done |= outcome.refused == refused

    def _ask(self, asked: Asked, session: Session, command: str, outcome: Outcome) -> None:
        if isinstance(session, TogetherSession):
            outcome.refuse(together.OWN)
            return
        if not asked.current or outcome.changed:
            outcome.refuse(_ASKED_WITHOUT if asked.token is None else _ASKED_BEFORE)
            return
        known = self.store.vote(asked.game.id, session.fold.next_number())
        self._settle(asked, session, question(session, asked.person.name, command, known), outcome)

    def _ask_again(self, asked: Asked, outcome: Outcome) -> None:
        """With an answer comes the question that is still to be answered, so that a yes to it counts."""
        lines = self.poster.asked(asked.game, asked.person.name)
        if lines and outcome.asks is None:
            outcome.asks_again = True
            outcome.lines += ["", *lines]

    def _vote(self, asked: Asked, session: Session, command: str, outcome: Outcome) -> None:
        if command == "no" and outcome.changed and self.poster.asked(asked.game, asked.person.name):
            outcome.lines += texts.told("With your move the question is over.")
            return
        vote = self.store.vote(asked.game.id, session.fold.next_number())
        token = asked.token
        if vote is None or token is None or not asked.current or token.kind != tokens.VOTE:
            outcome.refuse("Nothing is asked here that could be answered so: reply to the mail with the question.")
            return
        if not self.club.keys.genuine(token, asked.game.id, asked.game.players[token.seat], vote.asked):
            outcome.refuse(f"The question that your {command} answers to is over, so it does not count.")
            return
        if command == "no":
            outcome.asks = Asking(None)
            outcome.heard += texts.told(f"{asked.person.name} says no, so the game goes on as it is.")
            outcome.lines += texts.told("You said no, so the game goes on as it is.")
            outcome.all_hear = True
            return
        self._settle(asked, session, answered(vote, asked.person.name), outcome)

    def _settle(self, asked: Asked, session: Session, vote: Vote, outcome: Outcome) -> None:
        """Do what all have agreed to, else ask."""
        voters = self.club.voters(asked.game.players)
        missing = [name for name in voters if same(name) not in map(same, (vote.author, *vote.yes))]
        if missing:
            known = self.store.vote(asked.game.id, vote.line)
            outcome.asks = Asking(vote, fresh=vote.author == asked.person.name and not vote.yes and vote != known)
            outcome.lines += texts.told(f"The yes of {all_of(missing)} is still needed.")
            return
        if vote.kind == "undo":
            added = session.undo(vote.turn, "by consent")
        elif vote.kind == "undo stop":
            added = session.undo(None, "by consent")
        else:
            added = session.stop("by consent")
        outcome.what, outcome.changed, outcome.all_hear = "played", True, True
        outcome.asks = Asking(None)
        outcome.heard += texts.agreed(vote)
        outcome.lines += texts.played(added, asked.person.name)

    # What comes after

    def _close(self, asked: Asked, session: Session, game: Game, outcome: Outcome) -> Game:
        """Everything but the game file, in one transaction; what the game is at."""
        person = asked.person
        self.store.see(asked.message, self.club.now(), outcome.what)
        if asked.token is not None and self.store.bounces(same(person.name)):
            self.store.note(same(person.name), bounces=0)
        if outcome.asks is not None:
            self.store.ask(game.id, outcome.asks.vote)
        if outcome.lines and outcome.kind:
            outcome.kind = "answer" if outcome.done else outcome.kind  # the player waits for what was asked for
            lines = outcome.lines if outcome.lines[0] else outcome.lines[1:]  # an empty line only parts others
            played = outcome.what == "played"
            left = 0 if played else self._may_answer(asked.mail, person, outcome.kind, lines, asked.proven)
            if played or left:
                lines = _with_last(lines, outcome.kind, left)
                kind = tokens.VOTE if outcome.asks_again else tokens.NOTICE
                self.poster.answer(session, game, person, lines, asked.mail, kind)
        if self._tell_others(asked, session, game, outcome):
            game = game._replace(told=game.line)
        self.store.put(game)
        return game

    def _tell_others(self, asked: Asked, session: Session, game: Game, outcome: Outcome) -> bool:
        """Write to the other players; whether all who must know what the game is at have been told."""
        asking = outcome.asks
        others = [name for name in game.players if same(name) != same(asked.person.name)]
        # What somebody says is never out of date, as a notice is after the next move.
        kind = "word" if outcome.heard or outcome.said else "notice"
        notice = Notice(outcome.heard, outcome.said, kind)
        fresh = asking is not None and asking.vote is not None and asking.fresh
        ended = outcome.changed and (session.over or session.stopped)
        if fresh or outcome.all_hear or ended:
            for name in others:
                self.poster.notice(session, game, name, notice)
        elif outcome.what == "played" and game.waits and same(game.waits) != same(asked.person.name):
            waited = self.club.person(game.waits)
            if waited is None or waited.digest:
                return False  # told as soon as there is an address, or with all else, once a day
            self.poster.notice(session, game, game.waits)
        # What waits for a bot is told to nobody yet, for a person may take its place; nor what waits for nobody known.
        known = not game.waits or self.club.person(game.waits) is not None
        return outcome.what == "played" and known and not self.club.bot(game.waits)

    def _may_answer(self, mail: Mail, person: Person, kind: str, lines: list[str], proven: bool) -> int:
        """How many answers are left, 0 for none: lists get none, and nobody more than so many a day.

        What is not proven to be from the player counts by itself, for anybody can write it.
        """
        if mail.on_list:
            return 0
        if kind == "refusal" and mail.subject.casefold().startswith(AUTOMATIC):
            return 0
        digest = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
        most = REFUSALS if kind == "refusal" else ANSWERS
        counted = kind if proven else f"{_UNPROVEN} {kind}"
        return self.store.may_answer(same(person.name), counted, digest, self.club.now(), most)


def _with_last(lines: list[str], kind: str, left: int) -> list[str]:
    """An answer; the last refusal of a day says so."""
    return [*texts.told(texts.LAST), "", *lines] if kind == "refusal" and left == 1 else lines
