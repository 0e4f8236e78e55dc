# What calls for help, and from where.
mock_provider "aws" {
  source          = "./tests/mocks"
  override_during = plan
}

variables {
  package_file     = "./tests/function.zip"
  alarm_topic_arns = ["arn:aws:sns:eu-central-1:111122223333:alarms"]
}

run "every_function_is_watched" {
  command = plan

  assert {
    condition = alltrue(flatten([
      for key in keys(aws_lambda_function.this) : [
        for metric in ["errors", "throttles"] :
        aws_cloudwatch_metric_alarm.function["${key}-${metric}"].dimensions["FunctionName"]
        == aws_lambda_function.this[key].function_name
      ]
    ]))
    error_message = "Errors and throttles of every function raise an alarm."
  }

  assert {
    condition = alltrue([
      for key, f in aws_lambda_function.this :
      aws_cloudwatch_metric_alarm.duration[key].extended_statistic == "p99"
      && aws_cloudwatch_metric_alarm.duration[key].threshold < f.timeout * 1000
    ])
    error_message = "A slow function raises an alarm before it times out."
  }

  # Runs that use up their time begin a quarter of an hour apart.
  assert {
    condition     = aws_cloudwatch_metric_alarm.duration["maintenance"].period >= 2 * aws_lambda_function.this["maintenance"].timeout
    error_message = "A maintenance that is ever behind has a duration in every period of its alarm."
  }
}

run "storage_and_maintenance_are_watched" {
  command = plan

  assert {
    condition     = aws_cloudwatch_metric_alarm.maintenance_missing.treat_missing_data == "breaching"
    error_message = "Maintenance that does not run at all is noticed."
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.maintenance_missing.evaluation_periods == 6
    error_message = "Half an hour without maintenance is too long."
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.dead_letters.threshold == 0
    error_message = "One dead letter is enough."
  }

  assert {
    condition = (
      toset([
        for q in aws_cloudwatch_metric_alarm.table_errors.metric_query :
        one(q.metric).dimensions["Operation"] if length(q.metric) == 1
      ]) == toset(["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"])
    )
    error_message = "System errors of every operation that a role may call are counted."
  }

  assert {
    condition = alltrue([
      for a in concat(
        values(aws_cloudwatch_metric_alarm.function),
        values(aws_cloudwatch_metric_alarm.duration),
        [
          aws_cloudwatch_metric_alarm.api_server_errors, aws_cloudwatch_metric_alarm.table_throttles,
          aws_cloudwatch_metric_alarm.table_errors, aws_cloudwatch_metric_alarm.dead_letters,
          aws_cloudwatch_metric_alarm.maintenance_missing,
        ],
      ) : a.alarm_actions == toset(var.alarm_topic_arns) && a.ok_actions == toset(var.alarm_topic_arns)
    ])
    error_message = "Every alarm tells the topics, and tells them when it is over."
  }
}

run "metrics_can_be_left_out" {
  command = plan

  variables {
    metrics_namespace = ""
  }

  assert {
    condition = alltrue([
      for f in aws_lambda_function.this :
      !contains(keys(f.environment[0].variables), "TIDEMARK_METRICS_NAMESPACE")
    ])
    error_message = "Without a namespace no function sends metrics."
  }

  assert {
    condition     = !strcontains(aws_cloudwatch_dashboard.this.dashboard_body, "SealLag")
    error_message = "Without metrics the dashboard shows none of them."
  }
}

run "dashboard_shows_every_function" {
  command = plan

  assert {
    condition = alltrue([
      for f in aws_lambda_function.this :
      strcontains(aws_cloudwatch_dashboard.this.dashboard_body, "\"${f.function_name}\"")
    ])
    error_message = "The dashboard shows every function."
  }
}
