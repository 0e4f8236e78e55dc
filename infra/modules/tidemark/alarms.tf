# docs/operations.md says for each of these what it means and what to do.
locals {
  # Metrics of a function, each with the point at which it is an alarm.
  function_alarms = merge([
    for key, name in local.function_names : {
      "${key}-errors"    = { function = name, metric = "Errors", threshold = var.alarm_thresholds.errors }
      "${key}-throttles" = { function = name, metric = "Throttles", threshold = local.throttle_thresholds[key] }
    }
  ]...)

  # Maintenance waits its turn when a run takes longer than the schedule's step, and that shows as a throttle.
  throttle_thresholds = {
    for key, _ in local.functions :
    key => key == "maintenance" ? var.alarm_thresholds.maintenance_throttles : var.alarm_thresholds.throttles
  }

  # CloudWatch has these only per operation.
  table_operations = distinct(flatten([
    for function in local.functions : [for action in function.items : trimprefix(action, "dynamodb:")]
  ]))
}

resource "aws_cloudwatch_metric_alarm" "function" {
  for_each = local.function_alarms

  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = "${each.value.metric} of ${each.value.function} within five minutes"
  namespace           = "AWS/Lambda"
  metric_name         = each.value.metric
  dimensions          = { FunctionName = each.value.function }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = each.value.threshold
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}

# A run of maintenance that is ever behind takes eleven minutes and more, and tells its duration when it has ended: in
# most periods of five minutes there is no figure, and three of them in a row would never be above anything.
resource "aws_cloudwatch_metric_alarm" "duration" {
  for_each = local.function_names

  alarm_name = "${var.name}-${each.key}-duration"
  alarm_description = (
    each.key == "maintenance"
    ? "Runs of ${each.value} use up their time, in three hours on end: there is a backlog"
    : "One in a hundred calls of ${each.value} takes longer than it should, for fifteen minutes"
  )
  namespace           = "AWS/Lambda"
  metric_name         = "Duration"
  dimensions          = { FunctionName = each.value }
  extended_statistic  = "p99"
  period              = each.key == "maintenance" ? 3600 : 300
  evaluation_periods  = 3
  comparison_operator = "GreaterThanThreshold"
  threshold           = var.alarm_thresholds["${each.key}_p99_ms"]
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}

resource "aws_cloudwatch_metric_alarm" "api_server_errors" {
  alarm_name          = "${var.name}-api-server-errors"
  alarm_description   = "Answers 5xx of the API within five minutes"
  namespace           = "AWS/ApiGateway"
  metric_name         = "5xx"
  dimensions          = { ApiId = aws_apigatewayv2_api.this.id, Stage = local.stage }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = var.alarm_thresholds.api_server_errors
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}

resource "aws_cloudwatch_metric_alarm" "table_throttles" {
  alarm_name          = "${var.name}-table-throttles"
  alarm_description   = "Reads and writes that the table ${local.table_name} throttled within five minutes"
  comparison_operator = "GreaterThanOrEqualToThreshold"
  evaluation_periods  = 1
  threshold           = var.alarm_thresholds.table_throttles
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags

  metric_query {
    id          = "throttles"
    label       = "Throttled reads and writes"
    expression  = "FILL(reads, 0) + FILL(writes, 0)"
    return_data = true
  }

  dynamic "metric_query" {
    for_each = { reads = "ReadThrottleEvents", writes = "WriteThrottleEvents" }

    content {
      id = metric_query.key

      metric {
        namespace   = "AWS/DynamoDB"
        metric_name = metric_query.value
        dimensions  = { TableName = local.table_name }
        stat        = "Sum"
        period      = 300
      }
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "table_errors" {
  alarm_name          = "${var.name}-table-errors"
  alarm_description   = "Requests that DynamoDB failed on the table ${local.table_name} within five minutes"
  comparison_operator = "GreaterThanOrEqualToThreshold"
  evaluation_periods  = 1
  threshold           = 1
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags

  metric_query {
    id          = "errors"
    label       = "System errors"
    expression  = "SUM(METRICS())"
    return_data = true
  }

  dynamic "metric_query" {
    for_each = toset(local.table_operations)

    content {
      id = lower(metric_query.value)

      metric {
        namespace   = "AWS/DynamoDB"
        metric_name = "SystemErrors"
        dimensions  = { TableName = local.table_name, Operation = metric_query.value }
        stat        = "Sum"
        period      = 300
      }
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "dead_letters" {
  alarm_name          = "${var.name}-dead-letters"
  alarm_description   = "Maintenance runs that failed or never started, in the queue ${local.dead_letter_name}"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  dimensions          = { QueueName = local.dead_letter_name }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}

# No metric at all is the very thing to notice: missing data breaches.
resource "aws_cloudwatch_metric_alarm" "maintenance_missing" {
  alarm_name          = "${var.name}-maintenance-has-not-run"
  alarm_description   = "No run of maintenance for ${var.alarm_thresholds.maintenance_missing_minutes} minutes"
  namespace           = "AWS/Lambda"
  metric_name         = "Invocations"
  dimensions          = { FunctionName = local.function_names["maintenance"] }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = var.alarm_thresholds.maintenance_missing_minutes / 5
  comparison_operator = "LessThanThreshold"
  threshold           = 1
  treat_missing_data  = "breaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = local.tags
}
