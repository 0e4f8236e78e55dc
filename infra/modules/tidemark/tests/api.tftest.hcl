# Routes, who may call them, and how often.
mock_provider "aws" {
  source          = "./tests/mocks"
  override_during = plan
}

variables {
  package_file = "./tests/function.zip"
}

run "every_route_asks_for_a_signature" {
  command = plan

  assert {
    condition     = length(aws_apigatewayv2_route.this) == length(jsondecode(file("./routes.json")))
    error_message = "There is one route per entry of routes.json: operations are unique."
  }

  assert {
    condition     = alltrue([for r in aws_apigatewayv2_route.this : r.authorization_type == "AWS_IAM"])
    error_message = "Every route takes signed requests only."
  }

  assert {
    condition = (
      aws_apigatewayv2_route.this["listOffsets"].route_key
      == "POST /v3/clusters/{cluster_id}/offsets:list"
    )
    error_message = "A route key is method and path."
  }

  assert {
    condition     = alltrue([for r in aws_apigatewayv2_route.this : !can(regex("}[^/]", r.route_key))])
    error_message = "A variable is a whole segment: API Gateway knows no other."
  }

  assert {
    condition = alltrue([
      for i in aws_apigatewayv2_integration.function :
      i.payload_format_version == "2.0" && i.timeout_milliseconds > 25000
    ])
    error_message = "Functions get payload 2.0 and their full time."
  }

  assert {
    condition = alltrue([
      for p in aws_lambda_permission.api : p.qualifier == "live" && startswith(p.source_arn, "arn:aws:execute-api:")
    ])
    error_message = "Only this API calls the functions, through their alias."
  }

  assert {
    condition = (
      aws_apigatewayv2_stage.default.default_route_settings[0].throttling_rate_limit == 500
      && aws_apigatewayv2_stage.default.default_route_settings[0].throttling_burst_limit == 1000
    )
    error_message = "The API is throttled."
  }

  assert {
    condition     = length(aws_apigatewayv2_stage.default.access_log_settings) == 1
    error_message = "Requests leave a line in the access log."
  }
}

run "tokens_instead_of_signatures" {
  command = plan

  variables {
    authorization = "JWT"
    jwt = {
      issuer   = "https://login.example.org"
      audience = ["tidemark"]
      scopes   = { produce = ["log/write"] }
    }
  }

  assert {
    condition = alltrue([
      for r in aws_apigatewayv2_route.this : r.authorization_type == "JWT" && r.authorizer_id == "authorizer1"
    ])
    error_message = "Every route takes tokens only."
  }

  assert {
    condition     = aws_apigatewayv2_route.this["produceRecords"].authorization_scopes == toset(["log/write"])
    error_message = "The routes of produce ask for its scope."
  }

  assert {
    condition     = aws_apigatewayv2_authorizer.jwt[0].jwt_configuration[0].issuer == "https://login.example.org"
    error_message = "Tokens come from the issuer that was given."
  }
}

run "single_routes_throttled" {
  command = plan

  variables {
    route_throttles = { createTopic = { rate_per_second = 2, burst = 4 } }
  }

  assert {
    condition = (
      one(aws_apigatewayv2_stage.default.route_settings).route_key == "POST /v3/clusters/{cluster_id}/topics"
      && one(aws_apigatewayv2_stage.default.route_settings).throttling_rate_limit == 2
    )
    error_message = "route_throttles names routes by operation."
  }
}
