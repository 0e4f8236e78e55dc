# One role per function, with what its handler does and nothing else. Actions are named one by one, and so are the table,
# the bucket and the log group. Three resources end in a pattern, because S3 and CloudWatch Logs name objects and streams
# only when they are written: it stands behind the name of our own bucket and prefix, or of our own log group, so it
# reaches nothing that is not Tidemark's.
locals {
  statements = {
    for key, function in local.functions : key => concat(
      [
        { Effect = "Allow", Action = function.items, Resource = [local.table_arn] },
        {
          Effect   = "Allow"
          Action   = ["logs:CreateLogStream", "logs:PutLogEvents"]
          Resource = ["${local.logs_arn}:${local.log_group_names[key]}:log-stream:*"]
        },
      ],
      [
        for prefix, actions in function.objects :
        { Effect = "Allow", Action = actions, Resource = ["${local.bucket_arn}/${prefix}/*"] }
      ],
      # Without it S3 answers 403 where an object is gone, and gone is an answer that readers know how to take.
      [for _ in range(function.lists ? 1 : 0) : {
        Effect = "Allow", Action = ["s3:ListBucket"], Resource = [local.bucket_arn]
      }],
      # X-Ray's actions name no resource: "*" is the only one that IAM accepts. The region narrows them.
      [for _ in range(var.tracing ? 1 : 0) : {
        Effect    = "Allow"
        Action    = ["xray:PutTraceSegments", "xray:PutTelemetryRecords"]
        Resource  = ["*"]
        Condition = { StringEquals = { "aws:RequestedRegion" = local.region } }
      }],
      function.extra,
    )
  }
}

resource "aws_iam_role" "function" {
  for_each = local.functions

  name        = local.role_names[each.key]
  description = "What the function ${local.function_names[each.key]} may do"
  tags        = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy" "function" {
  for_each = local.functions

  name   = "least-privilege"
  role   = aws_iam_role.function[each.key].name
  policy = jsonencode({ Version = "2012-10-17", Statement = local.statements[each.key] })
}

resource "aws_iam_role" "schedule" {
  name        = "${var.name}-schedule-${local.region}"
  description = "Starts maintenance on its schedule"
  tags        = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "scheduler.amazonaws.com" }
      Condition = {
        StringEquals = {
          "aws:SourceAccount" = local.account
          "aws:SourceArn"     = "${local.schedules_arn}/${local.schedule_group}"
        }
      }
    }]
  })
}

resource "aws_iam_role_policy" "schedule" {
  name = "least-privilege"
  role = aws_iam_role.schedule.name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["lambda:InvokeFunction"]
        Resource = ["${local.functions_arn}:${local.function_names["maintenance"]}:live"]
      },
      { Effect = "Allow", Action = ["sqs:SendMessage"], Resource = [local.dead_letter_arn] },
    ]
  })
}
