"""A sample post, with everything that mail clients are known to spoil."""

LINES = """
This is a sample from a club for games by mail; no game waits for it.
Below is a board. If its columns do not stand one under the other, set
your client to show plain text in a fixed font, or look at the other
version of this mail, which has the same as HTML.

x -a- -b- -c- -d- -e- -f- -g- -h-
4 -C- -E- NW- +++ +++ NE- -W- -C-
3 -S- SE- SW- SE- SW- SE- SW- -S-
2 -N- NE- NW- -N- -N- NE- NW- -N-
1 +++ -E- -W- -C- -C- -E- -W- +++
x -a- -b- -c- -d- -e- -f- -g- -h-

To play you reply to a post of a game with your move on top.""".strip().split("\n")
