#!/usr/bin/env bash
# Applies examples/complete to an emulator of AWS, reads back what is there, and destroys it without a rest.
#
#   infra/emulate.sh ENDPOINT [COMMAND...]
#
# COMMAND runs while the stack stands; TIDEMARK_APPLIED names a file with its state, as terraform show -json prints it.
# The package is functions/target/function.zip, or an empty one where none was built: then COMMAND cannot run it.
set -euo pipefail
cd "$(dirname "$0")"
endpoint=${1:?usage: infra/emulate.sh ENDPOINT [COMMAND...]}
shift
. ./offline.sh

if ! command -v terraform >/dev/null; then
    echo "infra: not applied, terraform is missing; Terraform 1.11 or later: https://developer.hashicorp.com/terraform/install"
    [ "${CI:-}" != true ]
    exit
fi
if ! python3 -B emulator/listing.py "$endpoint" orders >/dev/null 2>&1; then
    echo "infra: not applied, $endpoint lacks a service that the stack needs, such as API Gateway v2 or EventBridge Scheduler"
    [ "${CI:-}" != true ]
    exit
fi

# A copy, so that neither state nor settings for the emulator stay in the example.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R modules examples "$copy"
stack=$copy/examples/complete
cp emulator/*.tf emulator/*.tfvars "$stack"

package=$PWD/../functions/target/function.zip
[ -f "$package" ] || package=$PWD/modules/tidemark/tests/function.zip
export TF_VAR_endpoint=$endpoint TF_VAR_package_file=$package

terraform() {
    # An emulator that answers one call at a time gains nothing from more at once.
    command terraform -chdir="$stack" "$@"
}

there() {
    python3 -B emulator/listing.py "$endpoint" orders
}

terraform "${init[@]}" >/dev/null
terraform apply -auto-approve -input=false -no-color -parallelism=4 | tail -n 25

# What the emulator says there is, first by way of Terraform, then without it.
terraform apply -refresh-only -auto-approve -input=false -no-color >/dev/null
terraform show -json >"$copy/state.json"
python3 -B policy/check.py "$copy/state.json"
there | tee "$copy/there"
for kind in table bucket function api role policy queue topic schedule schedule-group log-group alarm dashboard; do
    grep -q "^$kind " "$copy/there" || { echo "infra: the emulator has no $kind after the apply"; exit 1; }
done

if [ $# -gt 0 ]; then
    (cd .. && TIDEMARK_APPLIED=$copy/state.json "$@")
fi

terraform destroy -auto-approve -input=false -no-color -parallelism=4 | tail -n 2
left=$(there)
[ -z "$left" ] || { echo "infra: left after the destroy:"; echo "$left"; exit 1; }
echo "infra: applied to $endpoint, read back, destroyed without a rest"
