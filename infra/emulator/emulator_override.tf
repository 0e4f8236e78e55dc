# Points the example at an emulator: no AWS account is asked.
provider "aws" {
  access_key                  = "emulator"
  secret_key                  = "emulator"
  region                      = "eu-central-1"
  s3_use_path_style           = true
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_region_validation      = true

  endpoints {
    apigatewayv2   = var.endpoint
    cloudwatch     = var.endpoint
    cloudwatchlogs = var.endpoint
    dynamodb       = var.endpoint
    iam            = var.endpoint
    lambda         = var.endpoint
    s3             = var.endpoint
    scheduler      = var.endpoint
    sns            = var.endpoint
    sqs            = var.endpoint
    sts            = var.endpoint
  }
}

