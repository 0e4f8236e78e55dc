variable "endpoint" {
  description = "The emulator's URL."
  type        = string
}
