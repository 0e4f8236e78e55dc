#!/usr/bin/env bash
# Checks the Terraform code without AWS: format, validity, tests, and the policy check of the complete example's plan.
#
# Where terraform is missing this says so and passes, but in CI (CI=true) it fails. offline.sh says where the AWS provider
# comes from.
set -euo pipefail
cd "$(dirname "$0")"

for tool in terraform python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "infra: not checked, $tool is missing; Terraform 1.11 or later: https://developer.hashicorp.com/terraform/install"
        [ "${CI:-}" != true ]
        exit
    fi
done

. ./offline.sh

plan=$(mktemp)
trap 'rm -f "$plan"' EXIT

terraform fmt -check -diff -recursive . ../localstack/stack

terraform -chdir=../localstack/stack "${init[@]}" >/dev/null
terraform -chdir=../localstack/stack validate -no-color >/dev/null

for folder in modules/tidemark examples/minimal examples/complete; do
    echo "infra: $folder"
    terraform -chdir="$folder" "${init[@]}" >/dev/null
    terraform -chdir="$folder" validate -no-color
    # The whole stream holds the plans; a failure is told in words.
    terraform -chdir="$folder" test -json -verbose >"$plan" || {
        terraform -chdir="$folder" test -no-color
        exit 1
    }
    python3 -c 'import json, sys; print(json.loads(sys.stdin.readlines()[-1])["@message"])' <"$plan"
done

# The last plan is that of examples/complete.
python3 -B policy/check.py "$plan"
PLAN="$plan" python3 -B policy/check_test.py
