"""Hostile and broken PDFs, written object by object."""

import io
import zlib

from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

WORDS = "Quarterly revenue of Marmalade Looms was $12.5 million."


def document(*objects: bytes) -> bytes:
    """A PDF of the given objects, numbered from 1; the first is the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def page(content: bytes, catalog: bytes = b"", filters: bytes = b"") -> bytes:
    """One page whose content stream is `content`."""
    stream = b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), filters, content)
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>"
    leaf = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
    )
    tree = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return document(b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog, tree, leaf, stream, font)


def words(text: str = WORDS) -> bytes:
    return b"BT /F 12 Tf 72 700 Td (%s) Tj ET" % text.encode("latin-1")


def with_javascript() -> bytes:
    return page(words(), b"/OpenAction << /S /JavaScript /JS (app.alert\\('boo'\\); this.exportDataObject\\(\\);) >>")


def bomb(size: int, layers: int = 1) -> bytes:
    """A content stream that unpacks to `size` blanks, packed `layers` times over."""
    packer = zlib.compressobj(9)
    content = b"".join(packer.compress(b" " * 1_000_000) for _ in range(size // 1_000_000)) + packer.flush()
    for _ in range(layers - 1):
        content = zlib.compress(content, 9)
    return page(content, filters=b"/Filter [" + b"/FlateDecode " * layers + b"]")


def pages(count: int, password: str = "") -> bytes:
    """Honest pages, each with a sentence; behind a password if one is given."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, encrypt=StandardEncryption(password) if password else None)
    for number in range(count):
        canvas.drawString(72, 700, f"{WORDS} Page {number + 1}.")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def image_only() -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawImage(ImageReader(Image.effect_noise((200, 200), 40)), 72, 400)
    canvas.save()
    return buffer.getvalue()


def truncated() -> bytes:
    whole = pages(20)
    return whole[: len(whole) // 2]


def without_pages() -> bytes:
    return document(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>")
