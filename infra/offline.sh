# Sets the array init to the arguments with which terraform finds the AWS provider.
#
# Where the provider lies on the disk, terraform asks no registry: TIDEMARK_TF_PLUGIN_DIR names the folder above its
# registry.terraform.io; without it the usual ones are looked through.
plugins=${TIDEMARK_TF_PLUGIN_DIR:-}
for folder in "$HOME/.terraform.d/plugins" /usr/local/share/terraform/plugins /usr/share/terraform/plugins /opt/*; do
    if [ -z "$plugins" ] && [ -d "$folder/registry.terraform.io/hashicorp/aws" ]; then
        plugins=$folder
    fi
done

init=(init -backend=false -input=false)
if [ -n "$plugins" ]; then
    init+=("-plugin-dir=$plugins")
    # A mirror in the user's settings would be asked nevertheless.
    export TF_CLI_CONFIG_FILE=/dev/null
fi
export CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1
