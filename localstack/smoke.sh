#!/usr/bin/env bash
# Tries what deploy.sh deployed: the README's first session against its table and bucket, then each of its functions.
#
#   localstack/smoke.sh [ENDPOINT [FUNCTIONS]]
#
# FUNCTIONS is where Lambda's Invoke is answered: ENDPOINT itself if it is not given; "local" asks the handlers in the
# local server, for emulators that cannot run functions. Run it on a fresh deployment: the session creates the topic
# "packages".
set -euo pipefail
cd "$(dirname "$0")/.."
endpoint=${1:-http://127.0.0.1:4566}
functions=${2:-$endpoint}
prefix=tidemark-
# shellcheck source=infra/offline.sh
. infra/offline.sh

directory=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$directory"
}
trap stop EXIT

fail() {
    echo "localstack: $1" >&2
    exit 1
}

output() {
    terraform -chdir=localstack/stack output -raw "$1"
}

# The place of the HTTP API, which the open LocalStack lacks, is taken by the local server: its handlers are the
# functions' own, and it keeps everything in the deployment's table and bucket.
serve() {
    : >"$directory/server"
    AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test ./tidemark local --port 0 --maintenance-interval off \
        --endpoint "$endpoint" --table "$(output table_name)" --bucket "$(output bucket_name)" \
        >"$directory/server" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        url=$(sed -n 's/^Tidemark is ready at //p' "$directory/server")
        [ -z "$url" ] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 1
    done
    cat "$directory/server" >&2
    fail "the local server did not start"
}

first_session() {
    awk '/^<!-- first-session -->/ { found = 1 } /^```/ && found { shown = !shown; if (!shown) exit; next } shown' \
        README.md >"$directory/shown"
    docs/first-session.sh "$url" >"$directory/session" || true
    sed "s|$url|http://127.0.0.1:8080|" "$directory/session" >"$directory/answered"
    if ! diff "$directory/shown" "$directory/answered"; then
        cat "$directory/server" >&2
        fail "the first session answered otherwise than the README says"
    fi
    echo "localstack: the first session answered what the README says"
}

# API Gateway's event for a request, payload 2.0.
event() {
    local method=$1 path=/v3/clusters/local/$2 query=$3 body=$4
    printf '{"version":"2.0","rawPath":"%s","rawQueryString":"%s","headers":{"content-type":"application/json"},' \
        "$path" "$query"
    printf '"requestContext":{"http":{"method":"%s","path":"%s"}},"body":"%s","isBase64Encoded":false}' \
        "$method" "$path" "$body"
}

# Invokes a function with what stands on standard input, and wants these words in its answer.
invoke() {
    local name=$1 wanted=$2
    curl -sS -X POST --data-binary @- "$functions/2015-03-31/functions/$prefix$name/invocations?Qualifier=live" \
        -H 'Authorization: AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0' \
        >"$directory/$name"
    if ! tr -d '\\ ' <"$directory/$name" | grep -qF "$wanted"; then
        cat "$directory/$name" >&2
        fail "the function $name did not answer with $wanted"
    fi
    echo "localstack: the function $name answered $wanted"
}

serve
first_session
if [ "$functions" = local ]; then
    functions=$url
    prefix=
fi

# The session leaves 5,000 lines, one record of a transaction, and its marker.
event GET topics/packages '' '' | invoke admin '"topic_name":"packages"'
event GET topics/packages/partitions/0/offset 'offset_type=timestamp&timestamp=2026-05-20T00:00:00Z' '' |
    invoke lookup '"offset":3912'
event GET topics/packages/partitions/0/records 'offset=4999&value_format=string' '' | invoke fetch '"next_offset":5002'
event GET transactions/loader '' '' | invoke transactions '"state":"CompleteCommit"'
event POST topics/packages/records '' '{\"value\":{\"type\":\"STRING\",\"data\":\"one more\"}}' |
    invoke produce '"offset":5002'
echo '{}' | invoke maintenance '"failed":[]'
