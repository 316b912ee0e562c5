-- Sums over all titles, so that a club of three hundred titles asks for no more rows than a club of one: in d_standing and d_pair the title '' is all
-- of them together, without points, which are of different kinds. In the group of a person's standing a variant that is not rated is told apart.
DELETE FROM d_standing WHERE game = ''; -- none but in a file whose version somebody set back
DELETE FROM d_pair WHERE game = '';
INSERT INTO d_standing (person, game, variant, seats, level, month, games, wins, win, total, total_squares, best, categories)
SELECT person, '', iif(variant IN ('together', 'played'), variant, '') AS kind, seats, '', month, sum(games), sum(wins), sum(win), 0, 0, -2147483648, x'00'
FROM d_standing GROUP BY person, kind, seats, month;
INSERT INTO d_pair (game, a, b, games, a_first, b_first, a_won, b_won)
SELECT '', a, b, sum(games), sum(a_first), sum(b_first), sum(a_won), sum(b_won) FROM d_pair GROUP BY a, b;

-- Everybody whom somebody met in a title, without those of the others.
DROP INDEX d_pair_b;
CREATE INDEX d_pair_b ON d_pair (b, game, a);
