variable "package_file" {
  description = "Path of function.zip."
  type        = string
  default     = "../../../functions/target/function.zip"
}
