# What is applied here is destroyed again.
deletion_protection = false
