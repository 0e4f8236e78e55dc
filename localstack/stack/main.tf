# The module as it is deployed to AWS, in LocalStack: other endpoints, made-up credentials, and no protection of what is
# thrown away anyway.
module "tidemark" {
  source = "../../infra/modules/tidemark"

  name         = "tidemark"
  cluster_id   = "local"
  package_file = var.package_file
  architecture = var.architecture

  # Functions reach LocalStack from containers of their own, where this name leads to it.
  environment = { TIDEMARK_ENDPOINT = var.endpoint_of_functions }

  # LocalStack takes no snapshots and keeps no traces.
  snap_start = false
  tracing    = false

  table_deletion_protection = false
  bucket_force_destroy      = true
}

provider "aws" {
  access_key                  = "test"
  secret_key                  = "test"
  region                      = "us-east-1"
  s3_use_path_style           = true
  skip_credentials_validation = true
  skip_metadata_api_check     = true

  endpoints {
    cloudwatch     = var.endpoint
    cloudwatchlogs = var.endpoint
    dynamodb       = var.endpoint
    iam            = var.endpoint
    lambda         = var.endpoint
    s3             = var.endpoint
    scheduler      = var.endpoint
    sqs            = var.endpoint
    sts            = var.endpoint
  }
}
