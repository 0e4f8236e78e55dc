resource "aws_scheduler_schedule_group" "maintenance" {
  name = local.schedule_group
  tags = local.tags
}

resource "aws_scheduler_schedule" "maintenance" {
  name                = "${var.name}-maintenance"
  description         = "One run of Tidemark's maintenance"
  group_name          = aws_scheduler_schedule_group.maintenance.name
  schedule_expression = var.maintenance_schedule
  state               = var.maintenance_enabled ? "ENABLED" : "DISABLED"

  flexible_time_window {
    mode = "OFF"
  }

  target {
    arn      = aws_lambda_alias.live["maintenance"].arn
    role_arn = aws_iam_role.schedule.arn
    input    = jsonencode({})

    # The next run does what this one could not.
    retry_policy {
      maximum_retry_attempts       = 0
      maximum_event_age_in_seconds = 60
    }

    dead_letter_config {
      arn = aws_sqs_queue.dead_letters.arn
    }
  }
}

# A run that failed, or that waited an hour for the one before it, leaves a message here, and an alarm.
resource "aws_lambda_function_event_invoke_config" "maintenance" {
  function_name                = aws_lambda_function.this["maintenance"].function_name
  qualifier                    = aws_lambda_alias.live["maintenance"].name
  maximum_retry_attempts       = 0
  maximum_event_age_in_seconds = 3600

  destination_config {
    on_failure {
      destination = aws_sqs_queue.dead_letters.arn
    }
  }
}

resource "aws_sqs_queue" "dead_letters" {
  name                      = local.dead_letter_name
  message_retention_seconds = 14 * 24 * 3600
  sqs_managed_sse_enabled   = true
  tags                      = local.tags
}
