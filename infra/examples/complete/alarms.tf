# Where alarms go: subscribe the team's mail, chat or pager to it.
resource "aws_sns_topic" "alarms" {
  name = "${var.name}-alarms"
}

resource "aws_sns_topic_policy" "alarms" {
  arn = aws_sns_topic.alarms.arn

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sns:Publish"
      Principal = { Service = "cloudwatch.amazonaws.com" }
      Resource  = "arn:${data.aws_partition.this.partition}:sns:${var.region}:${local.account}:${var.name}-alarms"
      Condition = { StringEquals = { "aws:SourceAccount" = local.account } }
    }]
  })
}

data "aws_caller_identity" "this" {}

data "aws_partition" "this" {}

locals {
  account = data.aws_caller_identity.this.account_id
}
