"""What people mean by words around a move: not this one, only an idea, taken back."""

import re
from collections.abc import Callable
from functools import cache

from pbem.plain import clean

_NEGATES = re.compile(
    r"\b(?:not|dont|never|no(?! ?\d{1,4}:)|nicht|nie|niemals|keine?|pas|jamais|non|nunca|não|nao|niet|geen|nooit|ikke"
    r"|aldrig|inte|älä|ei|ne|nikdy|nem|nemoj|не|ні|değil|μη|μην|δεν|\w{2,9}n['\u2019]t)\b|不|别|ない|않",
    re.IGNORECASE,
)
_NEVER_MEANT = re.compile(
    r"\b(?:instead|statt|example|beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld"
    r"|przykład|příklad|példa|пример|draft|entwurf|brouillon|borrador|bozza|rascunho|utkast|luonnos"
    r"|черновик|maybe|perhaps|options?|possibly|vielleicht|peut-être|quizás?|tal vez|forse|talvez|misschien|może|možná"
    r"|možno|kanske|måske|kanskje|ehkä|возможно|talán|belki)\b|\bwhat do you think (?:of|about)\b"
    r"|^(?:(?:(?:an?|my|eine|meine|une|mon|una|mi|een|mijn|first) )?(?:ideas?|idee|idée|hint)"
    r"|(?:my |the )?old (?:moves?|version)"
    r"|(?:legal|possible) moves|premove|tentative|provisional|conditional|(?:only )?a? ?test|probably|plan b|otherwise"
    r"|wrong|illegal|cancel?led|withdrawn|deleted|suppose|from my last (?:mail|post)|i refuse"
    r"|to take (?:it|that) back(?: send)?|(?:please )?ignore) ?:"
    r"|\b(?:assuming|supposing|should) you\b"
    r"|\be\.g\b|\bz\. ?b\b",
    re.IGNORECASE,
)
_OF_PLAYING = re.compile(
    r"\b(?:play\w*|moves?|take|enter|count\w*|valid|final|meant|yet|this|that|it|these|those|real|official"
    r"|spiel\w*|zieh\w*|z[uü]ge?|nimm|nehmen|zähl\w*|gültig|noch|das|dies\w*|es|jou\w+|coups?|compt\w+|encore|valable|ça|ceci|cela"
    r"|jueg\w*|jugar|juga\w+|cuent\w*|esto|eso|ést[ae]|gioc\w+|moss[ae]|quest[oae]|cont\w+|ancora|jog\w+|isso|isto"
    r"|speel\w*|spelen|zet|tel|nog|dit|dat|deze|do|doing|done|used?|submit\w*|accept\w*|works?|allowed|permitted|sure"
    r"|decided?|until|ever|going|like|want(?:ed)?|ideas?|idee|any ?more|longer|tomorrow|for now|choice|says|convinced"
    r"|mache|va|comme|look|machen|eintrag\w+|erlaubt|sicher|entschieden|faire?|permis|s\u00fbre?|hacer|har\u00e9|seguro|permitido"
    r"|jugu\w+|igra\w+|\u03c0\u03b1\u03af\w+|\u0433\u0440\u0430\w+|gra\w*|ruch\w*|ten|tego|licz\w*|jeszcze|hra\w+|tahy?|ťahy?|ještě|ešte"
    r"|spela?\w*|drag\w*|räkna|än|det|den|detta|dette|spil\w*|træk\w*|trekk\w*|pela\w*|siirto\w*|tätä|vielä|игра\w*|ход\w*"
    r"|это\w*|játsz\w*|lép\w*|ezt|oyna\w*|hamle\w*|bunu)\b|走|玩|下|这|打|指|두",
    re.IGNORECASE,
)
_FEW = 2  # words that are all of a clause
_LATE = re.compile(
    r"\b(?:never|nie(?:mals)?|jamais|nunca|mai|nooit|aldrig|nikdy|soha|nigdy)\W*$|ikke\W*$", re.IGNORECASE
)


def denies(clause: str) -> bool:
    """Whether a clause that ends in a colon says that what comes below it is not meant, or an example.

    A negation does if it is one of playing, or of this; or ends the clause, or has no more than a word beside it.
    """
    if _NEVER_MEANT.search(clause):
        return True
    found = [*_NEGATES.finditer(clause)]
    if not found:
        return False
    last = not clause[found[-1].end() :].strip(" :") and not _LATE.search(clause.rstrip(" :"))
    return last or len(clause.split()) <= _FEW or _OF_PLAYING.search(clause) is not None


LINKS = re.compile(
    r"and|then|also|plus|or|und|dann|oder|et|puis|ou|y|o|e|poi|en|of|dan|og|så|och|sedan|i|a|potem|и|или"
)
"""Words that join steps of a move."""
TALKS = re.compile(r"\b(?:than|als|statt|of|like|not|without|ohne|nicht|you|du)\W*$", re.IGNORECASE)
"""How words end behind which a move is talked of."""
IF = re.compile(
    r"(?:(?:and|but|what|or|und|aber|was|oder|et|mais|y|pero|e|ma|en|maar|og|men|och|a|ale|и|но) )?"
    r"(?:if|instead|rather|statt|anstatt|wenn|falls|si|se|als|hvis|om|jos|jeśli|gdyby"
    r"|kdyby|keby|pokud|ak|если|якщо|eğer|αν|dacă) \S",
    re.IGNORECASE,
)
"""How half a sentence begins that only supposes what comes below."""
OTHER_IF = re.compile(
    r"(?:se (?:mitt?|min|trekket|draget|me|hizo|hace|nos|zpo\w+|n\u00e3o me engano|ho contato bene)"
    r"|om (?:eerlijk|\u00e4rlig)"
    r"|als (?:kleine|het goed)|si (?:acum|r\u00fdchl\w|cuento bien|je compte bien)|rather (?:late|again)|ak dobre)\b",
    re.IGNORECASE,
)
"""What begins like half such a sentence, and supposes nothing."""
ORDER = re.compile(
    r"(?:if|wenn|falls|si|se|als|hvis|om|jeśli|pokud)\b(?=.{0,60}\d).{0,80}, (?:then |dann )?"
    r"(?:i(?:'ll|'d| will| would)? (?:play|take|move|answer)|(?:spiele|ziehe|nehme|würde) ich(?: spielen)?|je joue"
    r"|juego|gioco|speel ik)\W*$",
    re.IGNORECASE,
)
"""A conditional order: what somebody would play if a place is taken, or a tile."""
THIS = re.compile(r"\b(?:this|that|it|das|es|ça|ceci|cela|eso|esto|isso|isto|questo|questa|dit|dat|to|это)\b")
"""What words above a move that take it back speak of."""
DRAFT = {"draft", "entwurf", "brouillon", "borrador", "bozza", "rascunho", "utkast", "luonnos", "черновик", "example"}
"""Words that say so alone on a line."""
UNSURE = re.compile(
    r"(?!.*\b(?:better|else|other|another|anything)\b)"
    r"(?:.*\b)?(?:not|\w+n't|never|almost|nearly|could|might|would(?! like| love)|should|wanted to|was going to|whether"
    r"|(?:think|thought|thinking) (?:of|about)|consider(?:ed|ing)?)\b.{0,40}\b"
    r"play(?:ed|ing)?(?: this| that| it)?:?"
    r"|(?:should|shall|may|can|could|would|is|what|how about|soll|kann|darf|dois-je|puis-je|puedo|posso|mag|mogę|můžu"
    r"|môžem)\b.{0,60}\b(?:play|playing|this|that|legal|allowed|possible|spielen|ziehen|das|jouer|ça|jugar|esto|giocare|questo"
    r"|spelen|dit|zagrać|hrát|zahrať)\b.{0,20}\?"
    r"|(?:.*\b)?(?:ob ich|ich (?:könnte|würde)|j'hésite|je pourrais|podría|potrei|ik (?:zou|twijfel)|poderia|mógłbym"
    r"|mogłabym|zastanawiam|mohla? bych|uvažuj[iu])\b"
    r"[^.!?]*|(?:how about|what about|why (?:is|not)|i(?:'m| am| was) (?:thinking|considering)(?: of| about)?"
    r"|i(?: have|'ve)? decided against):?",
    re.IGNORECASE,
)
"""A line right above a move which says that it is only thought of, or asks about it."""
FINE = re.compile(
    r"\b(?:why not|warum nicht|pourquoi pas|perché no|por qué no|waarom niet|last but not least"
    r"|no (?:comment|problem|hurry)"
    r"|\w{2,9}n['\u2019]t have (?:much|any|a|another|better)(?: other)? (?:choice|option)s?"
    r"|(?:only|best|last) option(?: left)?(?= ?:)|no(?: other)? choice"
    r"|(?:almost |nearly )?forgot (?:it's my turn )?to play"
    r"|is it my turn(?: to play)?|can you believe (?:this|that|it)|if i (?:count(?:ed)?|see it) right"
    r"|if you insist(?= ?:)"
    r"|\w{2,9}n['\u2019]t (?:have|see|find) anything better"
    r"|if i(?:['\u2019]m| am) not (?:mistaken|wrong)|(?:wenn|falls) ich mich nicht (?:irre|täusche)"
    r"|se non (?:sbaglio|erro)"
    r"|si no me equivoco|si je ne me trompe(?: pas)?|om jag inte (?:har fel|misstar mig)|als ik me niet vergis"
    r"|als (?:nächste[rsn]?|antwort))\b",
    re.IGNORECASE,
)
"""What says nothing against a move below it, though a word of it would."""
_ASKS = (
    r"(?:is|was|would) (?:this|that|it) (?:be )?(?:even )?(?:legal|allowed|valid)"
    r"|(?:can|may) i (?:play|do) (?:this|that)"
    r"|is (?:this|that|it) (?:ok with the rules|possible)|or is (?:this|that|it) illegal|legal|allowed|erlaubt"
    r"|(?:c'est|est-ce) possible|¿?se puede|si può|jde to|kann ich das"
    r"|(?:ist|geht|darf ich) das(?: (?:erlaubt|legal|spielen))?"
    r"|(?:est-ce|c'est) (?:permis|légal)|¿?es legal"
    r"|è (?:legale|permesso)"
)
ASKS = re.compile(rf"(?:{_ASKS}) ?\?", re.IGNORECASE)
"""Whether a move may be played at all."""
_NO = "no|nein|non|não|nee|nie|ne|nej|nei|ei|нет|nem|hayır"
_WAIT = (
    "wait|hold on|hang on|stop|warte|halt|stopp|attends|attendez|espera|espere|aspetta|wacht|czekaj|poczekaj|počkej"
    "|počkejte|počkaj|vänta|vent|odota|подожди|подождите|стой|стойте|várj|várjatok|bekle|dur"
)
HOLD = re.compile(
    r"(?:^|[.!?\u2026]\s{1,3})(?:(?:oh|ah|ach|och|o|oops|ups)\W{1,3})?"
    rf"(?:(?:{_NO})\W{{1,3}}(?:{_WAIT})|(?:{_WAIT})\W{{1,3}}(?:{_NO}))"
    r"(?=\W{0,3}(?:$|[,.!?\u2026:;\u2013\u2014-]))"
    rf"|^\W{{0,3}}(?:(?:{_WAIT})\b\W{{0,3}}){{1,3}}$",
    re.IGNORECASE,
)
"""How a line begins, or a sentence of it, that stops what stands above it; or all of a line."""
SYMBOL = "[\u2190-\u2bff\U0001f000-\U0001faff]"
"""A picture, such as a face or an arrow."""
SMILEY = r"(?:<[/\\]?3+|[:;][-^o']?[()\[\]DPpOo3/|*]+|=[()DPp]+|8-?\)|[xX]D+|\^_*\^|:[\w+-]+:)"
"""A face of other signs, or the name of one; with nothing beside it but blanks."""
_CUTS = 40  # places where words behind a move may begin
_TALK = 100  # characters of a line without digits in which a move is looked for
_STEP = 4  # words
_REMARK = re.compile(rf"\s+|(?={SYMBOL})")
QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f"
WITHOUT = f" *_()[]\"'{QUOTES}\u2018\u2019\u201a\u201b\u2039\u203a" + "".join(
    map(chr, (*range(0x2190, 0x2C00), *range(0x1F000, 0x1FB00)))
)
"""What may stand around a clause, faces among it."""
CLAUSE_END = re.compile(r"[.!?;:,\u2026]+(?:\s+|$)|[\u3001\u3002\uff01\uff0c\uff1b\uff1f]+|\s+[-\u2013\u2014]+\s+")
_LEAD = (
    "haha+|hehe|lol|ps|p\\.s|hey|honestly|i think|i guess|ich glaube"
    "|no|oh|ah|oops|ups|hm+|um|sorry|please|but|and|so|ok|okay|well|actually|just|wait|stop|argh|damn|nein|ach|bitte|aber"
    "|also|warte|halt|non|pardon|désolée?|mais|attends|s'il te plaît|perdón|por favor|pero|espera|não|desculpa|mas"
    "|scusa|per favore|ma|anzi|aspetta|nee|alsjeblieft|maar|wacht|nie|proszę|ale|przepraszam|czekaj|ne|prosím|promiň"
    "|počkej|prepáč|nej|nei|men|snälla|förlåt|vänta|undskyld|beklager|unnskyld|vent|ei|anteeksi|mutta|odota|нет"
    "|извини|извините|пожалуйста|но|ой|nem|bocs|kérlek|de|várj|hayır|pardon|lütfen|ama"
)
_EDITED = re.compile(r"edit(?:ed)?\W{1,3}typos?\b", re.IGNORECASE)
_THAT = (
    "that|this|it|them|these|those|the above|(?:that|this|my|the)(?: last| above| first)? "
    "(?:one|move|turn|line|draw|roll|play|mail|e-?mail|message|post)(?: above)?"
)
_MORE = (
    r" (?:sorry|please|pls|for now|then|again|after all|now|everyone|all|haha|lol)"
    r"| (?:because|weil|denn|parce que|porque|perché|omdat)\b.*"
)
"""What a clause that takes back may go on with."""
_ASIDE = re.compile(
    rf"(?<=\w) \([^()]{{0,80}}\)$|(?<=\s)[-\u2013\u2014~]+[^\W\d]+$|(?:(?<=\s)|^){SMILEY}(?=\s|$)|!{{2,}}1*"
)
"""What stands beside such a clause: brackets, a name behind a dash, faces."""
_BACK = (
    # English
    r"(?:please |pls )?(?:redraw|reroll|re-draw|re-roll|(?:draw|roll) again)|wrong (?:draw|roll|thread|dice|die)",
    r"(?:it |that |this |the (?:draw|roll) )?(?:doesn'?t|does not|didn'?t) count",
    r"(?:pls |please )?ignore the following|pls ignore|not this one",
    r"take-?back(?: please)?",
    r"that (?:was|is) for (?:our|my) other (?:game|board|thread)",
    r"(?:i'?ll |i will |will )(?:re(?:draw|roll)|(?:draw|roll) again)(?: later| tomorrow)?|(?:i )?forgot to shuffle",
    rf"(?:do not|don'?t) (?:play|count|make|enter|use|take|submit|process|store) (?:{_THAT})"
    "(?: just)?(?: yet| please| now| after all)*|(?:do not|don'?t) (?:play|submit|process|enter|take)(?: yet| please)?",
    r"hold (?:that|this|it)(?: please)?|(?:(?:just|only) )?(?:kidding|joking)|jk",
    r"(?:this is |that's |that is )?not (?:yet )?(?:my )?final(?: move| answer)?(?: yet)?",
    r"(?:only|just|for|this is|as) an example",
    r"wait for my confirmation|let me sleep (?:over|on) it",
    r"(?:i'll|i will|let me) (?:draw|roll) again(?: later| tomorrow)?",
    r"(?:sorry )?wrong (?:game|board)",
    r"(?:that|this)(?:'s| is| was) (?:meant )?for (?:another|the other|a different|my other) game",
    r"(?:that|this|it)(?:'s| is| was) (?:illegal|not legal|a typo|a joke|nonsense)",
    r"(?:that|this|it)(?:'s| is| was) (?:just|only) (?:an example|a joke|an idea)|disregard(?: please)?",
    r"(?:sorry )?typo(?: above)?",
    r"(?:that|this|it) (?:isn'?t|wasn'?t) (?:right|it|my move|what i (?:meant|wanted)|meant)",
    r"(?:let me|i'll|i will|i need to|i have to|i must|i want to) (?:re-?consider"
    r"|think (?:about (?:it|this|that) )?(?:again|once more|some more|first|overnight|(?:un)?till? \w+))",
    r"(?:i'll|i will|will|let me) send (?:you )?(?:a new|another|a different|the right|the correct|a better)"
    " (?:one|move|turn|line)(?: later| soon| tomorrow| instead)?",
    rf"(?:i want to|i'd like to|i would like to|let me) (?:undo|cancel|withdraw|retract|change) (?:{_THAT})",
    r"(?:i )?(?:scratch|scrap|strike|forget|ignore|disregard|cancel|undo|withdraw|retract|revert|discard|delete"
    rf"|never ?mind) (?:{_THAT})(?: please)?",
    r"(?:cancel|undo|withdraw|retract|revert|discard)(?: please)?|nvm",
    r"never ?mind|wrong (?:move|one|line)|not that(?: one)?|on second thoughts?|actually no(?:t(?: that)?)?",
    r"(?:wait|hold (?:on|off))(?: a (?:bit|moment|minute|second|day|while)| (?:un)?till? (?:tomorrow|tonight|later))?",
    r"i (?:may|might|could) (?:still |yet )?(?:change my mind|(?:change|undo|take back|reconsider) (?:that|this|it))",
    r"let me (?:think again|rethink|reconsider)",
    rf"(?:(?:i|let me|i want to|i'd like to|i would like to|can i|may i) )?take (?:{_THAT}) back",
    rf"i take back (?:{_THAT})",
    r"(?:i(?:'ve| have)? )?(?:just )?changed my mind",
    r"i (?:did not|didn'?t) mean (?:that|this|it|to (?:play|send) (?:that|this|it))",
    rf"(?:{_THAT})(?:'s| is| was) (?:wrong|a mistake|the wrong (?:move|one))",
    r"(?:that|this|it)(?:'s| is| was) not (?:right|it|my move|what i (?:meant|wanted))",
    # German
    r"(?:spiele?|spielt|zähle?|werte|wertet|nimm|nehmt) (?:das|es|ihn|den zug|diesen zug)(?: doch| bitte| noch)* nicht",
    r"(?:das|es|den zug|diesen zug)(?: doch| bitte| noch)* nicht (?:spielen|zählen|werten|nehmen|ausführen)",
    r"(?:vergiss|vergesst|ignoriere?|ignoriert|streiche?|streicht) (?:das|es|den zug|diesen zug)(?: bitte| wieder)*",
    r"ich nehme? (?:das|es|ihn|den zug|meinen zug)(?: wieder)? zurück|(?:doch|so|das) nicht|falscher zug",
    r"(?:ich )?hab'?e?s? (?:es )?mir(?:'s| das| es)? anders überlegt|das war (?:falsch|ein (?:fehler|irrtum|versehen))",
    r"(?:noch )?nicht (?:spielen|werten|ausführen)|warte (?:noch|mal|noch mal|bis morgen)",
    r"(?:bitte )?(?:(?:(?:den|diesen) zug|das|diese (?:e-?)?mail) )?(?:bitte )?ignorieren",
    r"(?:nur|war nur|das war nur) ein (?:scherz|witz|beispiel)|falsches spiel|kommando zurück",
    r"(?:doch )?lieber (?:doch )?nicht|stornieren|rückgängig(?: machen)?",
    # French
    r"ne (?:le |la )?(?:joue|jouez) pas(?: encore)?|je plaisante|mauvaise partie",
    r"ignorez? ce (?:message|mail|courriel|coup)|annuler|finalement pas",
    r"ne (?:joue|jouez|compte|comptez|prends|prenez) pas (?:ça|cela|ceci|ce coup)|pas (?:ça|ce coup)|mauvais coup",
    r"(?:oublie|oubliez|ignore|ignorez|annule|annulez|j'annule|je retire|je reprends) (?:ça|cela|ce coup|mon coup)",
    r"j'ai changé d'avis|finalement non|tout compte fait non|c'était (?:une erreur|faux)|je me suis trompée?",
    # Spanish
    r"no (?:juegues|juegue|jueguen|cuentes|cuente) (?:eso|esto|esa jugada|esta jugada|mi jugada)|mejor no|eso no",
    r"(?:olvida|olvide|ignora|ignore|cancela|cancele|anula|anule|retiro) (?:eso|esto|esa jugada|mi jugada)",
    r"olvídalo|olvidalo|anúlala?|he cambiado de (?:idea|opinión)|cambié de (?:idea|opinión)|pensándolo bien",
    r"me equivoqué|me he equivocado|(?:eso )?fue un error|jugada equivocada",
    r"no (?:lo |la )?(?:juegues|juegue)(?: todavía| aún)?|(?:es|era)(?: una)? broma|partida equivocada",
    r"ignor[ae] este (?:mensaje|correo)|cancelar|anular",
    # Portuguese
    r"não (?:o |a )?jogues?(?: ainda)?|(?:é|era)(?: uma)? brincadeira|jogo errado",
    r"ignor[ae] est[ae] (?:mensagem|e-?mail)",
    r"não (?:jogue|jogues|conte|contes) (?:isso|isto|essa jogada|esta jogada|esse lance)|melhor não|lance errado",
    r"(?:esquece|esqueça|ignora|ignore|cancela|cancele|anula|anule|retiro) (?:isso|isto|essa jogada|a jogada)",
    r"mudei de ideias?|pensando bem|(?:isso )?foi (?:um )?(?:erro|engano)|enganei-me|me enganei",
    # Italian
    r"non (?:giocare|giocate|contare|contate) (?:questo|questa|quello|quella)(?: mossa)?|meglio di no|anzi no",
    r"(?:dimentica|ignora|annulla|ritiro) (?:questo|questa|quella|la mossa|questa mossa|la mia mossa)|lascia perdere",
    r"ho cambiato idea|ripensandoci|mossa sbagliata|ho sbagliato|mi sono sbagliat[oa]|era (?:un errore|sbagliat[oa])",
    r"non giocar(?:e|la|lo)(?: ancora)?|scherzavo|stavo scherzando|partita sbagliata",
    r"ignora quest[oa] (?:messaggio|mail)|annulla(?:re)?",
    # Of several
    r"non conta|à ignorer|me lo pienso",
    r"ich überlege(?: noch| nochmal| noch mal)?|(?:ich )?ziehe (?:den|meinen) zug zurück|(?:bitte )?streichen",
    # Dutch
    r"(?:nog )?niet spelen|grapje|verkeerd spel|negeer (?:dit|deze) (?:bericht|mail)",
    r"speel (?:dat|dit|hem|die zet|deze zet)(?: maar| nog| toch)* niet|(?:dat|dit|die zet) niet spelen",
    r"toch(?: maar)? niet|annuleren",
    r"(?:vergeet|negeer) (?:dat|dit|het|die zet)(?: maar)?|ik neem (?:dat|dit|het|die zet|mijn zet) terug|laat maar",
    r"ik heb me bedacht|ik bedenk me|bij nader inzien|dat was (?:fout|verkeerd|een vergissing)|verkeerde zet",
    # Polish
    r"nie (?:graj|grajcie|licz|liczcie|zapisuj) (?:tego|tego ruchu)|zignoruj (?:to|ten ruch)",
    r"cofam(?: to| ten ruch| ruch)?",
    r"zapomnij(?: o tym)?|anuluj (?:to|ten ruch)|zmienił[ae]m zdanie|jednak nie|pomyłka|pomylił[ae]m się|zły ruch",
    r"nie graj(?:cie)?(?: jeszcze)?|żartuję|żartował[ae]m|nie ta gra|zła gra|anuluj|cofnij",
    # Czech and Slovak
    r"(?:ještě |ešte )?nehraj(?:te)?(?: ještě| ešte)?|dělám si legraci|robím si srandu|žertuj[iu]|špatná hra|zlá hra",
    r"nehraj(?:te)? (?:to|tohle|toto|ten tah|ten ťah)|(?:to|tohle|toto|ten tah|ten ťah) nehraj(?:te)?",
    r"zapomeň(?:te)? na to|zabudni(?:te)? na to|(?:zruš|zrušte|ignoruj|ignorujte) (?:to|tohle|toto|ten tah|ten ťah)",
    r"ber(?:u|iem) (?:to|tah|ten tah|ťah|ten ťah) (?:zpět|späť)|rozmyslela? (?:jsem|som) si to|rozmyslela? jsem se",
    r"rad(?:ši|ěji|šej) n(?:e|ie)|to byl(?:a|o)? (?:omyl|chyba)|omyl|spletla? jsem se|pomýlila? som sa",
    r"špatný tah|zlý ťah|zrušit|zrušiť|zruš(?:te)?",
    # Swedish, Danish, Norwegian
    r"(?:spela inte|spil ikke|spill ikke) (?:dette|detta|den|det(?: (?:där|här|der|drag|træk|trekk))?)",
    r"(?:spela inte|spil ikke|spill ikke) (?:draget|trækket|trekket)",
    r"(?:glöm|glem|ignorera|ignorer|stryk|slet) (?:det|dette|detta|den|draget|trækket|trekket|det där|det der)",
    r"jag (?:tar tillbaka|ångrar) (?:det|draget)|jag har (?:ångrat|ändrat) mig",
    r"jeg tage?r (?:det|trækket|trekket) (?:tilbage|tilbake)",
    r"jeg har (?:fortrudt|ombestemt (?:mig|meg))|det var (?:fel|forkert|feil|ett misstag|en fejl|en feil)",
    r"(?:fel drag|forkert træk|feil trekk)|ångra|fortryd|angre|annull?era?",
    r"(?:spela|spil|spill) (?:(?:det|den) )?(?:inte|ikke)(?: än| endnu| ennå)?|ikke spill (?:det|den)",
    r"(?:jag |jeg )?(?:skojar|skämtar|spøger|tuller|spøker)(?: bara| bare)?|fel spel|forkert spil|feil spill",
    # Finnish
    r"älä pelaa(?: vielä)?|väärä peli",
    r"älä (?:pelaa|laske) (?:sitä|tuota|tätä|tuota siirtoa|sitä siirtoa)|unohda (?:se|tuo|tämä)",
    r"perun (?:sen|tuon|siirron|siirtoni)|peruuta|kumoa",
    r"muutin mieltäni|tulin toisiin ajatuksiin|ei sittenkään|se oli (?:virhe|väärin)|väärä siirto",
    # Russian
    r"не (?:играй|играйте|ходи|ходите|засчитывай|засчитывайте) (?:это|так|этот ход)",
    r"(?:забудь|забудьте)(?: об этом| это)?",
    r"(?:отмени|отмените|игнорируй|игнорируйте) (?:это|ход|этот ход)|беру (?:это|ход|свой ход) (?:назад|обратно)",
    r"я? ?передумала?|(?:это )?(?:была )?ошибка|я ошиб(?:ся|лась)|не то|не это|не тот ход",
    r"не (?:играй|играйте|ходи|ходите)(?: пока)?|шучу|(?:это )?шутка|не та (?:игра|партия)|отмен(?:а|ить|ите|и|яю)",
    # Hungarian
    r"ne (?:játszd|lépd)(?: le| meg)?(?: még)?|csak vicceltem|vicceltem|rossz játék",
    r"(?:ezt|azt) ne (?:játszd|lépd)(?: le| meg)?|ne (?:játszd|lépd)(?: le| meg)? (?:ezt|azt)",
    r"felejtsd el(?: ezt| azt)?|rossz lépés",
    r"visszavonom(?: ezt| a lépést)?|visszaveszem(?: ezt)?|meggondoltam magam|mégsem?|tévedtem",
    r"ez (?:hiba|tévedés) volt",
    # Turkish
    r"(?:bunu|onu|şunu) (?:oynama|oynamayın|sayma|saymayın|unut|unutun)|geri alıyorum|hamlemi geri alıyorum|boş ?ver",
    r"fikrimi değiştirdim|vazgeçtim|yanlış hamle|yanlış oldu|hata (?:yaptım|oldu)|oynama(?:yın)?|şaka(?: yaptım)?",
    r"yanlış oyun|iptal(?: et| edin)?",
    # Chinese, Japanese, Korean
    r"等等|等一下|撤回|取消|不要(?:走|玩|下)这(?:步|个)?|走错了|待って|ちょっと待って|やっぱりなし|今のなし|取り消し(?:ます)?|間違えました|잠깐만?|취소(?:할게요)?",
)

_ALONE = re.compile(
    r"(?:this is |that's |that is )?(?:only|just) an? (?:test|idea|draft)"
    r"|(?:i'?m |i am )?still thinking(?: about (?:it|that))?"
    r"|wrong|illegal|mistake|(?:please )?ignore(?: please)?|draft|falsch|to be confirmed|tbc"
    r"|(?:i'm )?not (?:yet )?sure(?: yet)?"
    r"|(?:but )?(?:only )?(?:if|provided(?: that)?|as long as) you(?: all)? agree|unless you object"
    r"|(?:nur )?ein entwurf|(?:wenn|falls) du (?:einverstanden bist|zustimmst)|si tu es d'accord"
    r"|si estás de acuerdo|se sei d'accordo"
    r"|als je akkoord gaat|cancell?ed|withdrawn|retracted|zug zurück|annulé|cancelad[oa]|anulad[oa]|annullat[oa]"
    rf"|geannuleerd|{_ASKS}",
    re.IGNORECASE,
)
"""Whole lines that do; behind other words than those before such a clause they are about something else."""


@cache
def _back() -> re.Pattern[str]:
    """A whole clause below a move that takes it back; made when first asked for, which takes a while."""
    return re.compile(rf"(?:(?:{_LEAD})\W{{1,3}}){{0,3}}(?:{'|'.join(_BACK)})(?:{_MORE})?", re.IGNORECASE)


_WRONG = (
    f"{_NO}|nope|misclick(?:ed)?|vertippt|tippfehler|typo|moment|quatsch|void|my (?:bad|mistake)|oops|ups|wait|stop"
    "|mistake|wrong|falsch|fehler|irrtum|erreur|errore?|błąd|chyba|fel|virhe|hiba|faux|fout|źle|špatně|väärin|rossz|errado"
    "|ungültig|nonsense|rubbish|ошибка|стоп"
)
RIGHT_BELOW = re.compile(
    rf"(?:(?:oh|ah|ach|hm+|ps|p\.s)\W{{1,3}})?(?:{_WRONG})(?:\W{{1,3}}(?:{_WRONG}|sorry|please|bitte)){{0,3}}"
    r"|(?:but |aber |mais |pero )?(?:(?:this|that|it|he|pbem|das|es|c'est|ce n'est)(?:'s)? )?(?:(?:says|said) )?"
    r"(?:(?:this|that|it) )?"
    r"(?:is |was |were |ist |est )?(?:n'?t |not )?(?:legal|allowed|possible|illegal|impossible"
    r"|geht (?:aber |leider )?nicht"
    r"|nicht (?:erlaubt|möglich|legal)|unmöglich|verboten|pas (?:permis|possible)|no es (?:legal|posible))"
    r"(?: (?:here|now|sorry|apparently|anyway))?",
    re.IGNORECASE,
)
"""All of a line right below a move that says no to it."""
ABANDONED = re.compile(
    r"(?:please |bitte )?(?:not|don'?t|do not|nicht|pas|niet|inte|ikke|не)"
    r"|(?:.*\b)?(?:please|i|we|you|du) (?:don'?t|do not)"
    r"|(?:and |but |now )?(?:i|we) (?:expect|predict|fear|hope for|tried)|(?:i wanted|ich wollte)(?: to play)?"
    r"|(?:.*\b)?(?:afraid of|hoping for|for example|e\.g\.?"
    r"|otherwise i(?:'ll| will)|error with|write it like(?: this)?:?|my guess:?|(?:a )?variation:?)",
    re.IGNORECASE,
)
"""How the line right above a move ends that goes on with it, and does not mean it."""
FOLLOWING = re.compile(
    r"\b(?:this|the following|(?:do not|don'?t) play|dies(?:e[nrs]?)?|das|folgende[ns]?|ceci|ça|esto|questo|dit|to)\b"
)
"""Of what a line right above a move speaks that takes it back."""


def straight(line: str) -> str:
    """A line with plain signs and without marks and bullets, as these words are looked for."""
    return clean(line).replace("\u2019", "'").strip("*_ ").lstrip("-+\u2022\u00b7 ")


def with_remark(line: str, reads: Callable[[str], object]) -> str:
    """A line with `;` before words without digits at its end, the fewest; "" if it `reads` so nowhere.

    Nor is it one where the last of these words are a step of the move.
    """
    body = line.partition(";")[0]
    if len(body) > _TALK and not any(map(str.isdigit, body.partition(":")[2])):
        return ""
    for found in [*_REMARK.finditer(body)][: -_CUTS - 1 : -1]:
        rest, move = line[found.start() :].lstrip(" ,/"), body[: found.start()].rstrip(" ,(/")
        rest = rest[1:-1] if rest[:1] == "(" and rest[-1:] == ")" else rest
        words = rest.partition(";")[0].strip(" .!").split()
        if any(map(str.isdigit, re.sub(SMILEY, "", " ".join(words)))):
            break
        if rest and reads(move):
            ends = (" ".join(words[at:]) for at in range(len(words))[-_STEP:])
            return "" if any(reads(f"{move} / {end}") for end in ends) else f"{move} ; {rest}"
    return ""


def takes_back(said: str) -> bool:
    """Whether a clause of such a line takes back what stands above it."""
    said = _ASIDE.sub(". ", _EDITED.sub("", said))
    clauses = [one for clause in CLAUSE_END.split(said) if (one := clause.strip(WITHOUT))]
    if HOLD.search(said) or any(map(_back().fullmatch, clauses)):
        return True
    alone = clauses[-1:] and _ALONE.fullmatch(clauses[-1])
    return bool(alone) and all(re.fullmatch(_LEAD, one, re.IGNORECASE) for one in clauses[:-1])
