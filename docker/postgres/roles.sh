#!/bin/bash
# Run once by PostgreSQL's image on an empty data folder: the two roles, the database and its extensions.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres --dbname postgres \
    -v owner_password="$(cat /run/secrets/database_owner_password)" \
    -v application_password="$(cat /run/secrets/database_password)" <<'SQL'
CREATE ROLE finrag_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE finrag_app LOGIN PASSWORD :'application_password';
CREATE DATABASE finrag OWNER finrag_owner;
\c finrag
CREATE EXTENSION vector;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;
SQL
