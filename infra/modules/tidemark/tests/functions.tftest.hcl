# The functions, what they may do, and when maintenance runs.
mock_provider "aws" {
  source          = "./tests/mocks"
  override_during = plan
}

variables {
  package_file = "./tests/function.zip"
}

run "one_function_per_handler" {
  command = plan

  assert {
    condition = alltrue([
      for key, f in aws_lambda_function.this : f.environment[0].variables["QUARKUS_LAMBDA_HANDLER"] == key
    ])
    error_message = "Each function runs the handler that it is named after."
  }

  assert {
    condition = (
      toset(keys(aws_lambda_function.this))
      == toset(["produce", "lookup", "fetch", "admin", "transactions", "maintenance"])
    )
    error_message = "There is a function for every handler of the package."
  }

  assert {
    condition = alltrue([
      for f in aws_lambda_function.this :
      f.environment[0].variables["TIDEMARK_STORE"] == "aws"
      && f.environment[0].variables["TIDEMARK_TABLE"] == aws_dynamodb_table.log.name
      && f.environment[0].variables["TIDEMARK_BUCKET"] == aws_s3_bucket.log.bucket
      && f.environment[0].variables["TIDEMARK_CLUSTER_ID"] == "tidemark"
      && f.environment[0].variables["TIDEMARK_MERGE_MAX_AGE_MINUTES"] == "1440"
      && f.environment[0].variables["TIDEMARK_SWEEP_GRACE_MINUTES"] == "60"
      && f.environment[0].variables["TIDEMARK_METRICS_NAMESPACE"] == "Tidemark"
    ])
    error_message = "Each function works on this deployment's table and bucket."
  }

  assert {
    condition = alltrue([
      for key, f in aws_lambda_function.this : f.timeout == (key == "maintenance" ? 900 : 25)
    ])
    error_message = "A function that answers requests ends before API Gateway gives up; maintenance has Lambda's most."
  }

  assert {
    condition = alltrue([
      for f in aws_lambda_function.this : f.publish && f.snap_start[0].apply_on == "PublishedVersions"
    ])
    error_message = "Functions start from a snapshot of a published version."
  }

  assert {
    condition     = alltrue([for f in aws_lambda_function.this : f.tracing_config[0].mode == "Active"])
    error_message = "Calls are traced."
  }

  assert {
    condition     = alltrue([for g in aws_cloudwatch_log_group.function : g.retention_in_days == 30])
    error_message = "Logs do not pile up."
  }
}

run "two_regions_of_an_account_do_not_meet" {
  command = plan

  assert {
    condition = alltrue([
      for name in concat(
        [for role in aws_iam_role.function : role.name],
        [aws_iam_role.schedule.name, aws_cloudwatch_dashboard.this.dashboard_name, aws_s3_bucket.log.bucket],
      ) : endswith(name, "-eu-central-1")
    ])
    error_message = "What is no region's own has the region in its name."
  }
}

run "maintenance_cannot_run_away" {
  command = plan

  assert {
    condition     = aws_lambda_function.this["maintenance"].reserved_concurrent_executions == 1
    error_message = "Maintenance runs once at a time."
  }

  assert {
    condition     = aws_scheduler_schedule.maintenance.schedule_expression == "rate(1 minute)"
    error_message = "Maintenance runs every minute."
  }

  assert {
    condition = (
      aws_scheduler_schedule.maintenance.target[0].retry_policy[0].maximum_retry_attempts == 0
      && aws_lambda_function_event_invoke_config.maintenance.maximum_retry_attempts == 0
    )
    error_message = "A failed run is not repeated: the next one is a minute away."
  }

  assert {
    condition = (
      aws_scheduler_schedule.maintenance.target[0].dead_letter_config[0].arn == aws_sqs_queue.dead_letters.arn
      && aws_lambda_function_event_invoke_config.maintenance.destination_config[0].on_failure[0].destination
      == aws_sqs_queue.dead_letters.arn
    )
    error_message = "A run that failed and a run that never started leave a message."
  }
}

run "roles_hold_what_their_handlers_need" {
  command = plan

  assert {
    condition = alltrue(flatten([
      for key in ["lookup", "fetch"] : [
        for s in jsondecode(aws_iam_role_policy.function[key].policy).Statement : [
          for action in s.Action : !can(regex("(Put|Update|Delete)(Item|Object)", action))
        ]
      ]
    ]))
    error_message = "Functions that read cannot write."
  }

  assert {
    condition = alltrue(flatten([
      for key in ["produce", "lookup", "fetch", "admin", "transactions"] : [
        for s in jsondecode(aws_iam_role_policy.function[key].policy).Statement : [
          for action in s.Action : action != "s3:DeleteObject"
        ]
      ]
    ]))
    error_message = "Only maintenance deletes objects."
  }

  assert {
    condition     = !strcontains(aws_iam_role_policy.function["transactions"].policy, "s3:")
    error_message = "A transaction ends without a look at an object."
  }

  assert {
    condition = alltrue(flatten([
      for policy in aws_iam_role_policy.function : [
        for s in jsondecode(policy.policy).Statement : [for action in s.Action : !strcontains(action, "*")]
      ]
    ]))
    error_message = "Actions are named."
  }

  assert {
    condition     = length(toset([for p in aws_iam_role_policy.function : p.policy])) == 6
    error_message = "No two functions share their permissions."
  }
}

run "tracing_can_be_left_out" {
  command = plan

  variables {
    tracing    = false
    snap_start = false
  }

  assert {
    condition     = !anytrue([for p in aws_iam_role_policy.function : strcontains(p.policy, "xray:")])
    error_message = "Without tracing no role names X-Ray."
  }

  assert {
    condition     = alltrue([for f in aws_lambda_function.this : length(f.snap_start) == 0])
    error_message = "snap_start switches snapshots off."
  }
}
