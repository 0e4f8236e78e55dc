variable "endpoint" {
  description = "Where LocalStack answers."
  type        = string
  default     = "http://127.0.0.1:4566"
}

variable "endpoint_of_functions" {
  description = "Where it answers to the containers of the functions."
  type        = string
  default     = "http://localhost.localstack.cloud:4566"
}

variable "package_file" {
  description = "Path of function.zip."
  type        = string
  default     = "../../functions/target/function.zip"
}

variable "architecture" {
  description = "This machine's processor: arm64 or x86_64."
  type        = string
}
