"""Pages of documents. Numbers of pages count from 0 in paths, and from 1 in what people type (?page=)."""

from django.urls import path

from apps.documents.views import cards, changing, companies, document, exports, library, statements, viewer

app_name = "documents"
urlpatterns = [
    path("", library.library, name="library"),
    path("progress", library.progress, name="progress"),
    path("upload", changing.upload, name="upload"),
    path("documents/<uuid:uid>/", document.document, name="document"),
    path("documents/<uuid:uid>/edit", changing.edit, name="edit"),
    path("documents/<uuid:uid>/undo", changing.undo_edit, name="undo_edit"),
    path("documents/<uuid:uid>/versions", changing.add_version, name="add_version"),
    path("documents/<uuid:uid>/delete", changing.delete, name="delete"),
    path("documents/<uuid:uid>/restore", changing.restore, name="restore"),
    path("documents/<uuid:uid>/retry", changing.retry, name="retry"),
    path("versions/<uuid:uid>/", document.version, name="version"),
    path("versions/<uuid:uid>/pages/", document.pages, name="pages"),
    path("versions/<uuid:uid>/outline/", document.outline, name="outline"),
    path("versions/<uuid:uid>/passages/", document.passages, name="passages"),
    path("versions/<uuid:uid>/tables/", document.tables, name="tables"),
    path("versions/<uuid:uid>/statements/", statements.statements, name="statements"),
    path("versions/<uuid:uid>/history/", document.history, name="history"),
    path("versions/<uuid:uid>/report/", cards.report, name="report"),
    path("passages/<uuid:uid>/card", cards.card, name="card"),
    path("versions/<uuid:uid>/file", viewer.file, name="file"),
    path("versions/<uuid:uid>/pages/<int:number>/panel", viewer.page_panel, name="page_panel"),
    path("versions/<uuid:uid>/pages/<int:number>/image/<int:width>.png", viewer.page_image, name="page_image"),
    path("tables/<uuid:uid>/", document.table, name="table"),
    path("tables/<uuid:uid>/table.csv", exports.table_csv, name="table_csv"),
    path("tables/<uuid:uid>/table.xlsx", exports.table_xlsx, name="table_xlsx"),
    path("companies/<uuid:uid>/", companies.company, name="company"),
    path("companies/<uuid:uid>/concepts/<slug:concept>/", companies.concept, name="concept"),
    path("companies/<uuid:uid>/statements.csv", exports.company_csv, name="company_csv"),
    path("companies/<uuid:uid>/statements.xlsx", exports.company_xlsx, name="company_xlsx"),
]
