# What AWS would answer, where a test needs it to look real.
mock_data "aws_caller_identity" {
  defaults = { account_id = "111122223333" }
}

mock_data "aws_partition" {
  defaults = { partition = "aws" }
}

mock_data "aws_region" {
  defaults = { name = "eu-central-1" }
}

mock_resource "aws_apigatewayv2_api" {
  defaults = {
    id            = "a1b2c3d4e5"
    execution_arn = "arn:aws:execute-api:eu-central-1:111122223333:a1b2c3d4e5"
  }
}

mock_resource "aws_apigatewayv2_authorizer" {
  defaults = { id = "authorizer1" }
}

mock_resource "aws_sqs_queue" {
  defaults = {
    arn    = "arn:aws:sqs:eu-central-1:111122223333:tidemark-dead-letters"
    policy = ""
  }
}

mock_resource "aws_iam_role" {
  defaults = { arn = "arn:aws:iam::111122223333:role/tidemark" }
}

mock_resource "aws_lambda_alias" {
  defaults = {
    arn        = "arn:aws:lambda:eu-central-1:111122223333:function:tidemark:live"
    invoke_arn = "arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/tidemark/invocations"
  }
}

mock_resource "aws_cloudwatch_log_group" {
  defaults = { arn = "arn:aws:logs:eu-central-1:111122223333:log-group:tidemark" }
}

mock_resource "aws_s3_bucket" {
  defaults = { policy = "" }
}

mock_resource "aws_sns_topic" {
  defaults = {
    arn    = "arn:aws:sns:eu-central-1:111122223333:alarms"
    policy = ""
  }
}
