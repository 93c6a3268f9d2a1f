"""Tests of games that their players deal together."""
