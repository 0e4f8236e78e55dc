output "api_url" {
  description = "Where the API answers."
  value       = module.tidemark.api_url
}

output "cluster_id" {
  description = "The cluster's id in every path."
  value       = module.tidemark.cluster_id
}

output "application_role_arn" {
  description = "The role of the application that may use the one topic."
  value       = aws_iam_role.application.arn
}

output "table_name" {
  description = "The DynamoDB table."
  value       = module.tidemark.table_name
}

output "bucket_name" {
  description = "The bucket with the record batches."
  value       = module.tidemark.bucket_name
}

output "function_names" {
  description = "Each function's name, by handler."
  value       = module.tidemark.function_names
}
