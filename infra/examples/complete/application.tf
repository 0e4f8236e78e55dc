# What one application gets: it writes, looks up and reads one topic, and can do nothing else.
#
# The topic stands in the path of every request, so its name in the resource is the whole grant. Only the number of a
# partition is a pattern, behind that name. offsets:list names its topics in the body: it cannot be granted by topic, and
# is not granted here; GET …/offset answers the same question for one partition.
locals {
  topic_arn_path = "/v3/clusters/${module.tidemark.cluster_id}/topics/${var.topic}"

  topic_requests = {
    Produce  = ["POST${local.topic_arn_path}/records", "POST${local.topic_arn_path}/records:batch"]
    Batches  = ["POST${local.topic_arn_path}/partitions/*/records"]
    Describe = ["GET${local.topic_arn_path}", "GET${local.topic_arn_path}/partitions"]
    Lookup   = ["GET${local.topic_arn_path}/partitions/*/offset"]
    Fetch    = ["GET${local.topic_arn_path}/partitions/*/records"]
  }
}

resource "aws_iam_policy" "application" {
  name        = "${var.name}-topic-${var.topic}-${var.region}"
  description = "Write, look up and read the topic ${var.topic}"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      for sid, requests in local.topic_requests : {
        Sid      = sid
        Effect   = "Allow"
        Action   = ["execute-api:Invoke"]
        Resource = [for request in requests : "${module.tidemark.api_execution_arn}/${request}"]
      }
    ]
  })
}

resource "aws_iam_role" "application" {
  name        = "${var.name}-application-${var.region}"
  description = "The application that owns the topic ${var.topic}"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ecs-tasks.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy_attachment" "application" {
  role       = aws_iam_role.application.name
  policy_arn = aws_iam_policy.application.arn
}
