# What keeps the records: the table and the bucket.
mock_provider "aws" {
  source          = "./tests/mocks"
  override_during = plan
}

variables {
  package_file = "./tests/function.zip"
}

run "table_survives_mistakes" {
  command = plan

  assert {
    condition     = aws_dynamodb_table.log.name == "tidemark-log"
    error_message = "The table is named after the deployment."
  }

  assert {
    condition     = aws_dynamodb_table.log.hash_key == "pk" && aws_dynamodb_table.log.range_key == "sk"
    error_message = "Items have the keys that the stored layout asks for."
  }

  assert {
    condition     = aws_dynamodb_table.log.billing_mode == "PAY_PER_REQUEST"
    error_message = "An idle table costs no requests."
  }

  assert {
    condition     = aws_dynamodb_table.log.point_in_time_recovery[0].enabled
    error_message = "The table can be restored to any second."
  }

  assert {
    condition     = aws_dynamodb_table.log.deletion_protection_enabled
    error_message = "The table is not deleted by a careless destroy."
  }

  assert {
    condition     = aws_dynamodb_table.log.server_side_encryption[0].enabled
    error_message = "The table is encrypted with a key whose use is logged."
  }
}

run "bucket_is_private_and_written_once" {
  command = plan

  assert {
    condition     = aws_s3_bucket.log.bucket == "tidemark-log-111122223333-eu-central-1"
    error_message = "The bucket's name is unique by account and region."
  }

  assert {
    condition = alltrue([
      aws_s3_bucket_public_access_block.log.block_public_acls,
      aws_s3_bucket_public_access_block.log.block_public_policy,
      aws_s3_bucket_public_access_block.log.ignore_public_acls,
      aws_s3_bucket_public_access_block.log.restrict_public_buckets,
    ])
    error_message = "Nothing makes the bucket public."
  }

  assert {
    condition     = aws_s3_bucket_ownership_controls.log.rule[0].object_ownership == "BucketOwnerEnforced"
    error_message = "There are no ACLs."
  }

  assert {
    condition     = !aws_s3_bucket.log.force_destroy
    error_message = "A destroy stops at a bucket that holds records."
  }

  assert {
    condition = anytrue([
      for s in jsondecode(aws_s3_bucket_policy.log.policy).Statement :
      s.Effect == "Deny" && try(s.Condition.Bool["aws:SecureTransport"], "") == "false"
    ])
    error_message = "Plain HTTP is refused."
  }

  assert {
    condition = anytrue([
      for s in jsondecode(aws_s3_bucket_policy.log.policy).Statement :
      s.Effect == "Deny" && try(s.Condition.Null["s3:if-none-match"], "") == "true"
      && contains(tolist(s.Resource), "arn:aws:s3:::tidemark-log-111122223333-eu-central-1/data/*")
    ])
    error_message = "A put below data/ that might overwrite is refused."
  }

  assert {
    condition = alltrue([
      for s in jsondecode(aws_s3_bucket_policy.log.policy).Statement : s.Effect == "Deny"
    ])
    error_message = "The bucket's policy grants nothing."
  }

  assert {
    condition     = one(aws_s3_bucket_lifecycle_configuration.log.rule[0].abort_incomplete_multipart_upload).days_after_initiation == 1
    error_message = "Incomplete uploads go after a day."
  }

  assert {
    condition = alltrue([
      for rule in aws_s3_bucket_lifecycle_configuration.log.rule :
      alltrue([for expiration in rule.expiration : expiration.expired_object_delete_marker])
    ])
    error_message = "Markers of deletions go, which excludes that objects do, by their age."
  }

  assert {
    condition     = length(aws_s3_bucket_versioning.log) == 0
    error_message = "A bucket without versions has never had any, not even suspended: a deletion would leave a marker."
  }

  assert {
    condition = anytrue([
      for rule in aws_s3_bucket_lifecycle_configuration.log.rule :
      try(one(rule.expiration).expired_object_delete_marker, false)
      && try(one(rule.noncurrent_version_expiration).noncurrent_days, 0) == 36
    ])
    error_message = "What a bucket kept before its versioning was switched off goes as well."
  }
}

run "deleted_objects_are_kept_where_asked" {
  command = plan

  variables {
    bucket_versioning      = true
    bucket_noncurrent_days = 20
  }

  assert {
    condition     = aws_s3_bucket_versioning.log[0].versioning_configuration[0].status == "Enabled"
    error_message = "bucket_versioning switches versions on."
  }

  assert {
    condition = anytrue([
      for rule in aws_s3_bucket_lifecycle_configuration.log.rule :
      try(one(rule.noncurrent_version_expiration).noncurrent_days, 0) == 20
    ])
    error_message = "Deleted objects go after bucket_noncurrent_days."
  }
}

run "a_restored_table_is_used_like_the_first" {
  command = plan

  variables {
    table_name = "tidemark-log-restored"
  }

  assert {
    condition = (
      aws_dynamodb_table.log.name == "tidemark-log-restored"
      && aws_lambda_function.this["produce"].environment[0].variables["TIDEMARK_TABLE"] == "tidemark-log-restored"
      && strcontains(aws_iam_role_policy.function["produce"].policy, ":table/tidemark-log-restored\"")
    )
    error_message = "Functions and roles follow the table's name."
  }
}
