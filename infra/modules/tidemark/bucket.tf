# The record batches: data/ holds one object a produce request, segments/ what maintenance merged from them.
resource "aws_s3_bucket" "log" {
  bucket        = local.bucket_name
  force_destroy = var.bucket_force_destroy
  tags          = local.tags
}

resource "aws_s3_bucket_public_access_block" "log" {
  bucket                  = aws_s3_bucket.log.bucket
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_ownership_controls" "log" {
  bucket = aws_s3_bucket.log.bucket

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "log" {
  bucket = aws_s3_bucket.log.bucket

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}

# Only where it is asked for: a bucket whose versioning is suspended keeps a marker of everything that is deleted.
resource "aws_s3_bucket_versioning" "log" {
  count = var.bucket_versioning ? 1 : 0

  bucket = aws_s3_bucket.log.bucket

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "log" {
  bucket = aws_s3_bucket.log.bucket

  rule {
    id     = "abort-incomplete-uploads"
    status = "Enabled"

    filter {}

    abort_incomplete_multipart_upload {
      days_after_initiation = 1
    }
  }

  # Objects themselves never expire here: only the log knows which are still named. The rule stands without versioning
  # too, for what a bucket still holds that once had it.
  rule {
    id     = "expire-deleted-objects"
    status = "Enabled"

    filter {}

    expiration {
      expired_object_delete_marker = true
    }

    noncurrent_version_expiration {
      noncurrent_days = var.bucket_noncurrent_days
    }
  }

  depends_on = [aws_s3_bucket_versioning.log]
}

resource "aws_s3_bucket_policy" "log" {
  bucket = aws_s3_bucket.log.bucket

  # Refusals only; what a function may do, its own role says.
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "RefusePlainHttp"
        Effect    = "Deny"
        Principal = "*"
        Action    = "s3:*"
        Resource  = [local.bucket_arn, "${local.bucket_arn}/*"]
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      },
      {
        # An object is written once. A writer that forgets to ask for that cannot write at all. The calls that only
        # prepare a multipart upload take no such header; the one that completes it does.
        Sid       = "RefuseOverwriting"
        Effect    = "Deny"
        Principal = "*"
        Action    = "s3:PutObject"
        Resource  = ["${local.bucket_arn}/data/*", "${local.bucket_arn}/segments/*"]
        Condition = {
          Null = { "s3:if-none-match" = "true" }
          Bool = { "s3:ObjectCreationOperation" = "true" }
        }
      },
    ]
  })

  depends_on = [aws_s3_bucket_public_access_block.log]
}
