output "api_url" {
  description = "Where the API answers."
  value       = module.tidemark.api_url
}
