variable "package_file" {
  description = "Path of function.zip."
  type        = string
  default     = "../../../functions/target/function.zip"
}

variable "region" {
  description = "The AWS region to deploy to."
  type        = string
  default     = "eu-central-1"
}

variable "name" {
  description = "Begins the name of everything that is created."
  type        = string
  default     = "orders"
}

variable "topic" {
  description = "The topic that the example's application may use."
  type        = string
  default     = "orders"
}

variable "deletion_protection" {
  description = "Refuse to delete the table and a bucket that holds records."
  type        = bool
  default     = true
}
