"""What a file is, and why it is refused. Hostile files are looked into in a process that they cannot harm."""

import shutil
from pathlib import Path

import pytest

from apps.reading import intake
from apps.reading.intake import Limits, MediaType
from apps.reading.parsed import FileRefused, Refusal
from apps.reading.refusals import SENTENCES
from finrag_site.embedded.paths import BASE
from tests.hostile import archives, pages, pdfs

SAMPLES = BASE / "samples"
SMALL = Limits(max_bytes=20_000_000, max_pages=20, stream_bytes=20_000_000)


def refusal(tmp_path: Path, content: bytes, name: str = "file", limits: Limits = SMALL) -> FileRefused:
    with pytest.raises(FileRefused) as caught:
        take(tmp_path, content, name, limits)
    return caught.value


def take(tmp_path: Path, content: bytes, name: str = "file", limits: Limits = SMALL) -> MediaType:
    path = tmp_path / "incoming"
    path.write_bytes(content)
    media_type = intake.detect(path, name)
    intake.inspect(path, media_type, limits)
    return media_type


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("zephyrwick_2024_10K.pdf", MediaType.PDF),
        ("zephyrwick_2025Q1_10Q.htm", MediaType.HTML),
        ("zephyrwick_2024Q4_earnings.docx", MediaType.DOCX),
        ("zephyrwick_2024_supplement.xlsx", MediaType.XLSX),
        ("zephyrwick_covenant_note.md", MediaType.MARKDOWN),
    ],
)
def test_samples_are_taken_for_what_they_are(sample: str, expected: MediaType, tmp_path: Path) -> None:
    path = SAMPLES / sample
    assert intake.detect(path, sample) == expected
    intake.inspect(path, expected)


@pytest.mark.parametrize("sample", ["zephyrwick_2024_10K.pdf", "zephyrwick_2024_supplement.xlsx"])
def test_the_name_does_not_decide(sample: str, tmp_path: Path) -> None:
    disguised = shutil.copy(SAMPLES / sample, tmp_path / "notes.md")
    assert intake.detect(Path(disguised), "notes.md") == intake.detect(SAMPLES / sample, sample)


@pytest.mark.parametrize("name", ["../../etc/passwd.md", "a\x00b\x1b[31m.MD", "..\\..\\x.markdown"])
def test_hostile_names_only_tell_markdown_from_text(name: str, tmp_path: Path) -> None:
    assert take(tmp_path, b"# Notes on Marmalade Looms", name) == MediaType.MARKDOWN


def test_text_and_markdown_differ_by_name_alone(tmp_path: Path) -> None:
    assert take(tmp_path, b"# Notes", "a.txt") == MediaType.TEXT
    assert take(tmp_path, b"# Notes", "a.md") == MediaType.MARKDOWN


@pytest.mark.parametrize(
    "content",
    [
        "Umsatz: 5 €".encode(),
        "Revenue was £5 – “up”".encode("cp1252"),
        "Revenue was ¥5".encode("utf-16"),
        b"Item 1.\x0cItem 2.",
    ],
)
def test_text_in_the_usual_encodings(content: bytes, tmp_path: Path) -> None:
    assert take(tmp_path, content, "a.txt") == MediaType.TEXT


@pytest.mark.parametrize(
    "content",
    [
        b"<!DOCTYPE html><p>Hello",
        b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- made by nobody -->\n<html><body>x</body></html>",
        b"<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<HTML><BODY>x</BODY></HTML>",
        b"<div>Revenue</div>",
    ],
)
def test_pages_are_html(content: bytes, tmp_path: Path) -> None:
    assert take(tmp_path, content, "a.txt") == MediaType.HTML


@pytest.mark.parametrize("content", [b"", b" \n\t ", b"\0" * 5000])
def test_empty_files(content: bytes, tmp_path: Path) -> None:
    assert refusal(tmp_path, content, "a.pdf").reason == Refusal.EMPTY


def test_a_page_without_words_is_empty(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"<html><body><p> </p></body></html>").reason == Refusal.EMPTY


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "Portable Network Graphics"),
        (b"\x7fELF\x02\x01\x01" + b"\0" * 300, "ELF"),
        (archives.archive({"a.txt": b"x"}), "ZIP"),
        (archives.old_word(), "before 2007"),
        (b"<?xml version='1.0'?><svg/>", "XML"),
        (bytes(range(256)) * 20, "binary data"),
        (b"Revenue\0" * 100, "binary data"),
    ],
)
def test_wrong_types_are_named(content: bytes, said: str, tmp_path: Path) -> None:
    refused = refusal(tmp_path, content, "report.pdf")
    assert refused.reason == Refusal.WRONG_TYPE
    assert said in str(refused)


def test_binary_data_behind_a_beginning_of_text(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"words " * 20_000 + b"\0\1\2" * 100, "a.txt").reason == Refusal.WRONG_TYPE


@pytest.mark.parametrize("content", [pdfs.pages(1, "secret"), archives.encrypted_office()])
def test_encrypted_files(content: bytes, tmp_path: Path) -> None:
    refused = refusal(tmp_path, content)
    assert refused.reason == Refusal.ENCRYPTED
    assert "password" in str(refused)


@pytest.mark.parametrize(
    "content",
    [
        pdfs.truncated(),
        b"%PDF-1.7\nnothing of the kind\n%%EOF",
        pdfs.without_pages(),
        archives.docx("x")[:-200],
        archives.archive({"word/document.xml": b"<x/>"}),
        archives.liar_docx(10),
        archives.archive({"[Content_Types].xml": archives.TYPES, "word/document.xml": b"\x4c\x6f\xa7\x94"}),
    ],
)
def test_damaged_files(content: bytes, tmp_path: Path) -> None:
    assert refusal(tmp_path, content).reason == Refusal.DAMAGED


def test_images_without_text(tmp_path: Path) -> None:
    refused = refusal(tmp_path, pdfs.image_only())
    assert refused.reason == Refusal.NO_TEXT
    assert "OCR" in str(refused)


def test_too_large(tmp_path: Path) -> None:
    refused = refusal(tmp_path, b"word " * 500_000, "a.txt", Limits(max_bytes=1024 * 1024))
    assert refused.reason == Refusal.TOO_LARGE
    assert "1 MB" in str(refused)


def test_too_many_pages(tmp_path: Path) -> None:
    refused = refusal(tmp_path, pdfs.pages(21))
    assert refused.reason == Refusal.TOO_MANY_PAGES
    assert "21 pages" in str(refused) and "20 are allowed" in str(refused)


@pytest.mark.parametrize(
    "content",
    [
        pdfs.bomb(40_000_000),
        pdfs.bomb(40_000_000, layers=2),
        archives.laughs_docx(),
        archives.laughs_docx("utf-16"),
        archives.bomb_xlsx(60_000_000),
        archives.many_members(10_001),
        pages.deep(5000),
        pages.deep_xhtml(5000),
    ],
    ids=["pdf", "pdf twice packed", "laughs", "laughs utf-16", "xlsx", "members", "deep html", "deep xhtml"],
)
def test_bombs(content: bytes, tmp_path: Path) -> None:
    assert refusal(tmp_path, content).reason == Refusal.BOMB


def test_what_exhausts_its_memory_is_a_bomb(tmp_path: Path) -> None:
    page = b"<html><body>" + b"<b>x</b>" * 2_000_000
    starved = Limits(memory_bytes=300 * 1024 * 1024)
    assert refusal(tmp_path, page, limits=starved).reason == Refusal.BOMB


def test_what_exhausts_its_time_is_a_bomb(tmp_path: Path) -> None:
    page = b"<html><body>" + b"<b>x</b>" * 100_000
    assert refusal(tmp_path, page, limits=Limits(wall_seconds=0)).reason == Refusal.BOMB


def test_scripts_in_a_pdf_are_no_reason_and_never_run(tmp_path: Path) -> None:
    assert take(tmp_path, pdfs.with_javascript()) == MediaType.PDF


def test_a_polyglot_is_what_it_begins_with(tmp_path: Path) -> None:
    both = pdfs.pages(1) + archives.archive({"[Content_Types].xml": archives.TYPES, "word/document.xml": b"<x/>"})
    assert take(tmp_path, both, "a.docx") == MediaType.PDF
    page = b"<html><body><p>Revenue</p></body></html>" + pdfs.pages(1)
    assert refusal(tmp_path, page + b"\0", "a.pdf").reason == Refusal.WRONG_TYPE


def test_the_examination_sees_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://somebody:secret@example.test/db")
    seen = {}
    real = intake.subprocess.run

    def run(*arguments: object, env: dict[str, str], **options: object) -> object:
        seen.update(env)
        return real(*arguments, env=env, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(intake.subprocess, "run", run)
    take(tmp_path, b"words", "a.txt")
    assert set(seen) == {"PATH", "LANG"}


def test_every_reason_has_one_sentence_that_says_what_to_do() -> None:
    assert set(SENTENCES) == set(Refusal)
    for sentence in SENTENCES.values():
        assert sentence.endswith(".") and ";" in sentence


@pytest.mark.parametrize("name", ["report.pdf", "tool.exe", "Sheet.XLSX"])
def test_a_text_is_not_taken_for_what_its_name_says(tmp_path: Path, name: str) -> None:
    told = refusal(tmp_path, b"Net sales were 12 million.", name)
    assert told.reason == Refusal.WRONG_TYPE and "name it .txt" in str(told)
