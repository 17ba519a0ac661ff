"""Hostile HTML."""


def deep(levels: int) -> bytes:
    return b"<html><body>" + b"<div>" * levels + b"deep" + b"</div>" * levels + b"</body></html>"


def deep_xhtml(levels: int) -> bytes:
    inside = b"<div>" * levels + b"deep" + b"</div>" * levels
    return b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>" + inside + b"</body></html>"


def entities_xhtml() -> bytes:
    """The billion laughs in a page, with a file of the system for good measure."""
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    doctype = f'<!DOCTYPE html [<!ENTITY l0 "ha"><!ENTITY passwd SYSTEM "file:///etc/passwd">{laughs}]>'
    body = "<body><p>Before &l9; &passwd; after</p></body>"
    return f"<?xml version='1.0'?>{doctype}<html xmlns='http://www.w3.org/1999/xhtml'>{body}</html>".encode()


def wide_spans() -> bytes:
    cell = b"<td colspan='999999999' rowspan='999999999'>1</td>"
    return b"<html><body><table>" + (b"<tr>" + cell * 3 + b"</tr>") * 3 + b"</table></body></html>"
