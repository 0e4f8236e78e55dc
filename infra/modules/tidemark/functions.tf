# One package, one function per handler: each has its own role, memory, log group, alarms and concurrency.
locals {
  functions = {
    produce = {
      description = "Stores records and commits them to their partitions"
      timeout_s   = 25
      concurrency = -1
      items       = ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem"]
      objects     = { data = ["s3:GetObject", "s3:PutObject"] }
      lists       = true
      extra       = []
    }
    lookup = {
      description = "Finds the offset of a time"
      timeout_s   = 25
      concurrency = -1
      items       = ["dynamodb:GetItem", "dynamodb:Query"]
      objects     = { data = ["s3:GetObject"], segments = ["s3:GetObject"] }
      lists       = true
      extra       = []
    }
    fetch = {
      description = "Reads records"
      timeout_s   = 25
      concurrency = -1
      items       = ["dynamodb:GetItem", "dynamodb:Query"]
      objects     = { data = ["s3:GetObject"], segments = ["s3:GetObject"] }
      lists       = true
      extra       = []
    }
    admin = {
      description = "Creates, describes, alters and deletes topics"
      timeout_s   = 25
      concurrency = -1
      items = [
        "dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem",
      ]
      objects = {}
      lists   = false
      extra   = []
    }
    transactions = {
      description = "Gives producers their ids and ends their transactions"
      timeout_s   = 25
      concurrency = -1
      items       = ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem"]
      objects     = {}
      lists       = false
      extra       = []
    }
    maintenance = {
      description = "Seals, merges, retains and sweeps"
      timeout_s   = 900
      # A brake on cost, not a lock: overlapping runs are correct.
      concurrency = var.maintenance_reserved_concurrency
      items = [
        "dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem",
      ]
      objects = {
        data     = ["s3:GetObject", "s3:DeleteObject"]
        segments = ["s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload", "s3:DeleteObject"]
      }
      lists = true
      extra = [{ Effect = "Allow", Action = ["sqs:SendMessage"], Resource = [local.dead_letter_arn] }]
    }
  }

  environment = merge(
    var.environment,
    {
      TIDEMARK_STORE      = "aws"
      TIDEMARK_TABLE      = local.table_name
      TIDEMARK_BUCKET     = local.bucket_name
      TIDEMARK_CLUSTER_ID = var.cluster_id

      TIDEMARK_MERGE_MAX_AGE_MINUTES = tostring(var.merge_max_age_minutes)
      TIDEMARK_SWEEP_GRACE_MINUTES   = tostring(var.sweep_grace_minutes)
    },
    { for namespace in compact([var.metrics_namespace]) : "TIDEMARK_METRICS_NAMESPACE" => namespace },
  )
}

resource "aws_lambda_function" "this" {
  for_each = local.functions

  function_name                  = local.function_names[each.key]
  description                    = "Tidemark: ${each.value.description}"
  role                           = aws_iam_role.function[each.key].arn
  handler                        = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler::handleRequest"
  runtime                        = var.runtime
  architectures                  = [var.architecture]
  memory_size                    = var.memory_mb[each.key]
  timeout                        = each.value.timeout_s
  filename                       = var.package_file
  source_code_hash               = filebase64sha256(var.package_file)
  publish                        = true
  reserved_concurrent_executions = each.value.concurrency
  tags                           = local.tags

  environment {
    variables = merge(local.environment, { QUARKUS_LAMBDA_HANDLER = each.key })
  }

  dynamic "snap_start" {
    for_each = var.snap_start ? ["PublishedVersions"] : []

    content {
      apply_on = snap_start.value
    }
  }

  tracing_config {
    mode = var.tracing ? "Active" : "PassThrough"
  }

  logging_config {
    log_format = "JSON"
    log_group  = aws_cloudwatch_log_group.function[each.key].name
  }

  # A function that starts before its role allows anything would fail its first requests.
  depends_on = [aws_iam_role_policy.function]
}

# Callers use the alias, never a version: an upgrade moves it, a rollback moves it back.
resource "aws_lambda_alias" "live" {
  for_each = local.functions

  name             = "live"
  function_name    = aws_lambda_function.this[each.key].function_name
  function_version = aws_lambda_function.this[each.key].version
}

resource "aws_cloudwatch_log_group" "function" {
  for_each = local.functions

  name              = local.log_group_names[each.key]
  retention_in_days = var.log_retention_days
  tags              = local.tags
}
