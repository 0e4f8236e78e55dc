output "table_name" {
  description = "The DynamoDB table."
  value       = module.tidemark.table_name
}

output "bucket_name" {
  description = "The bucket with the record batches."
  value       = module.tidemark.bucket_name
}
