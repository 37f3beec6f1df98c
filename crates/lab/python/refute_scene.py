"""A move, what is claimed about it, and the tools that the checks share.

For `refute.py`: the scene of a move, a claim with its witnesses by role, trees
of lines, and what the English words of numbers and gains mean.
"""

import re

import chess

import refute_words as words

PIECES = {name: kind for kind, name in enumerate(chess.PIECE_NAMES) if name}

NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve".split()
)

SAN = re.compile(
    r"(?<![\w-])(?:O-O(?:-O)?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]"
    r"|(?:[a-h]x)?[a-h][1-8](?:=[QRBN])?)[+#]?(?!\w)"
)

WORTH = {"a pawn": 100, "a minor piece": 300, "a rook": 500, "a queen": 900}


class Refuted(Exception):
    """What was found, and what was expected."""


def expect(holds, found):
    if not holds:
        raise Refuted(found)


def name(square):
    return chess.square_name(square)


def number(word):
    return int(word) if word.isdigit() else NUMBERS.index(word)


def worth(text):
    """The sum that `at least …` speaks of, in centipawns; none if it does not."""
    found = re.search(r"at least (.+?)(?:'s worth|s' worth|$|, | to | against )", text)
    if not found:
        return None
    sum_ = found.group(1)
    if sum_ in WORTH:
        return WORTH[sum_]
    pawns = re.fullmatch(r"(\w+) pawn", sum_)
    expect(pawns, f"found the sum {sum_!r}, expected a number of pawns or a piece")
    return 100 * number(pawns.group(1))


class Scene:
    """A move with the positions before and after it."""

    def __init__(self, record):
        self.before = chess.Board(record["fen"])
        self.move = self.before.parse_uci(record["move"])
        expect(self.move, "found no move")
        san = self.before.san(self.move)
        expect(san == record["moveSan"], f"found {record['moveSan']}, expected {san}")
        self.after = self.before.copy(stack=False)
        self.after.push(self.move)
        self.mover = self.before.turn
        self.opponent = not self.mover
        self.man = self.before.piece_at(self.move.from_square)
        self.taken_square = words.taken_square(self.before, self.move)
        self.taken = words.taken(self.before, self.move)
        self.castles = self.before.is_castling(self.move)
        self.came_from = {self.move.to_square: self.move.from_square}
        if self.castles:
            rank = chess.square_rank(self.move.from_square)
            short = self.before.is_kingside_castling(self.move)
            rook = (7, 5) if short else (0, 3)
            self.came_from[chess.square(rook[1], rank)] = chess.square(rook[0], rank)
        self.known = {}

    def old(self, square):
        """Where an own man stood that stands on the square after the move."""
        return self.came_from.get(square, square)

    def moved(self, square):
        """Whether the man on the square after the move is one that moved."""
        return square in self.came_from

    def is_won(self, board, color, sum_):
        """As the word, remembered: the same ends come again in many claims."""
        key = (board._transposition_key(), color)
        if key not in self.known:
            mated = board.turn != color and board.is_checkmate()
            self.known[key] = mated, not mated and words.is_settled(board, color)
        mated, settled = self.known[key]
        return mated or (settled and words.balance(board, color) >= sum_)

    def risk_before(self, square):
        return self.remember(("before", square), lambda: words.risk(self.before, square))

    def risk_after(self, square):
        return self.remember(("after", square), lambda: words.risk(self.after, square))

    def exchange(self):
        return self.remember("exchange", lambda: words.exchange(self.before, self.move))

    def remember(self, key, compute):
        if key not in self.known:
            self.known[key] = compute()
        return self.known[key]


class Claim:
    """A claim of the JSON, with its witnesses by role."""

    def __init__(self, scene, record):
        self.scene = scene
        self.id = record["id"]
        self.source = record["source"]
        self.formula = record["formula"]
        self.lines = record["lines"]
        self.gain = record.get("gain")
        self.polarity = record["polarity"]
        self.en = record["text"]["en"]
        self.no = record["text"]["no"]
        self.witnesses = [
            (w["role"], w["piece"], chess.parse_square(w["square"])) for w in record["witnesses"]
        ]

    def all(self, role):
        """The squares of the witnesses of a role; there must be one at least."""
        found = [square for r, _, square in self.witnesses if r == role]
        expect(found, f"found no witness {role}")
        return found

    def one(self, role):
        found = self.all(role)
        expect(len(found) == 1, f"found {len(found)} witnesses {role}, expected one")
        return found[0]

    def moves_named(self):
        """The moves written in the English text that are no witness' square."""
        squares = {name(square) for _, _, square in self.witnesses}
        return [text for text in SAN.findall(self.en) if text not in squares]

    def move_named(self, board):
        """The one move written in the text, legal on the board."""
        found = self.moves_named()
        expect(len(found) == 1, f"found the moves {found} in the text, expected one")
        try:
            move = board.parse_san(found[0])
        except ValueError as error:
            raise Refuted(f"found {found[0]}, expected a legal move: {error}") from None
        # Whether the other side could answer is a matter of the turn as it is.
        expect(board.san(move) == found[0], f"found {found[0]}, expected {board.san(move)}")
        return move

    def reply(self):
        """The second move of all lines, which is also the one that is named."""
        replies = {line[1] for line in self.lines if len(line) > 1}
        short = [line for line in self.lines if len(line) < 2]
        expect(len(replies) == 1 and not short, f"found the replies {replies}, expected one")
        move = self.move_named(self.scene.after)
        reply = chess.Move.from_uci(replies.pop())
        expect(move == reply, f"found the reply {reply} in the lines, {move} in the text")
        return move

    def tree(self):
        """The lines as a tree of moves."""
        root = {}
        for line in self.lines:
            node = root
            for move in line:
                node = node.setdefault(move, {})
        expect(list(root) == [self.scene.move.uci()],
               f"found lines that begin with {list(root)}, expected {self.scene.move}")
        return root[self.scene.move.uci()]

    def forces(self, color, goal, every=True):
        walk(self.scene.after.copy(stack=False), self.tree(), color, goal, every)

    def attacks(self, board, man, target):
        expect(target in board.attacks(man),
               f"found that {name(man)} does not attack {name(target)}")


def walk(board, node, color, goal, every):
    """Holds a tree of lines against `forces`, or with fewer replies `expects`."""
    if not node:
        found = "" if goal(board) else f"found an end at {board.fen()} where the goal fails"
        expect(not found, found)
        return
    legal = {move.uci(): move for move in board.legal_moves}
    strange = sorted(set(node) - set(legal))
    expect(not strange, f"found illegal moves {strange} at {board.fen()}")
    if board.turn != color:
        missing = sorted(set(legal) - set(node))
        enough = not missing if every else len(node) >= min(2, len(legal))
        expect(enough, f"found no answer to {missing} at {board.fen()}")
    for uci, rest in node.items():
        board.push(legal[uci])
        walk(board, rest, color, goal, every)
        board.pop()


def depth(node, board_turn, color):
    """The most moves of a colour on a way through a tree."""
    own = 1 if board_turn == color else 0
    return max((own + depth(rest, not board_turn, color) for rest in node.values()), default=0)
