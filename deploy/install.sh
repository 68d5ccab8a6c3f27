#!/bin/sh
# Installs a packed Vouch with the packages that it runs with, exactly those of the lock. The one place for these steps: the
# container file runs this, the drill `production` does, and so does who installs by hand. Needs Node and npm, and no compiler.
#   sh install.sh <vouch-x.y.z.tgz> <package-lock.json> <folder, new or empty>
set -eu
if [ $# -ne 3 ]; then
  echo "usage: sh install.sh <vouch-x.y.z.tgz> <package-lock.json> <folder>" >&2
  exit 2
fi
tarball=$1 lock=$2 folder=$3
if [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
  # Files of an earlier version would stay among the new ones.
  echo "install.sh: $folder is not empty; install into a new folder and switch over to it." >&2
  exit 1
fi
mkdir -p "$folder"
tar -xzf "$tarball" -C "$folder" --strip-components=1 --no-same-owner
cp "$lock" "$folder/package-lock.json"
# No package that Vouch runs with needs its install script, so none gets to run.
npm ci --prefix "$folder" --omit=dev --ignore-scripts --no-audit --no-fund
