variable "name" {
  description = "Begins the name of everything that is created; one deployment's own within account and region."
  type        = string
  default     = "tidemark"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,22}[a-z0-9]$", var.name))
    error_message = "name has 3 to 24 lower-case letters, digits or '-', begins with a letter and ends without '-'."
  }

  # The bucket's name begins with it.
  validation {
    condition     = !can(regex("^(xn--|sthree-|amzn-s3-demo-)", "${var.name}-"))
    error_message = "name begins neither with xn--, nor with sthree or amzn-s3-demo: S3 keeps such names of buckets for itself."
  }
}

variable "cluster_id" {
  description = "The cluster's id in every path: /v3/clusters/{cluster_id}/…"
  type        = string
  default     = "tidemark"

  validation {
    condition     = can(regex("^[A-Za-z0-9_-]{1,64}$", var.cluster_id))
    error_message = "cluster_id has 1 to 64 letters, digits, '-' or '_'."
  }
}

variable "tags" {
  description = "Tags for everything that can carry them, beside Application and Deployment."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(var.tags) <= 40
    error_message = "tags holds at most 40: AWS takes 50 per resource, the module and the provider add their own."
  }

  validation {
    condition = alltrue([
      for key, value in var.tags :
      can(regex("^[\\p{L}\\p{Z}\\p{N}_.:/=+@-]{1,128}$", key)) && can(regex("^[\\p{L}\\p{Z}\\p{N}_.:/=+@-]{0,256}$", value))
    ])
    error_message = "tags has keys of 1 to 128 and values of up to 256 letters, digits, spaces, '_', '.', ':', '/', '=', '+', '-' or '@'."
  }

  validation {
    condition     = !anytrue([for key, _ in var.tags : startswith(lower(key), "aws:")])
    error_message = "tags has no keys that begin with aws:, which AWS keeps for itself."
  }

  # IAM takes Team and team for the same.
  validation {
    condition = (
      length(distinct([for key, _ in merge(var.tags, { Application = "", Deployment = "" }) : lower(key)]))
      == length(merge(var.tags, { Application = "", Deployment = "" }))
    )
    error_message = "tags has no two keys that differ in case alone, and none that so differs from Application or Deployment."
  }
}

# Functions

variable "package_file" {
  description = "Path of function.zip, the one package that holds every handler."
  type        = string

  validation {
    condition     = endswith(var.package_file, ".zip") && fileexists(var.package_file)
    error_message = "package_file is the path of an existing .zip: build it with ./mvnw -B package -DskipTests."
  }
}

variable "runtime" {
  description = "Lambda's Java runtime, of those that the AWS provider 5 knows."
  type        = string
  default     = "java21"

  validation {
    condition     = contains(["java17", "java21"], var.runtime)
    error_message = "runtime is java17 or java21: the AWS provider 5 knows no later one."
  }
}

variable "architecture" {
  description = "The functions' processors; arm64 costs a fifth less."
  type        = string
  default     = "arm64"

  validation {
    condition     = contains(["arm64", "x86_64"], var.architecture)
    error_message = "architecture is arm64 or x86_64."
  }
}

variable "memory_mb" {
  description = "Memory of each function in MB; processor share grows with it, 1769 MB are one core."
  type = object({
    produce      = optional(number, 1769)
    lookup       = optional(number, 1024)
    fetch        = optional(number, 1769)
    admin        = optional(number, 1024)
    transactions = optional(number, 1024)
    maintenance  = optional(number, 1769)
  })
  default = {}

  validation {
    condition     = alltrue([for mb in values(var.memory_mb) : mb >= 512 && mb <= 10240 && floor(mb) == mb])
    error_message = "memory_mb is between 512 and 10240 for every function: below 512 a full request does not fit."
  }
}

variable "snap_start" {
  description = "Start from a snapshot of the initialised function instead of starting Java anew."
  type        = bool
  default     = true
}

variable "environment" {
  description = "Further environment variables of every function."
  type        = map(string)
  default     = {}

  validation {
    condition     = alltrue([for key, _ in var.environment : can(regex("^[A-Z][A-Z0-9_]+$", key))])
    error_message = "environment has keys of two or more capitals, digits and '_', the first of them a letter."
  }

  validation {
    condition = length(setintersection(keys(var.environment), [
      "AWS_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "AWS_DEFAULT_REGION", "AWS_EXECUTION_ENV", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
      "AWS_LAMBDA_FUNCTION_NAME", "AWS_LAMBDA_FUNCTION_VERSION", "AWS_LAMBDA_INITIALIZATION_TYPE",
      "AWS_LAMBDA_LOG_GROUP_NAME", "AWS_LAMBDA_LOG_STREAM_NAME", "AWS_LAMBDA_RUNTIME_API", "AWS_REGION",
      "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY", "AWS_SESSION_TOKEN", "LAMBDA_RUNTIME_DIR", "LAMBDA_TASK_ROOT",
    ])) == 0
    error_message = "environment holds none of the variables that Lambda sets itself, such as AWS_REGION."
  }

  validation {
    condition = length(setintersection(keys(var.environment), [
      "QUARKUS_LAMBDA_HANDLER", "TIDEMARK_STORE", "TIDEMARK_TABLE", "TIDEMARK_BUCKET", "TIDEMARK_CLUSTER_ID",
      "TIDEMARK_MERGE_MAX_AGE_MINUTES", "TIDEMARK_SWEEP_GRACE_MINUTES", "TIDEMARK_METRICS_NAMESPACE",
    ])) == 0
    error_message = "environment holds none of the variables that the module sets itself: it has variables of its own for cluster_id, merge_max_age_minutes, sweep_grace_minutes, metrics_namespace and table_name."
  }

  validation {
    condition     = length(base64encode(jsonencode(var.environment))) <= 4000
    error_message = "environment has at most 3000 bytes in all: Lambda takes 4 KB for a function, with the module's own."
  }

  validation {
    condition = alltrue([
      for pair in split(",", lookup(var.environment, "TIDEMARK_METRICS_DIMENSIONS", "")) :
      can(regex("^[A-Za-z0-9_.-]{1,255}=[!-+.-9;<>-~-][ -+.-<>-~-]{0,254}$", pair)) && !startswith(pair, "FunctionName=")
      if lookup(var.environment, "TIDEMARK_METRICS_DIMENSIONS", "") != ""
    ])
    error_message = "environment: TIDEMARK_METRICS_DIMENSIONS is Name=value, with commas between several: names of letters, digits, '_', '.', '-' and not FunctionName, which metrics have anyway; values of up to 255 printable characters of ASCII that do not begin with ':'."
  }

  validation {
    condition = (
      length(split(",", lookup(var.environment, "TIDEMARK_METRICS_DIMENSIONS", ""))) <= 10
      && length(distinct([for pair in split(",", lookup(var.environment, "TIDEMARK_METRICS_DIMENSIONS", "")) : split("=", pair)[0]]))
      == length(split(",", lookup(var.environment, "TIDEMARK_METRICS_DIMENSIONS", "")))
    )
    error_message = "environment: TIDEMARK_METRICS_DIMENSIONS has at most ten dimensions, each name once."
  }
}

variable "tracing" {
  description = "Send traces to X-Ray."
  type        = bool
  default     = true
}

variable "metrics_namespace" {
  description = "CloudWatch's namespace for the functions' own metrics, which cost extra; empty for none."
  type        = string
  default     = "Tidemark"

  validation {
    condition     = can(regex("^([A-Za-z0-9._/#-][A-Za-z0-9._/#:-]{0,254})?$", var.metrics_namespace)) && !startswith(var.metrics_namespace, "AWS/")
    error_message = "metrics_namespace has up to 255 letters, digits, '.', '-', '_', '/', '#' or ':', and begins neither with ':' nor with AWS/."
  }
}

variable "log_retention_days" {
  description = "How long the functions' logs and the access log are kept."
  type        = number
  default     = 30

  validation {
    condition = contains(
      [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
      var.log_retention_days,
    )
    error_message = "log_retention_days is one of the numbers of days that CloudWatch Logs knows, such as 7, 30 or 365."
  }
}

# Storage

variable "table_name" {
  description = "The table's name, where it is not {name}-log: a table that was restored has another."
  type        = string
  default     = null

  validation {
    condition     = var.table_name == null ? true : can(regex("^[A-Za-z0-9_.-]{3,255}$", var.table_name))
    error_message = "table_name has 3 to 255 letters, digits, '_', '.' or '-'."
  }
}

variable "table_deletion_protection" {
  description = "Refuse to delete the table; set false and apply before destroying."
  type        = bool
  default     = true
}

variable "bucket_force_destroy" {
  description = "Let destroy delete the bucket with every record in it."
  type        = bool
  default     = false
}

variable "bucket_versioning" {
  description = "Keep deleted objects for a while, so that a table restored to an earlier time finds them."
  type        = bool
  default     = false
}

variable "bucket_noncurrent_days" {
  description = "How long versioning keeps a deleted object; the table can be restored 35 days back."
  type        = number
  default     = 36

  validation {
    condition     = var.bucket_noncurrent_days >= 1 && floor(var.bucket_noncurrent_days) == var.bucket_noncurrent_days
    error_message = "bucket_noncurrent_days is a whole number of days, 1 or more."
  }
}

# API

variable "authorization" {
  description = "Who may call: AWS_IAM takes signed requests and grants by method and path, JWT takes bearer tokens."
  type        = string
  default     = "AWS_IAM"

  validation {
    condition     = contains(["AWS_IAM", "JWT"], var.authorization)
    error_message = "authorization is AWS_IAM or JWT: there are no open routes."
  }

  validation {
    condition     = (var.authorization == "JWT") == (var.jwt != null)
    error_message = "jwt is given exactly when authorization is JWT."
  }
}

variable "jwt" {
  description = "With authorization JWT: issuer, audiences, and the scopes that the routes of a function ask for."
  type = object({
    issuer   = string
    audience = list(string)
    scopes   = optional(map(list(string)), {})
  })
  default = null

  validation {
    condition     = var.jwt == null ? true : startswith(var.jwt.issuer, "https://") && length(var.jwt.audience) > 0
    error_message = "jwt has an https:// issuer and at least one audience: without one any token of the issuer would do."
  }

  validation {
    condition = var.jwt == null ? true : (
      length(var.jwt.audience) <= 50 && alltrue([for _, scopes in var.jwt.scopes : length(scopes) <= 10])
    )
    error_message = "jwt has at most 50 audiences and, for each function, at most 10 scopes: API Gateway takes no more."
  }

  validation {
    condition = var.jwt == null ? true : alltrue([
      for key, _ in var.jwt.scopes : contains(["produce", "lookup", "fetch", "admin", "transactions"], key)
    ])
    error_message = "jwt.scopes has the keys produce, lookup, fetch, admin and transactions."
  }
}

variable "throttle" {
  description = "Requests a second, and at once, that a route takes before it answers 429."
  type = object({
    rate_per_second = optional(number, 500)
    burst           = optional(number, 1000)
  })
  default = {}

  validation {
    condition     = var.throttle.rate_per_second > 0 && var.throttle.burst >= 1 && floor(var.throttle.burst) == var.throttle.burst
    error_message = "throttle.rate_per_second is above 0 and throttle.burst a whole number, 1 or more."
  }
}

variable "route_throttles" {
  description = "Throttles of single routes, by operation of routes.json, such as createTopic."
  type = map(object({
    rate_per_second = number
    burst           = number
  }))
  default = {}

  validation {
    condition = alltrue([
      for _, t in var.route_throttles : t.rate_per_second > 0 && t.burst >= 1 && floor(t.burst) == t.burst
    ])
    error_message = "route_throttles has rates above 0 and bursts that are whole numbers, 1 or more."
  }

  validation {
    condition     = alltrue([for operation, _ in var.route_throttles : contains(keys(local.routes), operation)])
    error_message = "route_throttles has operations of routes.json as keys: ${join(", ", keys(local.routes))}."
  }
}

variable "route_metrics" {
  description = "Count requests per route, not only in all: every route then has metrics of its own, which cost extra."
  type        = bool
  default     = false
}

# Maintenance

variable "maintenance_schedule" {
  description = "When maintenance runs, as EventBridge Scheduler writes it."
  type        = string
  default     = "rate(1 minute)"

  validation {
    condition = can(regex(
      "^(rate\\((1 (minute|hour)|([2-9]|[1-9][0-9]+) (minutes|hours))\\)|cron\\([^ ]+( [^ ]+){5}\\))$", var.maintenance_schedule,
    ))
    error_message = "maintenance_schedule is rate(1 minute), rate(10 minutes), rate(1 hour) or the like, or cron(…) with six fields."
  }
}

variable "maintenance_enabled" {
  description = "Run maintenance on its schedule; switch off only for an upgrade or a restore."
  type        = bool
  default     = true
}

variable "maintenance_reserved_concurrency" {
  description = "Maintenance runs at once; -1 reserves none, for accounts whose limit leaves nothing to reserve."
  type        = number
  default     = 1

  validation {
    condition     = contains([-1, 1, 2, 3, 4], var.maintenance_reserved_concurrency)
    error_message = "maintenance_reserved_concurrency is 1 to 4, or -1; 0 would stop maintenance."
  }
}

variable "merge_max_age_minutes" {
  description = "Batches that wait longer than this to fill a segment are merged into a smaller one."
  type        = number
  default     = 1440

  validation {
    condition = (
      var.merge_max_age_minutes >= 1 && var.merge_max_age_minutes <= 43200
      && floor(var.merge_max_age_minutes) == var.merge_max_age_minutes
    )
    error_message = "merge_max_age_minutes is a whole number from 1 to 43200, which is 30 days."
  }
}

variable "sweep_grace_minutes" {
  description = "How long an object that nothing names is kept, so that whoever has just written it can still commit it."
  type        = number
  default     = 60

  validation {
    condition = (
      var.sweep_grace_minutes >= 60 && var.sweep_grace_minutes <= 43200
      && floor(var.sweep_grace_minutes) == var.sweep_grace_minutes
    )
    error_message = "sweep_grace_minutes is a whole number from 60 to 43200, which is 30 days."
  }
}

# Alarms

variable "alarm_topic_arns" {
  description = "SNS topics that every alarm tells when it rises and when it clears."
  type        = list(string)
  default     = []

  validation {
    condition = alltrue([
      for arn in var.alarm_topic_arns : can(regex("^arn:[a-z-]+:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$", arn))
    ])
    error_message = "alarm_topic_arns holds ARNs of SNS topics, such as arn:aws:sns:eu-central-1:111122223333:alarms."
  }

  validation {
    condition     = alltrue([for arn in var.alarm_topic_arns : try(split(":", arn)[3], "") == local.region])
    error_message = "alarm_topic_arns holds topics of the alarms' own region: CloudWatch tells no other."
  }

  validation {
    condition     = length(var.alarm_topic_arns) <= 5
    error_message = "alarm_topic_arns holds at most 5: CloudWatch takes no more for one alarm."
  }
}

variable "alarm_thresholds" {
  description = "Where the alarms rise: p99 duration in ms per function; counts in five minutes; minutes without a run."
  type = object({
    produce_p99_ms              = optional(number, 3000)
    lookup_p99_ms               = optional(number, 3000)
    fetch_p99_ms                = optional(number, 22000)
    admin_p99_ms                = optional(number, 10000)
    transactions_p99_ms         = optional(number, 10000)
    maintenance_p99_ms          = optional(number, 600000)
    errors                      = optional(number, 1)
    throttles                   = optional(number, 1)
    maintenance_throttles       = optional(number, 30)
    api_server_errors           = optional(number, 10)
    table_throttles             = optional(number, 50)
    maintenance_missing_minutes = optional(number, 30)
  })
  default = {}

  validation {
    condition     = alltrue([for value in values(var.alarm_thresholds) : value > 0])
    error_message = "alarm_thresholds are all above 0."
  }

  # A run of maintenance begins with no further partition after four fifths of its time, which is 14 minutes or what the
  # margin leaves of Lambda's 15.
  validation {
    condition = alltrue([
      for key, ms in var.alarm_thresholds : ms < (key == "maintenance_p99_ms"
        ? 0.8 * min(840000, 900000 - try(tonumber(var.environment["TIDEMARK_MAINTENANCE_MARGIN_MS"]), 15000))
      : 25000)
      if endswith(key, "_p99_ms")
    ])
    error_message = "alarm_thresholds: a p99 in ms is below what its function has at most, 25000, and for maintenance below 672000, or less where TIDEMARK_MAINTENANCE_MARGIN_MS is above 60000: then a run ends that leaves partitions due, and a higher alarm would never rise."
  }

  validation {
    condition = (
      var.alarm_thresholds.maintenance_missing_minutes % 5 == 0
      && var.alarm_thresholds.maintenance_missing_minutes <= 1440
    )
    error_message = "alarm_thresholds.maintenance_missing_minutes is a multiple of 5 minutes, up to 1440: CloudWatch looks back one day at most."
  }

  validation {
    condition = var.alarm_thresholds.maintenance_missing_minutes >= 10 + try(
      tonumber(regex("^rate\\(([0-9]+) (minute|hour)", var.maintenance_schedule)[0])
      * { minute = 1, hour = 60 }[regex("^rate\\(([0-9]+) (minute|hour)", var.maintenance_schedule)[1]],
      0,
    )
    error_message = "alarm_thresholds.maintenance_missing_minutes is at least ten minutes more than the step of maintenance_schedule: the alarm would rise between two runs."
  }
}
