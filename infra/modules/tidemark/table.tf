# The truth about every partition: its watermarks, its newest batches, its time index.
resource "aws_dynamodb_table" "log" {
  name                        = local.table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "pk"
  range_key                   = "sk"
  deletion_protection_enabled = var.table_deletion_protection
  tags                        = local.tags

  attribute {
    name = "pk"
    type = "S"
  }

  attribute {
    name = "sk"
    type = "S"
  }

  point_in_time_recovery {
    enabled = true
  }

  # The AWS managed key: its use shows in CloudTrail, which the default key's does not.
  server_side_encryption {
    enabled = true
  }
}
