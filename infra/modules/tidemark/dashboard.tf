locals {
  # What the functions tell of themselves. One graph each: title, statistic and series.
  own_graphs = [
    for graph in [
      { title = "Functions: refusals and failures", stat = "Sum", metrics = ["Errors"], of = keys(local.function_names) },
      { title = "Functions: cold starts", stat = "Sum", metrics = ["ColdStarts"], of = keys(local.function_names) },
      { title = "Records appended and read", stat = "Sum", metrics = ["Records"], of = ["produce", "fetch"] },
      { title = "Conditional writes refused", stat = "Sum", metrics = ["Conflicts"], of = keys(local.function_names) },
      { title = "Batches that wait to be sealed", stat = "Maximum", metrics = ["SealLag"], of = ["produce"] },
      {
        title   = "Maintenance: skipped, failed, left due", stat = "Sum", of = ["maintenance"]
        metrics = ["MaintenanceSkipped", "MaintenanceFailed", "MaintenanceLeftDue"]
      },
      ] : {
      title = graph.title, stat = graph.stat
      series = [
        for pair in setproduct(graph.metrics, graph.of) :
        [var.metrics_namespace, pair[0], "FunctionName", local.function_names[pair[1]]]
      ]
    }
  ]

  # Two graphs a row.
  graphs = concat(local.platform_graphs, var.metrics_namespace == "" ? [] : local.own_graphs)

  platform_graphs = [
    {
      title = "API: requests and errors", stat = "Sum"
      series = [
        for metric in ["Count", "4xx", "5xx"] :
        ["AWS/ApiGateway", metric, "ApiId", aws_apigatewayv2_api.this.id, "Stage", local.stage]
      ]
    },
    {
      title  = "API: latency, p99 in ms", stat = "p99"
      series = [["AWS/ApiGateway", "Latency", "ApiId", aws_apigatewayv2_api.this.id, "Stage", local.stage]]
    },
    {
      title  = "Functions: calls", stat = "Sum"
      series = [for name in local.function_names : ["AWS/Lambda", "Invocations", "FunctionName", name]]
    },
    {
      title  = "Functions: duration, p99 in ms", stat = "p99"
      series = [for name in local.function_names : ["AWS/Lambda", "Duration", "FunctionName", name]]
    },
    {
      title  = "Functions: errors", stat = "Sum"
      series = [for name in local.function_names : ["AWS/Lambda", "Errors", "FunctionName", name]]
    },
    {
      title  = "Functions: throttles", stat = "Sum"
      series = [for name in local.function_names : ["AWS/Lambda", "Throttles", "FunctionName", name]]
    },
    {
      title = "Table: units consumed", stat = "Sum"
      series = [
        for metric in ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"] :
        ["AWS/DynamoDB", metric, "TableName", local.table_name]
      ]
    },
    {
      title = "Table: throttled", stat = "Sum"
      series = [
        for metric in ["ReadThrottleEvents", "WriteThrottleEvents"] :
        ["AWS/DynamoDB", metric, "TableName", local.table_name]
      ]
    },
    {
      title = "Bucket: bytes", stat = "Average"
      series = [[
        "AWS/S3", "BucketSizeBytes", "BucketName", local.bucket_name, "StorageType", "StandardStorage",
      ]]
    },
    {
      title  = "Maintenance: dead letters", stat = "Maximum"
      series = [["AWS/SQS", "ApproximateNumberOfMessagesVisible", "QueueName", local.dead_letter_name]]
    },
  ]
}

resource "aws_cloudwatch_dashboard" "this" {
  dashboard_name = "${var.name}-log-${local.region}"

  dashboard_body = jsonencode({
    widgets = [
      for i, graph in local.graphs : {
        type   = "metric"
        x      = i % 2 * 12
        y      = floor(i / 2) * 6
        width  = 12
        height = 6
        properties = {
          title   = graph.title
          region  = local.region
          stat    = graph.stat
          period  = graph.title == "Bucket: bytes" ? 86400 : 300
          view    = "timeSeries"
          metrics = graph.series
        }
      }
    ]
  })
}
