#!/bin/sh
# Restarts the instances one after the other, each only when the one before takes requests again:
#   deploy/rolling-restart.sh 3001 3002
# RESTART is the command that restarts the instance of the port that is put behind it.
set -eu

: "${RESTART:=systemctl restart casillero@}"
# The proxy leaves out for this long whom it found gone (fail_timeout in nginx.conf), and one second more.
proxy_notices=6

for port in "$@"; do
    ${RESTART}"${port}"
    tries=0
    until curl -fsS -o /dev/null -m 5 "http://127.0.0.1:${port}/readyz" 2>/dev/null; do
        tries=$((tries + 1))
        if [ "${tries}" -ge 120 ]; then
            echo "The instance on port ${port} is not ready; the others were left alone." >&2
            exit 1
        fi
        sleep 0.5
    done
    echo "The instance on port ${port} is ready."
    sleep "${proxy_notices}"
done
