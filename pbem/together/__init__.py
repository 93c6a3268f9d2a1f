"""Games that their players deal together, each from a secret chain of their own: nobody can look ahead or bend a draw.

From the floor up: `chain` (formulas), `lines` (what their logs have beside the usual lines), `tips` (the header),
`table` (who may write what), `fold`, `session`; `secret` (FILE.secret), `playing` (own lines and links), `taking`
(texts), `telling`. Nothing of it is imported for a game that is dealt otherwise.
"""
