# Plans the example as a whole, without AWS; the policy check reads this plan.
mock_provider "aws" {
  source          = "../../modules/tidemark/tests/mocks"
  override_during = plan
}

variables {
  package_file = "../../modules/tidemark/tests/function.zip"
}

run "whole_example" {
  command = plan

  assert {
    condition     = output.cluster_id == "orders-eu"
    error_message = "The module's outputs reach the example's."
  }

  assert {
    condition = alltrue(flatten([
      for s in jsondecode(aws_iam_policy.application.policy).Statement : [
        for arn in s.Resource : strcontains(arn, "/v3/clusters/orders-eu/topics/orders")
      ]
    ]))
    error_message = "The application is granted its one topic."
  }
}
