output "api_url" {
  description = "Where the API answers; append /v3/clusters."
  value       = aws_apigatewayv2_api.this.api_endpoint
}

output "api_execution_arn" {
  description = "Begins the ARN of every route, for IAM policies: append /METHOD/path."
  value       = "${aws_apigatewayv2_api.this.execution_arn}/${local.stage}"
}

output "cluster_id" {
  description = "The cluster's id in every path."
  value       = var.cluster_id
}

output "table_name" {
  description = "The DynamoDB table."
  value       = aws_dynamodb_table.log.name
}

output "bucket_name" {
  description = "The bucket with the record batches."
  value       = aws_s3_bucket.log.bucket
}

output "function_names" {
  description = "Each function's name, by handler."
  value       = { for key, function in aws_lambda_function.this : key => function.function_name }
}

output "function_alias_arns" {
  description = "Each function's live alias, by handler: what to invoke."
  value       = { for key, alias in aws_lambda_alias.live : key => alias.arn }
}

output "log_group_names" {
  description = "Each function's log group by handler, and the access log as api."
  value = merge(
    { for key, group in aws_cloudwatch_log_group.function : key => group.name },
    { api = aws_cloudwatch_log_group.api.name },
  )
}

output "dead_letter_queue_url" {
  description = "The queue of maintenance runs that failed."
  value       = aws_sqs_queue.dead_letters.url
}

output "dashboard_name" {
  description = "The CloudWatch dashboard."
  value       = aws_cloudwatch_dashboard.this.dashboard_name
}
