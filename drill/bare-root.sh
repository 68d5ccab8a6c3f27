#!/bin/sh
# A bare Debian without compilers, in which Vouch is installed and run as deploy/Dockerfile does it, on machines without a container
# engine. Needs root, debootstrap and Linux; drill/production.ts calls it.
#   sh drill/bare-root.sh make <root> <node program> <npm folder> <folder with vouch.tgz and package-lock.json>
#   sh drill/bare-root.sh run <root> <data> [VARIABLE=value ...] <program> [argument ...]
set -eu
action=$1 root=$2
shift 2

case $action in
make)
  node=$1 npm=$2 packed=$3
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$root.log" 2>&1 || {
    cat "$root.log" >&2
    exit 1
  }
  # What stands for the image node:24-slim: Node, and npm to install with.
  install -m 755 "$node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -R "$npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  # The way to the registry is this machine's own.
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  [ ! -f /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  for program in cc gcc g++ make python3; do
    if chroot "$root" sh -c "command -v $program" >/dev/null; then
      echo "bare-root.sh: $root has $program, which production must do without." >&2
      exit 1
    fi
  done
  cp "$packed/vouch.tgz" "$packed/package-lock.json" deploy/install.sh "$root/tmp/"
  chroot "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root \
    npm_config_cafile=/etc/ssl/certs/ca-certificates.crt npm_config_update_notifier=false \
    sh /tmp/install.sh /tmp/vouch.tgz /tmp/package-lock.json /opt/vouch
  # The production stage takes what was installed, and nothing that installs.
  rm -rf "$root/usr/local/lib/node_modules" "$root/usr/local/bin/npm" "$root/root/.npm"
  mkdir -p "$root/var/lib/vouch" "$root/etc/vouch"
  ;;

run)
  data=$1
  shift
  # Every mount is gone with the program: they are of its own namespace.
  exec unshare --mount --ipc sh -eu -c '
    root=$1 data=$2
    shift 2
    mount --make-rprivate /
    mount --bind "$root" "$root"
    mount -o "remount,bind,${ROOT_MODE:-ro}" "$root"
    mount -t tmpfs -o nosuid,nodev,mode=1777,size=64m tmpfs "$root/tmp"
    mount -t proc -o nosuid,nodev,noexec,subset=pid proc "$root/proc" # as ProcSubset=pid in deploy/vouch.service
    mount -t tmpfs -o nosuid,mode=755,size=64k tmpfs "$root/dev"
    for device in null zero random urandom; do
      : >"$root/dev/$device"
      mount --bind "/dev/$device" "$root/dev/$device"
    done
    mount -o remount,ro "$root/dev"
    mount --bind "$data" "$root/var/lib/vouch"
    mount -o remount,bind,nosuid,nodev,noexec "$root/var/lib/vouch"
    exec chroot "$root" /usr/bin/setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs \
      --bounding-set=-all --inh-caps=-all -- env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"
  ' sh "$root" "$data" "$@"
  ;;

*)
  echo "bare-root.sh: make or run" >&2
  exit 2
  ;;
esac
