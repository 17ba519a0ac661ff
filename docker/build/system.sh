#!/bin/sh
# What an image takes from Debian, and the user that everything runs as.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get upgrade -q -y
apt-get install -q -y --no-install-recommends ca-certificates libgomp1 libstdc++6
rm -rf /var/lib/apt/lists/* /var/cache/apt/*
groupadd --gid 10001 finrag
useradd --uid 10001 --gid finrag --home-dir /var/lib/finrag --no-create-home --shell /usr/sbin/nologin finrag
install -d -o finrag -g finrag -m 0700 /var/lib/finrag
