#!/bin/sh
# The first session of the README: loads the real log in docs/sample with curl and looks records up by their own time.
# Prints each command and what it answers.
# usage: docs/first-session.sh [URL [CLUSTER]]
set -eu
unset CDPATH
cd "$(dirname "$0")/.."

out=$(mktemp)
trap 'rm -f "$out"' EXIT

url=${1:-http://127.0.0.1:8080}/v3/clusters/${2:-local}/topics
printf '$ url=%s\n' "$url"

command=
prompt='$'
while IFS= read -r line <&3; do
    printf '%s %s\n' "$prompt" "$line"
    case $line in
        *\\)
            command="$command$line
"
            prompt='>'
            continue
            ;;
    esac
    eval "$command$line" >"$out"
    awk 1 "$out" # ends the last line where the answer does not
    command=
    prompt='$'
done 3<<'SESSION'
json='Content-Type: application/json'
curl -sS "$url" -H "$json" -o /dev/null -w '%{http_code}' \
    -d '{"topic_name":"packages","partitions_count":1,"configs":[{"name":"retention.ms","value":"-1"}]}'
records() { sed -n "$1,$(($1 + 999))p" docs/sample/debian-packages.log | \
    sed -E 's/^[a-z -]*([0-9-]{10}) ([0-9:]{8}).*/{"timestamp":"\1T\2Z","value":{"type":"STRING","data":"&"}}/'; }
records 1 | head -n 1
for line in 1 1001 2001 3001 4001; do \
    records $line | curl -sS "$url/packages/records" -H "$json" --data-binary @-; done | grep -c '"error_code":200'
curl -sS "$url/packages/partitions/0/offset?offset_type=timestamp&timestamp=2026-05-20T00:00:00Z"
curl -sS "$url/packages/partitions/0/records?offset=3912&value_format=string" | grep -o '"data":"[^"]*"' | head -n 3
curl -sS "$url/packages/partitions/0/offset?offset_type=timestamp&timestamp=2100-01-01T00:00:00Z"
curl -sS "$url/packages/partitions/0/offset?offset_type=latest"
api=${url%/topics}
curl -sS "$api/producers" -H "$json" -d '{"transactional_id":"loader"}'
curl -sS "$url/packages/records" -H "$json" -H 'Tidemark-Transactional-Id: loader' -d \
    '{"partition_id":0,"producer_id":0,"producer_epoch":0,"base_sequence":0}' | grep -o '"offset":[0-9]*'
curl -sS "$url/packages/partitions/0/offset?offset_type=latest&isolation_level=read_committed" | grep -o '"offset":[0-9]*'
curl -sS "$api/transactions/loader:end" -H "$json" -d '{"producer_id":0,"producer_epoch":0,"committed":true}'
curl -sS "$url/packages/partitions/0/offset?offset_type=latest&isolation_level=read_committed" | grep -o '"offset":[0-9]*'
SESSION
