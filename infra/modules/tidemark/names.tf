data "aws_caller_identity" "this" {}

data "aws_partition" "this" {}

data "aws_region" "this" {}

locals {
  account   = data.aws_caller_identity.this.account_id
  partition = data.aws_partition.this.partition
  region    = data.aws_region.this.name

  # Names and ARNs are put together here, not read from the resources: so a plan shows every policy in full before
  # anything exists, and a check of the plan has something to read.
  table_name       = coalesce(var.table_name, "${var.name}-log")
  bucket_name      = "${var.name}-log-${local.account}-${local.region}"
  dead_letter_name = "${var.name}-dead-letters"
  schedule_group   = "${var.name}-maintenance"
  function_names   = { for key, _ in local.functions : key => "${var.name}-${key}" }
  # Roles and dashboards are the account's, not a region's.
  role_names      = { for key, name in local.function_names : key => "${name}-${local.region}" }
  log_group_names = { for key, name in local.function_names : key => "/aws/lambda/${name}" }

  table_arn       = "arn:${local.partition}:dynamodb:${local.region}:${local.account}:table/${local.table_name}"
  bucket_arn      = "arn:${local.partition}:s3:::${local.bucket_name}"
  dead_letter_arn = "arn:${local.partition}:sqs:${local.region}:${local.account}:${local.dead_letter_name}"
  logs_arn        = "arn:${local.partition}:logs:${local.region}:${local.account}:log-group"
  functions_arn   = "arn:${local.partition}:lambda:${local.region}:${local.account}:function"
  schedules_arn   = "arn:${local.partition}:scheduler:${local.region}:${local.account}:schedule-group"

  tags = merge({ Application = "tidemark", Deployment = var.name }, var.tags)
}
