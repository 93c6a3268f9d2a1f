"""The behaviour of each game; words are in grammar/, facts in games/."""
