mock_provider "aws" {
  source          = "../../modules/tidemark/tests/mocks"
  override_during = plan
}

run "defaults_are_enough" {
  command = plan

  variables {
    package_file = "../../modules/tidemark/tests/function.zip"
  }

  assert {
    condition     = startswith(module.tidemark.bucket_name, "tidemark-log-")
    error_message = "The module's defaults make a whole deployment."
  }
}
