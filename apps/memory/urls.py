"""Pages of the memory bank."""

from django.urls import path

from apps.memory.views import bank, grids, imports, radar, review

app_name = "memory"
urlpatterns = [
    path("", bank.home, name="home"),
    path("fill", bank.fill, name="fill"),
    path("companies/<uuid:uid>/", bank.company, name="company"),
    path("companies/<uuid:uid>/bank.xlsx", bank.company_xlsx, name="company_xlsx"),
    path("years/<int:year>/", bank.period, name="period"),
    path("years/<int:year>/bank.xlsx", bank.period_xlsx, name="period_xlsx"),
    path("cells/<uuid:uid>/", bank.cell, name="cell"),
    *(
        path(f"cells/<uuid:uid>/{decision}", review.decide, {"decision": decision}, name=decision)
        for decision in review.DEEDS
    ),
    path("review/", review.review, name="review"),
    path("review/sound", review.accept_sound, name="accept_sound"),
    path("grids/new", grids.new, name="new_grid"),
    path("grids/<uuid:uid>/", grids.grid, name="grid"),
    path("grids/<uuid:uid>/pause", grids.pause, name="pause"),
    path("grids/<uuid:uid>/resume", grids.resume, name="resume"),
    path("grids/<uuid:uid>/retry", grids.retry, name="retry"),
    path("grids/<uuid:uid>/refresh", grids.refresh, name="refresh"),
    path("grids/<uuid:uid>/delete", grids.delete, name="delete_grid"),
    path("grids/<uuid:uid>/grid.xlsx", grids.xlsx, name="grid_xlsx"),
    path("radar/", radar.listed, name="radar"),
    path("radar/<uuid:uid>/", radar.sides, name="sides"),
    path("radar/<uuid:uid>/settle", radar.settle, name="settle"),
    path("import", imports.take, name="import"),
]
