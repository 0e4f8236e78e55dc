# A log of one's own in three lines; every other setting has a default.
module "tidemark" {
  source = "../../modules/tidemark"

  package_file = var.package_file
}

provider "aws" {}
