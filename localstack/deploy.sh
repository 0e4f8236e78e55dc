#!/usr/bin/env bash
# Deploys the Terraform module into LocalStack, or takes it down again.
#
#   localstack/deploy.sh [ENDPOINT [destroy]]
#
# ENDPOINT is http://127.0.0.1:4566 if none is given. Everything is applied but the HTTP API and what watches it: the open
# LocalStack has REST APIs only. The package is functions/target/function.zip.
set -euo pipefail
cd "$(dirname "$0")"
endpoint=${1:-http://127.0.0.1:4566}
command=${2:-apply}
# shellcheck source=infra/offline.sh
. ../infra/offline.sh

case $(uname -m) in
    arm64 | aarch64) architecture=arm64 ;;
    *) architecture=x86_64 ;;
esac
export TF_VAR_endpoint=$endpoint TF_VAR_architecture=$architecture

fail() {
    echo "localstack: $1" >&2
    exit 1
}

wait_for_endpoint() {
    for _ in $(seq 60); do
        if curl -s -o /dev/null --max-time 5 "$endpoint"; then
            return
        fi
        sleep 1
    done
    fail "$endpoint does not answer: docker compose -f localstack/compose.yaml up -d"
}

# One -target for each of the module's resources that does not need the HTTP API.
without_api() {
    sed -n 's/^resource "\([^"]*\)" "\([^"]*\)".*/-target=module.tidemark.\1.\2/p' ../infra/modules/tidemark/*.tf |
        grep -Ev 'aws_apigatewayv2_|aws_lambda_permission\.api$|log_group\.api$|alarm\.api_|aws_cloudwatch_dashboard'
}

command -v terraform >/dev/null || fail "terraform is missing; 1.11 or later: https://developer.hashicorp.com/terraform/install"
wait_for_endpoint
terraform -chdir=stack "${init[@]}" >/dev/null

case $command in
    apply)
        [ -f ../functions/target/function.zip ] || fail "there is no package: ./mvnw -B package -DskipTests"
        targets=()
        while read -r target; do targets+=("$target"); done < <(without_api)
        terraform -chdir=stack apply -auto-approve -input=false -no-color -compact-warnings "${targets[@]}" | tail -n 12
        ;;
    destroy) terraform -chdir=stack destroy -auto-approve -input=false -no-color | tail -n 2 ;;
    *) fail "usage: localstack/deploy.sh [ENDPOINT [destroy]]" ;;
esac
