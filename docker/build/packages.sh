#!/bin/sh
# Python's packages into /opt/finrag/venv, each by version and SHA-256. packages.sh [FURTHER REQUIREMENTS]
set -eu
cd /opt/finrag/app
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_INPUT=1
pip=/opt/finrag/venv/bin/pip
[ -x "$pip" ] || python3 -m venv /opt/finrag/venv
"$pip" install --quiet --require-hashes --no-deps --only-binary=:all: -r requirements.lock
if [ $# -gt 0 ]; then
    "$pip" install --quiet --prefer-binary -r "$1"
elif ls -d /opt/finrag/venv/lib/python3*/site-packages/torch /opt/finrag/venv/lib/python3*/site-packages/nvidia 2>/dev/null; then
    echo "torch or CUDA came into the CPU image: see which package of requirements.lock brings it" >&2
    exit 1
fi
