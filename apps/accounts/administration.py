"""Django's admin app with the product's own site. Not in apps.py: Django takes one default configuration from there."""

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default_site = "apps.accounts.site.AdministratorSite"
