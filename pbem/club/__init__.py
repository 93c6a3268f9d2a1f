"""A club: a folder of games that are played by mail, and the robot that answers. No other command imports it."""
