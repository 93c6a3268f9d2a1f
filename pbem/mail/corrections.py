"""What people write below a move to put another one in its place, or to correct a part of it."""

import re

_DENY = "no|nope|nein|non|não|nee|nie|ne|nej|nei|нет|nem"
_OR = "or|oder|eller|lub|albo|nebo|alebo|или"
OR = re.compile(rf"{_OR}|ou|of|o")
"""Words before a move that is an alternative."""
INSTEAD = re.compile(
    rf"{_OR}|{_DENY}|instead|rather|better|stattdessen|lieber|besser|plutôt|mejor|meglio|beter", re.IGNORECASE
)
"""A word beside a letter or two below a move that says that they are another one, and nobody's name."""
_REPLACES = (
    r"edit(?:ed)?|correction|corrected|meant|instead|(?:take back|replace) my|make (?:that|it)|korrektur|meinte|gemeint"
    r"|stattdessen|nehme meinen|je voulais|corrección|quise|correzione|intendevo|volevo|correctie|bedoelde|correção"
    r"|quis|oprava|rättelse|menade|rettelse|mente|korjaus|tarkoitin|poprawka|javítás|düzeltme|исправление|имел в виду"
)
MEANT = re.compile(
    r"\b(?:sorry|oops|whoops|mean|rather|my (?:bad|mistake)|mistyped|changed? my mind|on second thoughts?"
    r"|should have been|entschuldigung|lieber|tippfehler|falsch|nehme doch|pardon|désolée?|plutôt|finalement|perdón"
    r"|scusa|anzi|toch|desculpa|promiň|radši|raději|radšej|jednak|hellre|вместо|(?:update|better|besser|mieux|mejor"
    r"|meglio|melhor|beter|lepiej|lépe|lepšie|bättre|bedre|parempi|лучше|daha iyi)(?= ?:)"
    rf"|{_REPLACES})\b",
    re.IGNORECASE,
)
"""Words of a line that puts another move in place of one that stands in the same text."""
REPLACES = re.compile(rf"\b(?:{_REPLACES}|change my)\b", re.IGNORECASE)
"""Those that say so of a move in another text as well; the rest only excuse their author there."""
CORRECTS = re.compile(
    rf"\b(?:{_DENY}|ei|hm+|ah|ach|oh|och|oops|whoops|ups|ok(?:ay)?|please|bitte"
    r"|s'il|perdón|sorry|i(?:'ll|'d)?|ich|je|jag|jeg|io|yo|ik|play|use|take|prefer|want|nehme|spiele|ziehe|joue|prends"
    r"|juego|gioco|speel|gram|hraji|spelar|spiller|my|mein|move|zug|final|real|new|correct|change|to|fixed|changed|with|go|let's|so|ps|is|be|should|must|it|that|make"
    r"|better|besser|mejor|mieux|meglio|melhor|beter|lepiej|lepší|lépe|bättre|bedre|лучше|actually|rather|instead|doch"
    r"|lieber|toch|jednak|anzi|finalement|plutôt|radši|raději|hellre)\b",
    re.IGNORECASE,
)
"""Words of a short line below a move that another one in it is meant in its place."""
EDITS = re.compile(
    r"^\W{0,3}(?:edit(?:ed)?|correction|korrektur|corrección|correzione|correctie|correção|oprava|rättelse|rettelse"
    r"|korjaus|poprawka|javítás|düzeltme|исправление)(?: to add| #?\d{1,2}| [(\[][^()\[\]]{0,20}[)\]])?"
    r"\s?[:\u2013\u2014-]\s?",
    re.IGNORECASE,
)
"""How a line begins that corrects what stands beside it."""
_SAYS_MEANT = re.compile(
    r"\b(?<!what )(?:i meant|i mean|ich meinte|je voulais dire|quise decir|intendevo|volevo dire|ik bedoelde"
    r"|eu quis dizer|jag menade|jeg mente|tarkoitin|miał[ae]m na myśli|имела? в виду"
    r"|make (?:that|it))\b",
    re.IGNORECASE,
)
_NEEDS_A_PART = ("i mean", "make it", "make that")
"""People say so of anything."""
SIGNS = ".,:;!?()[]{}\"'*_"
"""What may stand around a line of the log that is corrected."""
_OTHERWISE = re.compile(
    rf"(?:^|[.!?]\s)(?:(?:sorry|oops|ups|pardon|entschuldigung|perdón|scusa|(?:{_DENY})(?=[^\w\s]))\W{{1,3}}"
    r"|(?:(?:that|this|it) )?(?:should|must|soll(?:te)?|muss) (?:be|read|have been|heißen)(?: the)? )",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\W{0,3}(?:the |der |die |das |den |le |la |el |il |de )?"
    r"(?:(?:(?!(?:turn|move|round|game|page|day|week|worth|about|only|around|before|after|over|schon|nur) )"
    r"[^\W\d_]{3,} )?"
    r"(?P<place>[^\W\d_]{0,3}\d{1,2})|\+[^\W\d_])"
    r"(?=[^\w?]{0,3}$|[.,;!]| (?:instead|in place|statt|anstatt|not|nicht|rather|sorry)\b)",
    re.IGNORECASE,
)
"""A place, or a number behind a word, that ends a sentence."""
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DAY = "(?:mon|tue|wed|thu|fri|sat|sun)"
_SPAN = (
    "(?:seconds|minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tagen?|wochen?|jours?|heures?|d\u00edas?)"
)
_TIME = (
    r"(?:(?:at|on|by|in|um|am|le|alle|a las) )?"
    rf"(?:\d{{1,2}}[:.]\d\d(?!\d)|\d{{4}}\b|\d{{1,2}}\.? {_MONTH}|{_MONTH}\w* \d"
    rf"|(?!the )\w+ {_SPAN}\b|{_DAY}(?:\w*day)?\b|(?:today|tomorrow|tonight|yesterday|heute|morgen|gestern)\b"
    r"|(?:next|last|this) (?:\w+day|week|month|year|time|morning|evening|night)\b)"
)
_OF_WORDS = (
    r"(?:typos?|mistypes?|misspell\w*|spelling|grammar|formatting|format|layout|fonts?|wording|smil(?:ey|ie)s?|emojis?|links?|urls?"
    r"|signature|punctuation|commas?|autocorrect|bb ?code|(?:code )?tags|double post|ninja'?d|greetings?|clarity"
    r"|tippfehler|vertippt|rechtschreib\w*|schreibfehler|grammatik|formatierung|schrift|gruß|fautes?|orthographe|coquilles?"
    r"|erratas?|ortogra\w*|formato|refus[oi]|battitura|typ(?:o|e)?fout\w*|spelfout\w*|literówk\w+|překlep\w*|preklep\w*"
    r"|stav(?:fel|ning\w*)|skrivfel|tastefejl|slåfejl|skrivefejl|skrivefeil|kirjoitusvir\w+|опечатк\w+|орфограф\w+|elírás"
    r"|helyesírás\w*|yazım|imla|誤字|错别字|오타)"
)
_OF_THE_TEXT = re.compile(
    r"(?!.*\b(?:[^\W\d_]{1,3}\d{1,2}|move|turn|step|first|second|third|other|zug|schritt)\b)"
    rf"\W*(?:{_TIME}|(?:[\w'\u2019]+\s){{0,4}}{_OF_WORDS}"
    r"|(?:(?:only|just|fixed|corrected|removed|added|forgot|wrong|some|an?|the|my)\s){1,3}"
    r"(?:text|title|subject|quotes?|pictures?|images?|photos?|line breaks?|language|name|board|post|map|log|score"
    r"|draw)\b"
    r"|better wording|lol|wow|sp\W*$)"
    r"|\W*(?:(?:thanks|thank you|thx|danke|merci|gracias|grazie|no changes?|nothing"
    r"|(?:your|[^\W\d_]+['\u2019]s) (?:turn|move)|du bist (?:dran|am zug)|à toi|te toca|tocca a te"
    r"|jij bent aan zet|forgot to|hello|hi|p\.?s|by the way|btw|good luck|sorry for|happy|see you) ?\b"
    r"|(?:delete|quote|reply|report) ?[|/\u00b7-])",
    re.IGNORECASE,
)
"""What is corrected of a text, and nothing of the move in it."""
_TO_DO = (
    r"to (?:play|take|move|put|place|use|choose|pick|build|draw|roll|activate)\b"
    r"(?! (?:earlier|sooner|before|yesterday|today|faster|right away|at once|a break"
    r"|(?:last|this|on) (?:morning|week|night|time|\w*day))\b)"
)
_OF_OTHERS = re.compile(
    rf"\W*(?:(?!{_TO_DO})to\b|{_TIME}|it\b|what\b|you\b|well\b|no (?:harm|offen[cs]e)|as an?\b|every\b|business"
    r"|seriously|really|(?:dass|damit|que|che|dat|att|at|että|że|že|что|merci|grazie|gracias|obrigad[oa]"
    r"|danke|thanks|thank you|dich|euch|dir|du bist|rispondere|det|that as)\b)",
    re.IGNORECASE,
)
"""What people mean beside a move."""
_EXCUSES = re.compile(r"\b(?:sorry|oops|ups|entschuldigung|pardon|perdón|scusa|i mean)\b", re.IGNORECASE)
_MARKS = " .,:;!\u2013\u2014-"
_PLACES = re.compile(r"(?<!\w)[a-z]{1,2}\d{1,2}(?!\w)")
_ALONE = re.compile(r"\W*[a-z]{1,2}\d{1,2}\W*(?:(?:sorry|please|instead|it is|of course)\W*)?", re.IGNORECASE)
_IN_PLACE = re.compile(
    r"->|=>|\u2192|\b(?:instead|not|no|statt|anstatt|nicht|should|for|typo|sorry|meant|but|sondern|au lieu|pas|wrong"
    r"|en vez|invece|in plaats|zamiast|istället|niet|inte|ikke|nie|ne)\b",
    re.IGNORECASE,
)
_SENTENCE = 9  # words of one that corrects a place
_TO_SAY = re.compile(r"\W*to (?:say|write|type|enter|send)\b")


def corrects(said: str, move: str, next_to: bool) -> bool:
    """Whether a line below a move corrects a part of it: by `Edit:` wherever it stands, by `I meant` right below.

    Not where it goes on with something else. Before what looks like a part of the move (`d2`, `slot 2`) `I mean` does
    as well, and does so anywhere; right below so do `Sorry,` and the like, and another place in place of one it has.
    """
    if next_to and _names_another(said, move):
        return True
    if edit := EDITS.match(said):
        return not _OF_THE_TEXT.match(said, edit.end())
    meant = _SAYS_MEANT.search(said)
    past = meant is not None and meant[0].casefold() not in _NEEDS_A_PART
    if meant and past and next_to and not _OF_OTHERS.match(said, meant.end()):
        return True
    begun = meant or (_OTHERWISE.search(said) if next_to else None)
    start = begun.end() if begun else len(said)
    part = _PART.match(said, to_say.end() if (to_say := _TO_SAY.match(said, start)) else start)
    if part is None or (part[0].strip(_MARKS).isdigit() and not _EXCUSES.search(said)):  # a number may be of anything
        return False
    return _shape(part["place"] or "") in _shape(move)


def _names_another(said: str, move: str) -> bool:
    """Whether a short line names a place that a move has not, in place of one that it has, or alone."""
    places = [place for place in _PLACES.findall(said) if _shape(place) in _shape(move)]
    others = [place for place in places if place not in move]
    if not others or len(said.split()) > _SENTENCE:
        return False
    return _ALONE.fullmatch(said) is not None or (len(others) < len(places) and _IN_PLACE.search(said) is not None)


def _shape(text: str) -> str:
    """A text with one letter for all letters and one digit for all."""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", text))
