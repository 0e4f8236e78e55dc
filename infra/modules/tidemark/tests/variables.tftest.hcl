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
