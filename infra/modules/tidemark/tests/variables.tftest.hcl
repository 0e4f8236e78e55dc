# Every setting refuses what would only fail later, or fail unseen.
mock_provider "aws" {
  source          = "./tests/mocks"
  override_during = plan
}

variables {
  package_file = "./tests/function.zip"
}

run "accepts_the_longest_name" {
  command = plan

  variables {
    name = "abcdefghijklmnopqrstuvwx"
  }

  assert {
    condition     = length(aws_s3_bucket.log.bucket) <= 63
    error_message = "The bucket's name stays within S3's limit."
  }

  assert {
    condition     = alltrue([for role in aws_iam_role.function : length(role.name) <= 64])
    error_message = "The roles' names stay within IAM's limit."
  }
}

run "refuses_strings" {
  command = plan

  variables {
    name                 = "abcdefghijklmnopqrstuvwxy"
    cluster_id           = "a/b"
    table_name           = "a/b"
    package_file         = "./tests/missing.zip"
    runtime              = "java11"
    architecture         = "riscv64"
    maintenance_schedule = "every minute"
    authorization        = "NONE"
    environment          = { "tidemark-store" = "aws" }
    alarm_topic_arns     = ["alarms"]
  }

  expect_failures = [
    var.name, var.cluster_id, var.table_name, var.package_file, var.runtime, var.architecture,
    var.maintenance_schedule, var.authorization, var.environment, var.alarm_topic_arns,
  ]
}

run "refuses_numbers" {
  command = plan

  variables {
    memory_mb                        = { produce = 511 }
    log_retention_days               = 31
    bucket_noncurrent_days           = 0
    maintenance_reserved_concurrency = 0
    merge_max_age_minutes            = 0
    sweep_grace_minutes              = 59
    throttle                         = { burst = 0 }
    route_throttles                  = { createTopic = { rate_per_second = 0, burst = 1 } }
    alarm_thresholds                 = { maintenance_missing_minutes = 7 }
  }

  expect_failures = [
    var.memory_mb, var.log_retention_days, var.bucket_noncurrent_days, var.maintenance_reserved_concurrency,
    var.throttle, var.route_throttles, var.alarm_thresholds, var.merge_max_age_minutes, var.sweep_grace_minutes,
  ]
}

run "accepts_the_most" {
  command = plan

  variables {
    name                 = "amzn-s3"
    tags                 = { for i in range(40) : "Key ä ${i}" => join("", [for _ in range(256) : "v"]) }
    metrics_namespace    = join("", [for _ in range(255) : "n"])
    maintenance_schedule = "rate(1 hour)"
    alarm_topic_arns     = [for i in range(5) : "arn:aws:sns:eu-central-1:111122223333:alarms-${i}"]
    route_throttles      = { createTopic = { rate_per_second = 0.5, burst = 1 } }
    environment = {
      TIDEMARK_METRICS_DIMENSIONS    = "Stage=prod eu,B=1,C=1,D=1,E=1,F=1,G=1,H=1,I=1,J=1"
      TIDEMARK_MAINTENANCE_MARGIN_MS = "60000"
    }
    alarm_thresholds = { maintenance_missing_minutes = 1440, fetch_p99_ms = 24999, maintenance_p99_ms = 671999 }
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.maintenance_missing.evaluation_periods == 288
    error_message = "An alarm may look back one day."
  }
}

run "accepts_tokens_of_fifty_audiences" {
  command = plan

  variables {
    maintenance_schedule = "rate(20 minutes)"
    authorization        = "JWT"
    jwt = {
      issuer   = "https://login.example.org"
      audience = [for i in range(50) : "audience-${i}"]
      scopes   = { fetch = [for i in range(10) : "scope-${i}"] }
    }
  }
}

# Each value breaks one rule, by as little as can be, so that no rule stands for another.
run "refuses_one_too_many" {
  command = plan

  variables {
    name                 = "sthree"
    tags                 = { for i in range(41) : "Key${i}" => "v" }
    environment          = { FILLING = join("", [for _ in range(750) : "four"]) }
    metrics_namespace    = ":n"
    alarm_topic_arns     = [for i in range(6) : "arn:aws:sns:eu-central-1:111122223333:alarms-${i}"]
    throttle             = { burst = 1.5 }
    route_throttles      = { createTopics = { rate_per_second = 1, burst = 1 } }
    maintenance_schedule = "rate(1 minutes)"
    runtime              = "java25"
  }

  expect_failures = [
    var.name, var.tags, var.environment, var.metrics_namespace, var.alarm_topic_arns, var.throttle, var.route_throttles,
    var.maintenance_schedule, var.runtime,
  ]
}

run "refuses_what_aws_keeps_for_itself" {
  command = plan

  variables {
    name                 = "xn--tidemark"
    tags                 = { "AWS:team" = "data" }
    environment          = { AWS_REGION = "eu-central-1" }
    metrics_namespace    = "AWS/Tidemark"
    alarm_topic_arns     = ["arn:aws:sns:eu-central-1:111122223333:alarms:5f2c"]
    maintenance_schedule = "cron(0 * * * *)"
  }

  expect_failures = [
    var.name, var.tags, var.environment, var.metrics_namespace, var.alarm_topic_arns, var.maintenance_schedule,
  ]
}

run "refuses_what_the_module_sets" {
  command = plan

  variables {
    tags             = { application = "orders" }
    environment      = { TIDEMARK_SWEEP_GRACE_MINUTES = "120" }
    route_throttles  = { createTopic = { rate_per_second = 1, burst = 1.5 } }
    alarm_topic_arns = ["arn:aws:sns:us-east-1:111122223333:alarms"]
  }

  expect_failures = [var.tags, var.environment, var.route_throttles, var.alarm_topic_arns]
}

run "refuses_a_dimension_given_twice" {
  command = plan

  variables {
    tags        = { Team = join("", [for _ in range(257) : "v"]) }
    environment = { TIDEMARK_METRICS_DIMENSIONS = "Stage=a,Stage=b" }
  }

  expect_failures = [var.tags, var.environment]
}

run "refuses_a_dimension_that_metrics_have" {
  command = plan

  variables {
    environment = { TIDEMARK_METRICS_DIMENSIONS = "FunctionName=a" }
  }

  expect_failures = [var.environment]
}

run "refuses_a_dimension_that_is_none" {
  command = plan

  variables {
    environment = { TIDEMARK_METRICS_DIMENSIONS = "Stage=a," }
  }

  expect_failures = [var.environment]
}

run "refuses_an_alarm_on_more_than_a_day" {
  command = plan

  variables {
    alarm_thresholds = { maintenance_missing_minutes = 1445 }
  }

  expect_failures = [var.alarm_thresholds]
}

run "refuses_an_alarm_above_the_timeout" {
  command = plan

  variables {
    alarm_thresholds = { lookup_p99_ms = 25000 }
  }

  expect_failures = [var.alarm_thresholds]
}

run "refuses_an_alarm_above_the_longest_backlog" {
  command = plan

  variables {
    alarm_thresholds = { maintenance_p99_ms = 672000 }
  }

  expect_failures = [var.alarm_thresholds]
}

run "refuses_an_alarm_above_where_a_run_ends" {
  command = plan

  variables {
    environment = { TIDEMARK_MAINTENANCE_MARGIN_MS = "150000" }
  }

  expect_failures = [var.alarm_thresholds]
}

run "refuses_an_alarm_between_two_runs" {
  command = plan

  variables {
    maintenance_schedule = "rate(21 minutes)"
  }

  expect_failures = [var.alarm_thresholds]
}

run "refuses_more_scopes_than_a_route_takes" {
  command = plan

  variables {
    authorization = "JWT"
    jwt = {
      issuer   = "https://login.example.org"
      audience = ["tidemark"]
      scopes   = { fetch = [for i in range(11) : "scope-${i}"] }
    }
  }

  expect_failures = [var.jwt]
}

run "refuses_tokens_without_issuer" {
  command = plan

  variables {
    authorization = "JWT"
  }

  expect_failures = [var.authorization]
}

run "refuses_an_issuer_that_nothing_uses" {
  command = plan

  variables {
    jwt = { issuer = "https://login.example.org", audience = ["tidemark"] }
  }

  expect_failures = [var.authorization]
}

run "refuses_tokens_for_anyone" {
  command = plan

  variables {
    authorization = "JWT"
    jwt           = { issuer = "https://login.example.org", audience = [] }
  }

  expect_failures = [var.jwt]
}
