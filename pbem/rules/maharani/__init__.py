"""Maharani: Mosaic Palace, by Wolfgang Panning."""
