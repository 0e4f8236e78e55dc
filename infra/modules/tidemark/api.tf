locals {
  # The list that the functions dispatch by; a test of theirs compares the two.
  routes = { for route in jsondecode(file("${path.module}/routes.json")) : route.operation => route }

  api_functions = toset([for route in local.routes : route.function])
  stage         = "$default"
}

resource "aws_apigatewayv2_api" "this" {
  name          = "${var.name}-api"
  description   = "Tidemark: a durable ordered log"
  protocol_type = "HTTP"
  tags          = local.tags
}

resource "aws_apigatewayv2_integration" "function" {
  for_each = local.api_functions

  api_id                 = aws_apigatewayv2_api.this.id
  integration_type       = "AWS_PROXY"
  integration_uri        = aws_lambda_alias.live[each.key].invoke_arn
  integration_method     = "POST"
  payload_format_version = "2.0"

  # Longer than the function's own timeout: an answer is not given up while its function still works on it.
  timeout_milliseconds = 29000
}

resource "aws_apigatewayv2_route" "this" {
  for_each = local.routes

  api_id               = aws_apigatewayv2_api.this.id
  route_key            = "${each.value.method} ${each.value.path}"
  target               = "integrations/${aws_apigatewayv2_integration.function[each.value.function].id}"
  authorization_type   = var.authorization
  authorizer_id        = one(aws_apigatewayv2_authorizer.jwt[*].id)
  authorization_scopes = var.authorization == "JWT" ? lookup(var.jwt.scopes, each.value.function, null) : null
}

resource "aws_apigatewayv2_authorizer" "jwt" {
  count = var.authorization == "JWT" ? 1 : 0

  api_id           = aws_apigatewayv2_api.this.id
  name             = "${var.name}-jwt"
  authorizer_type  = "JWT"
  identity_sources = ["$request.header.Authorization"]

  jwt_configuration {
    issuer   = var.jwt.issuer
    audience = var.jwt.audience
  }
}

resource "aws_apigatewayv2_stage" "default" {
  api_id      = aws_apigatewayv2_api.this.id
  name        = local.stage
  auto_deploy = true
  tags        = local.tags

  default_route_settings {
    detailed_metrics_enabled = var.route_metrics
    throttling_rate_limit    = var.throttle.rate_per_second
    throttling_burst_limit   = var.throttle.burst
  }

  dynamic "route_settings" {
    for_each = var.route_throttles

    content {
      route_key                = aws_apigatewayv2_route.this[route_settings.key].route_key
      detailed_metrics_enabled = var.route_metrics
      throttling_rate_limit    = route_settings.value.rate_per_second
      throttling_burst_limit   = route_settings.value.burst
    }
  }

  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.api.arn

    format = jsonencode({
      request_id        = "$context.requestId"
      time              = "$context.requestTime"
      caller            = "$context.identity.userArn"
      source_ip         = "$context.identity.sourceIp"
      route             = "$context.routeKey"
      path              = "$context.path"
      status            = "$context.status"
      response_bytes    = "$context.responseLength"
      latency_ms        = "$context.responseLatency"
      function_ms       = "$context.integrationLatency"
      function_error    = "$context.integrationErrorMessage"
      authorizer_error  = "$context.authorizer.error"
      error             = "$context.error.message"
      extended_trace_id = "$context.extendedRequestId"
    })
  }
}

resource "aws_cloudwatch_log_group" "api" {
  name              = "/aws/apigateway/${var.name}-api"
  retention_in_days = var.log_retention_days
  tags              = local.tags
}

resource "aws_lambda_permission" "api" {
  for_each = local.api_functions

  statement_id  = "${var.name}-api"
  action        = "lambda:InvokeFunction"
  principal     = "apigateway.amazonaws.com"
  function_name = aws_lambda_function.this[each.key].function_name
  qualifier     = aws_lambda_alias.live[each.key].name
  source_arn    = "${aws_apigatewayv2_api.this.execution_arn}/${local.stage}/*"
}
