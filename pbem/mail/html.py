"""HTML of a mail -> text, what is quoted in it marked with `>`. Linear, and never an error.

Not made with html.parser, whose time grows with the square of the text or worse: that of Python 3.11 needs most of a
minute for `<a x='` ten thousand times, 60 kB, and raises AssertionError for `<![<`. A mail's HTML needs less: blocks
are lines, and the marks that clients put around what is not new.
"""

import html
import re

_TAG = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>|<[/!?][^>]*+>""")
_START = re.compile("<[a-zA-Z/!?]")
_ATTRIBUTE = re.compile(
    r"""\b(id|class|style|name|type|color|bgcolor|text)\s{0,9}=\s{0,9}"""
    r"""(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'>]{1,200}))""",
    re.I,
)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CLEAR = "clear"  # a colour that cannot be seen
_SILENT = _set(
    "head style script title template noscript noembed noframes xml svg math select datalist object iframe audio video "
    "canvas"
)
_INDENT = re.compile(r"margin:\s*0(?:px)? 0(?:px)? 0(?:px)? 40px;\s*border:\s*none", re.IGNORECASE)
"""How Gmail indents what people write: no quote, whatever it is called."""
_STRUCK = _set("s strike del")
_RAW = _set("style script title xml")
"""What stands in these is no text, whatever it looks like; tags in it are none."""
_RAW_ENDS = {name: re.compile(rf"</{name}\b", re.I) for name in _RAW}
_BLOCKS = _set(
    "p div tr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 pre blockquote table hr section article header footer center form "
    "address fieldset body html tbody thead caption"
)
_APART = _set("p h1 h2 h3 h4 h5 h6 ul ol table hr blockquote")
"""Blocks with room above and below: lines in them are not continued by what comes next."""
_EMPTY = _set("br hr img meta link input area base col wbr")
_QUOTES = re.compile(
    r"(?:x_)*(?:yahoo_quoted|protonmail_quote|gmail_signature|moz-signature|zmail_extra|quote|OLK_SRC_BODY_SECTION|"
    r"ms-outlook-mobile-body-separator-line|tutanota_quote|freemail_quote|WM_extra)[\w-]*",
    re.I,
)
"""Classes and ids of what a client quotes, or signs with."""
_CUTS = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|reply-intro|mail-editor-reference-message-container|"
    r"ms-outlook-mobile-reference-message|GroupwiseReplyHeader|stopSpelling|isForwardContent|OLK_SRC_BODY_SECTION)",
    re.I,
)
"""Behind these everything is a copy, siblings included."""
_RULE = re.compile(r"border-top:\s{0,3}solid\s{1,3}(?:#?E1E1E1|#?B5C4DF|windowtext)", re.I)
_HIDDEN = re.compile(
    r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}(?:hidden|collapse)|mso-hide\s{0,3}:\s{0,3}all"
    r"|(?:opacity|max-height|max-width|font-size)\s{0,3}:\s{0,3}[0.]{1,9}(?:px|pt|r?em|%)?\s{0,3}(?:;|!|$)"
    r"|font-size\s{0,3}:\s{0,3}1px|(?:text-indent|left|top)\s{0,3}:\s{0,3}-\d{3,5}"
    r"|text-decoration[\w-]{0,6}\s{0,3}:[^;]{0,40}line-through",
    re.I,
)
"""Styles of what nobody sees, or sees struck out."""
_COLOUR = re.compile(r"(?:^|[;\s\"'])color\s{0,3}:\s{0,3}([^;!]{1,60})", re.I)
_BACKGROUND = re.compile(r"background(?:-color)?\s{0,3}:\s{0,3}([^;!]{1,60})", re.I)
_HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b", re.I)
_RGB = re.compile(r"rgba?\(\s{0,3}(\d{1,3})[,\s]{1,3}(\d{1,3})[,\s]{1,3}(\d{1,3})(?:\s?[,/]\s?(0?\.?0*)\s?\))?", re.I)
_NAMED = {"white": "ffffff", "black": "000000", "snow": "fffafa", "ivory": "fffff0", "transparent": _CLEAR}
_SAME = _set("inherit initial unset none currentcolor")
_STYLE_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_VALUE = re.compile(r"""=\s{0,9}(?:"[^"]*+"|'[^']*+'|[^\s"'>]++)""")
_HIDES = re.compile(r"(?:^|[\s/])hidden(?=$|[\s/])", re.I)
_TIGHT = re.compile(r"\bMso|PlainText|margin(?:-top|-bottom)?\s{0,3}:\s{0,3}0", re.I)
_DEEP = 10
_NESTED = 500


def to_texts(source: str) -> tuple[str, str]:
    """The lines that a reader sees, and the same with what is struck out or hidden, as a mail's plain version may be.

    Those of quotes and copies begin with `>`.
    """
    page = _Page()
    text = _read(source, page)
    return text, _read(source, _Page(unseen=True)) if page.hid else text


def _read(source: str, page: "_Page") -> str:
    at = 0
    while True:
        found = _START.search(source, at)
        start = found.start() if found else len(source)
        if start > at:
            page.text(source[at:start])
        if not found:
            return page.written()
        if source.startswith("<!--", start):
            end = source.find("-->", start)
            at = len(source) if end < 0 else end + 3
            continue
        tag = _TAG.match(source, start)
        if tag is None:
            return page.written()  # it goes on to the end, and shows nothing
        at = tag.end()
        if not tag[2]:
            continue
        name = tag[2].lower()
        if tag[1]:
            page.close(name)
            continue
        page.open(name, tag[3])
        if name in _RAW:
            closed = _RAW_ENDS[name].search(source, at)
            at = closed.start() if closed else len(source)


def _colour(text: str) -> str:
    """A colour in six digits; "" for one that is not known."""
    text = text.strip().lower()
    if text in _NAMED:
        return _NAMED[text]
    found = _HEX.search(text)
    if found:
        return found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    rgb = _RGB.match(text)
    if not rgb:
        return ""
    return _CLEAR if rgb[4] else "".join(f"{min(int(part), 255):02x}" for part in rgb.groups()[:3])


def _is_faint(colour: str, background: str) -> bool:
    """Whether text in a colour cannot be seen there: it is the same, or both are nearly white."""
    if colour == _CLEAR or (colour and colour == background):
        return True
    return bool(colour and background) and all(c[::2] == "fff" for c in (colour, background))


def _attributes(source: str) -> dict[str, str]:
    """Those that say what an element is. Of two of one name the first counts, as it does for whoever shows the page."""
    given: dict[str, str] = {}
    if "=" in source:
        for key, a, b, c in _ATTRIBUTE.findall(source):
            given.setdefault(key.lower(), html.unescape(a or b or c))
        if "/*" in given.get("style", ""):
            given["style"] = _STYLE_COMMENT.sub("", given["style"])
    if "hidden" in source.lower() and _HIDES.search(_VALUE.sub("", source)):
        given["hidden"] = ""
    return given


class _Page:
    """What is written so far, and which elements are open: each with what it does to its text."""

    def __init__(self, unseen: bool = False) -> None:
        self.unseen = unseen
        self.lines: list[str] = []
        self.line: list[str] = []
        self.elements: list[tuple[str, str]] = []  # name, and "quote", "silent", "pre" or ""
        self.colours = [("000000", "ffffff")]  # of the elements: of their text, and behind it
        self.hid = False
        self.opened: dict[str, int] = {}
        self.quotes = self.silent = self.pre = 0
        self.cut = False

    def open(self, name: str, source: str) -> None:
        """A start tag."""
        if name == "br":
            self.line_end()
            return
        given = _attributes(source)
        what = self._what(name, given)
        if name in _BLOCKS:
            self.line_break()
            if name in _APART and not _TIGHT.search(f"{given.get('class', '')} {given.get('style', '')}"):
                self.room()
        if name in ("td", "th") and self.line:
            self.line.append(" ")
        if name in _EMPTY or len(self.elements) >= _NESTED:
            return
        self.elements.append((name, what))
        self.colours.append(self._coloured(given))
        self.opened[name] = self.opened.get(name, 0) + 1
        self._count(what, 1)

    def _what(self, name: str, given: dict[str, str]) -> str:
        marks = (
            f"{given.get('id', '')} {given.get('class', '')} {given.get('name', '') if name == 'div' else ''}".split()
        )
        if name != "body" and (any(map(_CUTS.fullmatch, marks)) or _RULE.search(given.get("style", ""))):
            self.line_break()
            self.cut = True
        if name in _SILENT:
            return "silent"
        if not self.unseen and (name in _STRUCK or "hidden" in given or _HIDDEN.search(given.get("style", ""))):
            return "silent"
        indented = name == "blockquote" and _INDENT.search(given.get("style", "")) is not None
        if (name in ("blockquote", "q") and not indented) or any(map(_QUOTES.fullmatch, marks)):
            self.line_break()
            return "quote"
        return "pre" if name in ("pre", "textarea") else ""

    def _coloured(self, given: dict[str, str]) -> tuple[str, str]:
        colour, background = self.colours[-1]
        style = given.get("style", "")
        if "color" in given or "text" in given:
            colour = _colour(given.get("color", given.get("text", "")))
        if "bgcolor" in given:
            background = _colour(given["bgcolor"])
        if "olor" in style.lower() or "background" in style.lower():
            of_text, behind = _COLOUR.search(style), _BACKGROUND.search(style)
            if of_text and of_text[1].strip().lower() not in _SAME:
                colour = _colour(of_text[1])
            if behind and behind[1].strip().lower() not in _SAME:
                found = _colour(behind[1])
                background = background if found == _CLEAR else found
        return colour, background

    def close(self, name: str) -> None:
        """An end tag, which ends what was opened inside as well; one too many does nothing."""
        if not self.opened.get(name):
            return
        depth = len(self.elements) - 1
        while self.elements[depth][0] != name:
            depth -= 1
        if name in _BLOCKS or any(what == "quote" for _, what in self.elements[depth:]):
            self.line_break()
            if name in _APART and name != "p":
                self.room()
        for other, what in self.elements[depth:]:
            self.opened[other] -= 1
            self._count(what, -1)
        del self.elements[depth:], self.colours[depth + 1 :]

    def _count(self, what: str, by: int) -> None:
        self.quotes += by * (what == "quote")
        self.silent += by * (what == "silent")
        self.pre += by * (what == "pre")

    def text(self, source: str) -> None:
        """Text between tags."""
        if self.silent or not source:
            self.hid |= bool(self.silent and source)
            return
        if not self.unseen and _is_faint(*self.colours[-1]):
            self.hid = True
            return
        text = html.unescape(source) if "&" in source else source
        if self.pre:
            first, *more = text.split("\n")
            self.line.append(first)
            for part in more:
                self.line_end()
                self.line.append(part)
            return
        plain = re.sub(r"[ \t\n\r\f]+", " ", text)
        if plain.strip(" ") or self.line:
            self.line.append(plain)

    def line_end(self) -> None:
        """Ends the line, also an empty one."""
        text = "".join(self.line)
        if not self.pre:
            text = text.strip(" ")
        depth = min(self.quotes + self.cut, _DEEP)
        self.lines.append(f"{'>' * depth} {text}" if depth else text)
        self.line = []

    def line_break(self) -> None:
        """Ends the line if there is something in it."""
        if self.line:
            self.line_end()

    def room(self) -> None:
        """An empty line, unless there is one."""
        if self.lines and self.lines[-1].strip("> "):
            self.line_end()

    def written(self) -> str:
        """All lines."""
        self.line_break()
        return "\n".join(self.lines)
