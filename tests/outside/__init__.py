"""Games from outside: packages as they are installed, and their tests."""
