"""The log's files, read and checked by another's implementation (tlog-scales), which knows nothing of ours."""

import random
from pathlib import Path

import pytest
from tlog_scales.backend import LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import Vkey
from tlog_scales.tiles import leaf_hash as their_leaf_hash
from tlog_scales.tlog import Checkpoint as TheirCheckpoint
from tlog_scales.tlog import ConsistencyProof, ConsistencyProofInvalid, InclusionProof, InclusionProofInvalid

from apps.audit.log.merkle import (
    EMPTY,
    ProofRefused,
    check_consistency,
    check_inclusion,
    consistency_path,
    leaf_hash,
    tree_hash,
)
from apps.audit.log.notes import Checkpoint, Kind, Note, NoteRefused, Signer, Verifier
from apps.audit.log.proofs import Proof, prove
from apps.audit.log.tiles import CHECKPOINT, Folder, TileRefused, tile_path

SIZES = (1, 2, 3, 255, 256, 257, 700, 1024)
SIGNER = Signer.make("filings.example/audit", Kind.LOG)


def entries(start: int, end: int) -> list[bytes]:
    return [f"entry {number}".encode() for number in range(start, end)]


def written(root: Path, sizes: tuple[int, ...] = (700,)) -> Folder:
    """A log that grew to each of the sizes in turn, with a checkpoint of the last."""
    folder, size = Folder(root), 0
    for new in sizes:
        assert folder.append(size, entries(size, new)) == new
        folder.forget_partial(size, new)
        size = new
    checkpoint = Checkpoint(SIGNER.name, size, folder.tree(size).root)
    (root / CHECKPOINT).write_text(SIGNER.note(checkpoint.body).text)
    return folder


def theirs(root: Path) -> tuple[TilesReader, TheirCheckpoint]:
    reader = TilesReader(LocalBackend(root))
    return reader, reader.get_checkpoint()


@pytest.mark.parametrize("size", SIZES)
def test_another_reader_finds_our_root_under_our_signature(tmp_path: Path, size: int) -> None:
    written(tmp_path, (size,))
    reader, checkpoint = theirs(tmp_path)
    checkpoint.verify(Vkey.from_string(SIGNER.verifier.vkey))
    assert (checkpoint.size, checkpoint.root_hash) == (size, reader.calculate_root_hash())
    assert reader.get_entry(size - 1) == f"entry {size - 1}".encode()


def test_growth_in_steps_leaves_the_same_files_as_growth_at_once(tmp_path: Path) -> None:
    stepwise, whole = tmp_path / "stepwise", tmp_path / "whole"
    written(stepwise, SIZES)
    written(whole, (SIZES[-1],))

    def files(root: Path) -> dict[str, bytes]:
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("tile/**/*") if path.is_file()}

    assert len(files(whole)) == 9  # four full bundles, four full tiles, one partial tile above them
    assert files(whole).items() <= files(stepwise).items()
    assert set(files(stepwise)) - set(files(whole)) == {"tile/1/000.p/1", "tile/1/000.p/2"}


@pytest.mark.parametrize("size", [1, 2, 257, 700])
def test_another_verifier_accepts_our_proof_files(tmp_path: Path, size: int) -> None:
    folder = written(tmp_path, (size,))
    note = (tmp_path / CHECKPOINT).read_text()
    _, checkpoint = theirs(tmp_path)
    for index in {0, size // 2, size - 1}:
        proof = Proof.parse(prove(folder.tree(size), index, note, b"more").text)
        assert (proof.index, proof.extra) == (index, b"more")
        their_proof = InclusionProof(index, size, list(proof.path))
        their_proof.check(their_leaf_hash(f"entry {index}".encode()), checkpoint.root_hash)
        assert proof.check(f"entry {index}".encode(), SIGNER.verifier).size == size
        with pytest.raises(InclusionProofInvalid):
            their_proof.check(their_leaf_hash(b"another entry"), checkpoint.root_hash)


def test_our_proofs_of_growth_are_theirs(tmp_path: Path) -> None:
    folder, (reader, _) = written(tmp_path), theirs(tmp_path)
    for old, new in [(1, 2), (1, 700), (255, 256), (256, 257), (300, 700), (512, 513), (700, 700)]:
        subtree = folder.tree(700).subtree
        ours = consistency_path(subtree, old, new)
        before, after = subtree(0, old), subtree(0, new)
        assert ours == reader.get_consistency_proof(old, new).node_hashes
        check_consistency(old, new, ours, before, after)
        ConsistencyProof(old, new, ours).check(before, after)
        with pytest.raises(ConsistencyProofInvalid):
            ConsistencyProof(old, new, ours).check(leaf_hash(b"x"), after)
        with pytest.raises(ProofRefused):
            check_consistency(old, new, ours, leaf_hash(b"x"), after)
        with pytest.raises(ProofRefused):
            check_consistency(old, new, ours, before, leaf_hash(b"x"))
        with pytest.raises(ProofRefused):
            check_consistency(old, new, [*ours, before], before, after)


def test_roots_of_every_size_agree_with_their_reader(tmp_path: Path) -> None:
    folder = written(tmp_path)
    reader = TilesReader(LocalBackend(tmp_path))
    hashes = [leaf_hash(entry) for entry in entries(0, 700)]
    for size in range(1, 701, 7):
        reader.set_size(700)
        assert folder.tree(700).subtree(0, size) == reader.mth(0, size) == tree_hash(hashes[:size])


@pytest.mark.parametrize("path", ["tile/entries/000", "tile/0/001", "tile/1/000.p/2"])
def test_another_reader_refuses_a_changed_file(tmp_path: Path, path: str) -> None:
    written(tmp_path)
    data = bytearray((tmp_path / path).read_bytes())
    data[40] ^= 1
    (tmp_path / path).write_bytes(bytes(data))
    reader, checkpoint = theirs(tmp_path)
    with pytest.raises(InclusionProofInvalid):
        for index in (0, 4, 300, 600):
            reader.get_inclusion_proof(index, 700).check(their_leaf_hash(reader.get_entry(index)), checkpoint.root_hash)


def test_a_forged_checkpoint_is_refused_by_both(tmp_path: Path) -> None:
    written(tmp_path)
    text = (tmp_path / CHECKPOINT).read_text().replace("\n700\n", "\n699\n")
    with pytest.raises(Exception, match=r"^$"):  # cryptography's InvalidSignature says nothing
        TheirCheckpoint.from_text(text).verify(Vkey.from_string(SIGNER.verifier.vkey))
    with pytest.raises(NoteRefused, match="does not fit the note"):
        SIGNER.verifier.checkpoint(text)
    stranger = Signer.make(SIGNER.name, Kind.LOG)
    with pytest.raises(NoteRefused, match="is not signed by"):
        stranger.verifier.checkpoint((tmp_path / CHECKPOINT).read_text())
    other = SIGNER.note(Checkpoint("another.example/log", 1, EMPTY).body).text
    with pytest.raises(NoteRefused, match="and not of"):
        SIGNER.verifier.checkpoint(other)


def test_a_cosignature_is_verified_by_another(tmp_path: Path) -> None:
    written(tmp_path)
    witness = Signer.make("witness.example", Kind.WITNESS)
    note = Note.parse((tmp_path / CHECKPOINT).read_text())
    both = note.signed_too((witness.sign(note.body),))
    checkpoint = TheirCheckpoint.from_text(both.text)
    for vkey in (SIGNER.verifier.vkey, witness.verifier.vkey):
        checkpoint.verify(Vkey.from_string(vkey))
    assert witness.verifier.checkpoint(both.text).size == 700
    assert len(both.signed_too((witness.sign(note.body),)).signatures) == 2


def test_keys_survive_their_text_and_are_refused_when_damaged() -> None:
    verifier = SIGNER.verifier
    assert Verifier.parse(verifier.vkey) == verifier
    assert Signer.parse(SIGNER.text).verifier == verifier
    assert Vkey.from_string(verifier.vkey).serialize() == verifier.vkey
    damaged = SIGNER.text.replace("filings", "Filings")
    for text in (damaged, "PRIVATE+KEY+x", ""):
        with pytest.raises(NoteRefused) as refusal:
            Signer.parse(text)
        assert SIGNER.text[-20:] not in str(refusal.value)
    for vkey in (verifier.vkey.replace("filings", "Filings"), "x+y+z", "", "a+00000000+AQ=="):
        with pytest.raises(NoteRefused):
            Verifier.parse(vkey)


def test_files_that_are_missing_or_cut_are_named(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (tmp_path / "tile/entries/001").write_bytes((tmp_path / "tile/entries/001").read_bytes()[:-3])
    (tmp_path / "tile/0/000").unlink()
    with pytest.raises(TileRefused, match=r"tile/entries/001 ends in the middle of an entry\."):
        folder.entries(1, 256)
    with pytest.raises(TileRefused, match=r"tile/0/000 is missing\."):
        folder.hashes(0, 0, 256)


def test_a_writer_that_died_half_way_is_repeated_with_other_entries(tmp_path: Path) -> None:
    folder = written(tmp_path, (200,))
    folder.append(200, [b"never committed"] * 100)
    folder.append(200, entries(200, 700))
    assert folder.tree(700).root == tree_hash([leaf_hash(entry) for entry in entries(0, 700)])


def test_paths_are_those_of_the_specification() -> None:
    assert tile_path(0, 1234067) == "tile/0/x001/x234/067"
    assert tile_path("entries", 5, 12) == "tile/entries/005.p/12"


def test_an_entry_longer_than_the_format_allows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="too long"):
        Folder(tmp_path).append(0, [b"x" * 65_536])


def test_proofs_of_other_leaves_sizes_and_lengths_are_refused(tmp_path: Path) -> None:
    folder = written(tmp_path)
    proof = prove(folder.tree(700), 300, (tmp_path / CHECKPOINT).read_text())
    leaf, root = leaf_hash(b"entry 300"), folder.tree(700).root
    check_inclusion(leaf, 300, 700, proof.path, root)
    shuffled = random.Random(1).sample(proof.path, len(proof.path))
    for index, size, path in [
        (301, 700, proof.path),
        (300, 701, proof.path[:-1]),
        (300, 700, proof.path[1:]),
        (300, 700, [*proof.path, root]),
        (300, 700, shuffled),
        (700, 700, proof.path),
    ]:
        with pytest.raises(ProofRefused):
            check_inclusion(leaf, index, size, path, root)
    for text in ("", "c2sp.org/tlog-proof@v1\n\nx", "c2sp.org/tlog-proof@v1\nindex x\n\nx"):
        with pytest.raises(ProofRefused):
            Proof.parse(text)
