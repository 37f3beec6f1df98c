"""Counts games by the definitions of the statistics, slowly and apart from krog.

Reads PGN on standard input and prints a line for every position, move and cell,
with the columns of `krog db export`. Positions are named by the Polyglot hash of
placement, turn, castling rights and an en passant square that can be used.
"""

import io
import re
import struct
import sys

import chess
import chess.pgn
import chess.polyglot
import xxhash

CUTS = [0, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2500]
TAGS = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
PAGES = {"analysis", "training", "practice"}
HASHER = chess.polyglot.ZobristHasher(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
PROMOTIONS = {None: 0, chess.KNIGHT: 1, chess.BISHOP: 2, chess.ROOK: 3, chess.QUEEN: 4}


def key(board):
    value = HASHER.hash_board(board) ^ HASHER.hash_castling(board) ^ HASHER.hash_turn(board)
    if board.has_legal_en_passant():
        value ^= HASHER.array[772 + chess.square_file(board.ep_square)]
    return value


def cell(white, black):
    if white is None or black is None:
        return "unrated"
    # Twice the mean, so that nothing is rounded.
    twice = white + black
    index = max(i for i, cut in enumerate(CUTS) if 2 * cut <= twice)
    if index + 1 == len(CUTS):
        return f"{CUTS[index]}+"
    return f"{CUTS[index]}-{CUTS[index + 1]}"


def rating(text):
    match = re.fullmatch(r"\s*(\d+)\?*\s*", text)
    number = int(match.group(1)) if match else 0
    return number if 0 < number < 65536 else None


def castles_to(board, move):
    """The square a move is stored with: castling is the king taking its rook."""
    if not board.is_castling(move):
        return move.to_square
    kingside = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(move.from_square)]
    files = sorted(chess.square_file(square) for square in chess.SquareSet(rooks))
    file = files[-1] if kingside else files[0]
    return chess.square(file, chess.square_rank(move.from_square))


def name(board, move):
    text = chess.square_name(move.from_square) + chess.square_name(castles_to(board, move))
    return text + (chess.piece_symbol(move.promotion) if move.promotion else "")


def identity(headers, start, moves):
    site = headers.get("Site", "")
    match = re.fullmatch(
        r"(?:https?://)?lichess\.org/([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?(?:/(?:white|black)?)?(?:[#?].*)?", site
    )
    if match and match.group(1) not in PAGES:
        return xxhash.xxh3_128_intdigest(f"lichess:{match.group(1)}".encode())
    match = re.search(r"chess\.com/game/([^/]*)/(\d+)", headers.get("Link", ""))
    if match:
        return xxhash.xxh3_128_intdigest(f"chesscom:{match.group(1)}/{match.group(2)}".encode())
    text = b""
    for tag in TAGS:
        value = headers.get(tag, "")
        words = [] if value in ("?", "-") else value.split()
        text += " ".join(words).lower().encode() + b"\x1f"
    if start is not None:
        text += struct.pack(">Q", start)
    text += b"\x1f"
    for from_square, to_square, promotion in moves:
        text += struct.pack(">H", from_square | to_square << 6 | PROMOTIONS[promotion] << 12)
    return xxhash.xxh3_128_intdigest(text)


def steps_of(game):
    """The positions of the main line with the moves played there."""
    board = game.board()
    steps = []
    for move in game.mainline_moves():
        steps.append((key(board), name(board, move), board.turn, castles_to(board, move), move))
        board.push(move)
    return steps


class Headers(chess.pgn.GameBuilder):
    """Keeps the tags that stand in the text apart from those that are filled in."""

    def begin_game(self):
        super().begin_game()
        self.said = {}

    def visit_header(self, tagname, tagvalue):
        self.said.setdefault(tagname, tagvalue)
        super().visit_header(tagname, tagvalue)

    def result(self):
        game = super().result()
        game.said = self.said
        return game


def main():
    text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    counters, examples, seen = {}, {}, set()
    while True:
        game = chess.pgn.read_game(text, Visitor=Headers)
        if game is None:
            break
        result = game.headers.get("Result", "*")
        if game.errors or result not in ("1-0", "0-1", "1/2-1/2"):
            continue
        steps = steps_of(game)
        if not steps:
            continue
        start = None if game.board() == chess.Board() else key(game.board())
        moves = [(step[4].from_square, step[3], step[4].promotion) for step in steps]
        said = dict(game.said)
        game_id = identity(said, start, moves)
        if game_id in seen:
            continue
        seen.add(game_id)
        count(counters, examples, steps, result, said, game_id)
    for (position, move, band), tally in counters.items():
        example = examples[position, move][2]
        print(f"{position:016x}\t{move}\t{band}\t" + "\t".join(map(str, tally)) + f"\t{example:032x}")


def count(counters, examples, steps, result, said, game_id):
    white, black = rating(said.get("WhiteElo", "")), rating(said.get("BlackElo", ""))
    band = cell(white, black)
    rated = band != "unrated"
    rank = (rated, white + black if rated else 0, game_id)
    for position, move, turn, *_ in {(step[0], step[1], step[2]) for step in steps}:
        tally = counters.setdefault((position, move, band), [0, 0, 0, 0, 0])
        tally[{"1-0": 0, "1/2-1/2": 1, "0-1": 2}[result]] += 1
        if rated:
            tally[3] += white if turn == chess.WHITE else black
            tally[4] += black if turn == chess.WHITE else white
        examples[position, move] = max(examples.get((position, move), rank), rank)


main()
