"""Rajas of the Ganges, by Inka and Markus Brand."""
