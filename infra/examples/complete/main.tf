provider "aws" {
  region = var.region

  default_tags {
    tags = {
      Project     = "tidemark"
      Environment = "production"
      ManagedBy   = "terraform"
    }
  }
}

module "tidemark" {
  source = "../../modules/tidemark"

  name         = var.name
  cluster_id   = "orders-eu"
  package_file = var.package_file

  memory_mb          = { produce = 2048 }
  log_retention_days = 90

  # A table can be restored to any second of the last 35 days: keep the objects as long.
  bucket_versioning         = true
  table_deletion_protection = var.deletion_protection
  bucket_force_destroy      = !var.deletion_protection

  throttle        = { rate_per_second = 1000, burst = 2000 }
  route_throttles = { createTopic = { rate_per_second = 5, burst = 10 } }

  alarm_topic_arns = [aws_sns_topic.alarms.arn]
  alarm_thresholds = { produce_p99_ms = 2000 }

  tags = { Team = "orders" }
}
