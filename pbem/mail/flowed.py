"""Text in format=flowed (RFC 3676): lines that a client broke are joined again."""


def unflow(text: str, delsp: bool) -> str:
    """Paragraphs in one line each, quotes with their marks; `delsp` is whether the blank at a break was added."""
    done: list[tuple[int, list[str]]] = []
    open_ = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:]
        content = content.removeprefix(" ")
        if open_ and done and done[-1][0] == depth and content != "-- ":
            done[-1][1].append(content)
        else:
            done.append((depth, [content]))
        open_ = content.endswith(" ") and content != "-- "
        if open_ and delsp:
            done[-1][1][-1] = content[:-1]
    lines: list[str] = []
    last = 0
    for depth, parts in done:
        if last and not depth:
            lines.append("")  # where a quote ends is known here
        lines.append(f"{'>' * depth}{' ' if depth else ''}{''.join(parts)}")
        last = depth
    return "\n".join(lines)
