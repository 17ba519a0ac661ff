"""PDF through Docling whole: its layout and table models decide what stands where, on a GPU where there is one.

The models' packages come with requirements-gpu.txt and their weights lie in a folder; without either nothing is read
here, and a sentence says what is missing. Words are the file's own: no text recognition, no model writes.
"""

import os
from importlib.metadata import version
from pathlib import Path
from typing import Any

from apps.reading.parsed import ParsedDocument, Progress

PARSER = f"finrag-docling 1; docling {version('docling-slim')}"
FETCH = "`docling-tools models download -o {folder} layout tableformer` fills it"


class DoclingUnavailable(RuntimeError):
    """Docling cannot read this file here; str() is one sentence that says why."""


def read_with_docling(path: Path, progress: Progress, models: str, device: str) -> ParsedDocument:
    """models: the folder of its weights; device: auto, cpu, cuda. Raises DoclingUnavailable."""
    converter = load(models, device)
    result = converter.convert(path, raises_on_error=False)
    said = [str(error.error_message) for error in result.errors]
    if result.status.value not in ("success", "partial_success"):
        raise DoclingUnavailable(f"Docling could not read it ({'; '.join(said)[:200] or result.status.value}).")
    from apps.reading.docling_pages import pages_of

    pages = pages_of(result.document, result.input.page_count)
    if not any(page.text for page in pages):
        raise DoclingUnavailable("Docling found no text in it.")
    progress(len(pages), len(pages))
    warnings = tuple(f"Docling: {words[:200]}" for words in said)
    return ParsedDocument(pages, PARSER, "", warnings)


def load(models: str, device: str) -> Any:
    """A converter with its models in memory. Raises DoclingUnavailable."""
    folder = Path(models)
    if not models or not folder.is_dir() or not any(folder.iterdir()):
        where = f"{models} is no folder of Docling's models" if models else "FINRAG_DOCLING_MODELS names no folder"
        raise DoclingUnavailable(f"{where}: {FETCH.format(folder=models or 'FOLDER')}.")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        return _converter(folder, device)
    except ImportError as error:
        raise DoclingUnavailable(f"Docling's models need a package that is not here ({error}): requirements-gpu.txt.")
    except (OSError, ValueError, RuntimeError) as error:
        words = " ".join(str(error).split())[:200]
        raise DoclingUnavailable(f"Docling's models in {folder} cannot be loaded ({words}).")


def _converter(folder: Path, device: str) -> Any:
    from docling.datamodel.accelerator_options import AcceleratorOptions
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.pipeline_options import ThreadedPdfPipelineOptions
    from docling.document_converter import DocumentConverter, PdfFormatOption
    from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline

    options = ThreadedPdfPipelineOptions(
        artifacts_path=folder,
        do_ocr=False,
        do_table_structure=True,
        accelerator_options=AcceleratorOptions(device=device, num_threads=len(os.sched_getaffinity(0))),
    )
    made = PdfFormatOption(pipeline_cls=StandardPdfPipeline, pipeline_options=options)
    converter = DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: made})
    converter.initialize_pipeline(InputFormat.PDF)
    return converter
