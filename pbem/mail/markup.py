"""Marks of forums (BBCode, Markdown, Discourse, reddit, BoardGameGeek) -> plain lines, quotes marked with `>`."""

import html
import re

_QUOTE = re.compile(r"\[(/?)(?:quote|blockquote|q)(?:[= ][^\[\]\n]{0,200})?\]", re.I)
_STRUCK = re.compile(r"\[(/?)(?:s|strike|-)\]", re.I)
_SPOILER = re.compile(r"^([ \t]{0,3})>!(.{0,400}?)!<[ \t]*$", re.M)
"""A spoiler of reddit, which begins as a quote does, and is the author's own text."""
_LINK = re.compile(r"\[(?:url|email)(?:=[^\[\]\n]{0,500})?\]|\[/(?:url|email)\]", re.I)
_FORMAT = re.compile(
    r"\[/?(?:b|i|u|c|o|code|color|colour|bgcolor|size|font|center|left|right|justify|indent|list|li|\*|tt|pre|mono|sub|sup|"
    r"i?spoiler|inlinespoiler|hide|details|heading|h[1-6]|table|tr|td|th|img|imageid|floatleft|floatright|align|icode|php|"
    r"noparse|plain|highlight)(?:[= ][^\[\]\n]{0,200})?\]",
    re.I,
)
_BLOCK = "code|pre|list|table|spoiler|hide|details"
_BLOCK_ENDS = re.compile(rf"^((?:(?!\[(?:{_BLOCK})\b)[^\n])*\[/(?:{_BLOCK})\])[ \t]*(?=\S)", re.I | re.M)
"""The end of a block that began on an earlier line, with text right behind it: forums show that below the block."""
_AUTOLINK = re.compile(r"<(?:mailto:|https?:|tel:)[^<>\s]{0,500}>", re.I)
_INLINE = re.compile(r"\[([^\[\]\n]{0,200})\]\((?:https?:|mailto:|tel:)[^()\s]{0,500}\)", re.I)
_FENCE = re.compile(r" {0,3}(?:`{3,}|~{3,})[\w+-]{0,20}\s*$")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITY = re.compile("&(?:gt|lt|amp|quot|nbsp|#39|#x27);", re.I)


def plain(text: str) -> str:
    """Text without marks. Code marks hold the author's own text, so only the marks go; quotes get a `>`."""
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    if "!<" in text:
        text = _SPOILER.sub(r"\1\2", text)
    if "[" in text:
        text = _INLINE.sub(r"\1", _LINK.sub("", text))
        text = _without(text, _STRUCK)
        text = _BLOCK_ENDS.sub(r"\1\n\n", text)
        text = _FORMAT.sub("", text)
        text = _quoted(text)
    if "<" in text:
        text = _AUTOLINK.sub("", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    if "```" in text or "~~~" in text:
        text = "\n".join("" if _FENCE.match(line) else line for line in text.split("\n"))
    return text


def _quoted(text: str) -> str:
    """Text in quote marks with a `>` before each line.

    A quote that is not closed goes to the end; one that is not opened begins at the start.
    """
    marks = list(_QUOTE.finditer(text))
    if not marks:
        return text
    depth = lowest = 0
    for mark in marks:
        depth += -1 if mark[1] else 1
        lowest = min(lowest, depth)
    depth, at = -lowest, 0
    lines: list[str] = []
    for start, end, by in [*((m.start(), m.end(), -1 if m[1] else 1) for m in marks), (len(text), len(text), 0)]:
        for line in text[at:start].split("\n"):
            lines.append(f"> {line}" if depth else line)
        depth += by
        at = end
    return "\n".join(lines)


def _without(text: str, mark: "re.Pattern[str]") -> str:
    """Text without what stands between two marks; a mark without its partner is left."""
    if not mark.search(text):
        return text
    kept, at, opened = [], 0, -1
    for found in mark.finditer(text):
        if not found[1]:
            opened = found.start() if opened < 0 else opened
        elif opened >= 0:
            kept.append(text[at:opened])
            at, opened = found.end(), -1
    kept.append(text[at:])
    return "".join(kept)
