"""Majolica, by Yu Wang."""
