"""The short form of rules 2 in the slow referee's Ecos (ecos_referee.py), from docs/ecos.md: decisions with one answer are made by the rules,
lines leave out what only one move could mean, and what goes without saying is done before a line that tells of it."""

FORCED = 16  # as many as a position shows
TABLE_LISTS = {"deal": 2, "active": 1, "top": 1}  # words before the cards of a line that stands for several


class Foul(Exception):
    """A line that the referee does not allow; `clean` when nothing of it was done before it was found foul."""

    clean = True


class Short:
    """The part of a Game that hears lines; what they do is the game's coroutine."""

    def line(self, seat, text):
        """One line of the record; several cards in it are several words."""
        words = text.split()
        fixed = TABLE_LISTS.get(words[0])
        parts = [" ".join(words[:fixed] + [card]) for card in words[fixed:]] if fixed and len(words) > fixed else [text]
        said = self.said
        try:
            for part in parts:
                if self.rules == 1:
                    self.say(seat, self.checked(seat, self.spelled(seat, part)))
                else:
                    self.hear(seat, part)
        except Foul as foul:
            foul.clean = self.said == said
            raise
        self.force()

    def checked(self, seat, text):
        if seat not in self.ask:
            raise Foul(f"{seat} says '{text}', {sorted(self.ask)} may")
        if text not in self.ask[seat](text.split()[0]):
            raise Foul(f"{seat}: {text} is not among {sorted(self.ask[seat]())[:40]}")
        return text

    def say(self, seat, text):
        if seat != "*" and self.level != "sheet":
            self.verified[self.step(text)] += 1
        self.said += 1
        self.go((seat, text.split()))

    def hear(self, seat, text):
        """A line of rules 2: a move in full or in short, or one that the rules have made, or one that says that others were made before."""
        while True:
            meant = self.meant(seat, text)
            if meant is not None:
                self.say(seat, meant)
                return
            if any(self.shortens(seat, text, said.split(": ")[1]) for said in self.forced if said.startswith(seat + ":")):
                return
            silent = self.unsaid(seat, text.split()[0])
            if silent is None:
                self.checked(seat, text)
            self.say(*silent)
            self.force()

    def shortens(self, seat, text, move):
        """Is it this move without words at its end? `eco` is left out only where it goes without saying."""
        words, full = text.split(), move.split()
        return full[:len(words)] == words and ("eco" not in full[len(words):] or self.completes(seat, int(full[1])))

    def meant(self, seat, text):
        """The legal move that a line stands for, or None; a line that could be two is foul."""
        if seat not in self.ask:
            return None
        text = self.spelled(seat, text)
        legal = self.ask[seat](text.split()[0])
        if text in legal:
            return text
        could = [] if seat == "*" else [move for move in legal if self.shortens(seat, text, move)]
        if len(could) > 1:
            raise Foul(f"{seat}: {text} could be {could[:4]}")
        return could[0] if could else None

    def spelled(self, seat, text):
        """What is for oneself without `for`. A charge with the element that everybody sees and, on a card that is known to be complete so, with
        `eco`; where the slots are known `eco` may be said all the same, under rules 1 also when it is false."""
        words = text.split()
        if words[0] == "for" and words[1:2] == [seat] and words[2:3] in (["points"], ["gain"], ["play"]) and self.rules > 1:
            return " ".join(words[2:])
        if words[0] != "charge" or len(words) < 2 or not words[1].isdigit() or int(words[1]) not in self.players[seat].active:
            return text
        if (len(words) == 2 or words[2] in ("eco", "from")) and self.element not in (None, self.wild):
            words.insert(2, self.element)
        card = int(words[1])
        full, known = self.completes(seat, card), "slots" in self.cards[card]
        if "eco" in words and known and (full or self.rules == 1):
            words.remove("eco")
        elif "eco" not in words and full and not known and len(words) > 2:
            words.insert(3, "eco")
        return " ".join(words)

    def completes(self, seat, card):
        """Does one more cube complete the card? None when nobody knows."""
        known = len(self.cards[card]["slots"]) if "slots" in self.cards[card] else self.remembered.get(card)
        return None if known is None else sum(self.players[seat].active[card].cubes.values()) + 1 == known

    def unsaid(self, seat, verb):
        """The seat and the move that a line of this seat says to have been made, or None."""
        if len(self.ask) != 1 or "*" in self.ask or not self.by_rules:
            return None
        asked = next(iter(self.ask))
        legal = self.ask[asked]()
        if set(legal) == {"gain card", "wait"}:
            if asked != seat or verb != "gain":  # which would speak of the dial
                return asked, "gain card" if asked == seat and verb in ("look", "faceup") else "wait"
        if len(legal) == 2 and "withdraw" in legal:
            return asked, legal[0]
        return None

    def force(self):
        """As long as somebody has one answer only, the rules give it."""
        while self.rules > 1 and self.by_rules and self.level != "sheet":
            found = next(((seat, words[0]) for seat in self.ask if seat != "*" for words in [self.ask[seat]()] if len(words) == 1), None)
            if found is None:
                return
            self.forced.append(f"{found[0]}: {found[1]}")
            self.go((found[0], found[1].split()))
