#!/usr/bin/env python3
"""Damages a plan that keeps every rule, one thing at a time, and wants each damage found.

    PLAN=plan.json check_test.py
"""

import copy
import json
import os
import re
import unittest
from pathlib import Path

import check

GOOD = check.plans(Path(os.environ["PLAN"]).read_text(encoding="utf-8"))[0]


class CheckTest(unittest.TestCase):
    def setUp(self):
        self.plan = copy.deepcopy(GOOD)

    def test_the_plan_as_it_is_keeps_every_rule(self):
        self.assertEqual([], check.findings(self.plan))

    def test_a_wildcard_in_an_action_is_found(self):
        for action in ("*", "s3:*", "dynamodb:Get*", "s3:GetObjec?"):
            self.assert_found_when_granted(f"wildcard in action {action}", Action=[action])

    def test_a_wildcard_in_a_resource_is_found(self):
        for arn in (
            "*",
            "arn:aws:s3:::*",
            "arn:aws:s3:::orders-log/*",
            "arn:aws:s3:::orders-log*/data/*",
            "arn:aws:dynamodb:eu-central-1:111122223333:table/*",
            "arn:aws:logs:eu-central-1:111122223333:log-group:*",
            "arn:aws:execute-api:eu-central-1:111122223333:a1b2c3d4e5/*",
            "arn:aws:execute-api:eu-central-1:111122223333:a1/$default/GET/v3/clusters/c/topics/*/partitions/*/records",
            "arn:aws:lambda:eu-central-1:111122223333:function:",
        ):
            self.assert_found_when_granted(f"wildcard in resource {arn}", Resource=[arn])

    def test_a_single_action_or_resource_that_is_no_list_is_read_too(self):
        self.assert_found_when_granted("wildcard in action s3:*", Action="s3:*")
        self.assert_found_when_granted("wildcard in resource *", Resource="*")

    def test_tracing_without_a_condition_or_with_company_is_found(self):
        self.assert_found_when_granted("wildcard in resource *", Action=["xray:PutTraceSegments"], Resource=["*"])
        self.assert_found_when_granted(
            "wildcard in resource *",
            Action=["xray:PutTraceSegments", "s3:GetObject"],
            Resource=["*"],
            Condition={"StringEquals": {"aws:RequestedRegion": "eu-central-1"}},
        )

    def test_what_is_allowed_by_leaving_out_is_found(self):
        for key in ("NotAction", "NotResource", "NotPrincipal"):
            self.assert_found_when_granted(f"{key} allows", **{key: "s3:GetObject"})

    def test_a_policy_for_everyone_is_found(self):
        for everyone in ("*", {"AWS": "*"}, {"AWS": ["*"]}, {"Service": "*"}):
            self.assert_found_when_granted("it allows everyone", Principal=everyone)

    def test_a_policy_for_everyone_of_the_own_account_is_no_finding(self):
        own = {"StringEquals": {"AWS:SourceOwner": "111122223333"}}
        self.grant(Principal={"AWS": "*"}, Condition=own)
        self.assertEqual([], check.findings(self.plan))
        any_owner = {"StringEquals": {"AWS:SourceOwner": "*"}}
        self.assert_found_when_granted("it allows everyone", Principal={"AWS": "*"}, Condition=any_owner)

    def test_a_wide_refusal_is_no_finding(self):
        self.grant(Effect="Deny", Action="s3:*", Resource="*", Principal="*")
        self.assertEqual([], check.findings(self.plan))

    def test_an_inline_policy_is_read_too(self):
        wide = {"Statement": {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}}
        self.any("aws_iam_role").values["inline_policy"] = [{"name": "more", "policy": json.dumps(wide)}]
        self.assert_found("wildcard in action s3:*")

    def test_a_policy_that_is_not_known_yet_is_found(self):
        self.any("aws_iam_role_policy").unknown["policy"] = True
        self.assert_found("cannot be judged")

    def test_a_policy_from_elsewhere_is_found(self):
        admin = "arn:aws:iam::aws:policy/AdministratorAccess"
        for kind, key, value in (
            ("aws_iam_role_policy_attachment", "policy_arn", admin),
            ("aws_iam_role_policy_attachments_exclusive", "policy_arns", [admin]),
            ("aws_iam_role", "managed_policy_arns", [admin]),
        ):
            self.setUp()
            self.plan.append(check.Resource(f"{kind}.more", kind, {key: value}, {}))
            self.assert_found("a policy from elsewhere")

    def test_a_policy_of_the_plan_may_be_attached_once_its_arn_is_known(self):
        own = "arn:aws:iam::111122223333:policy/orders-topic"
        self.any("aws_iam_policy").values["arn"] = own
        self.any("aws_iam_role_policy_attachment").values["policy_arn"] = own
        self.assertEqual([], check.findings(self.plan))

    def test_an_api_that_makes_its_own_routes_is_found(self):
        for key in ("target", "body"):
            self.setUp()
            self.any("aws_apigatewayv2_api").values[key] = "arn:aws:lambda:eu-central-1:111122223333:function:orders"
            self.assert_found("it makes routes of its own")

    def test_a_route_without_authorizer_is_found(self):
        for nothing in ("NONE", None):
            self.any("aws_apigatewayv2_route").values["authorization_type"] = nothing
            self.assert_found("a route without authorizer")

    def test_a_bucket_that_can_be_made_public_is_found(self):
        for key in check.PUBLIC_ACCESS_BLOCKS:
            self.setUp()
            self.any("aws_s3_bucket_public_access_block").values[key] = False
            self.assert_found("a bucket that can be made public")

    def test_a_second_bucket_without_a_block_is_found(self):
        self.plan.append(check.Resource("aws_s3_bucket.other", "aws_s3_bucket", {"bucket": "other"}, {}))
        self.assert_found("aws_s3_bucket.other: a bucket that can be made public")

    def test_a_bucket_whose_name_is_not_known_is_found(self):
        self.any("aws_s3_bucket").values["bucket"] = None
        self.any("aws_s3_bucket_public_access_block").values["bucket"] = None
        self.assert_found("a bucket that can be made public")

    def test_a_table_without_recovery_is_found(self):
        for nothing in ([{"enabled": False}], [], None):
            self.any("aws_dynamodb_table").values["point_in_time_recovery"] = nothing
            self.assert_found("a table without point-in-time recovery")

    def test_a_function_without_one_of_its_alarms_is_found(self):
        for metric in check.FUNCTION_ALARMS:
            self.setUp()
            alarm = next(r for r in self.plan if r.values.get("metric_name") == metric)
            self.plan.remove(alarm)
            self.assert_found(f"a function without alarm on {metric}")

    def test_an_alarm_that_is_switched_off_does_not_count(self):
        alarm = next(r for r in self.plan if r.values.get("metric_name") == "Errors")
        alarm.values["actions_enabled"] = False
        self.assert_found("a function without alarm on Errors")

    def test_a_function_url_is_found(self):
        self.plan.append(check.Resource("aws_lambda_function_url.x", "aws_lambda_function_url", {}, {}))
        self.assert_found("a way around")

    def test_a_permission_for_every_api_is_found(self):
        self.any("aws_lambda_permission").values["source_arn"] = None
        self.assert_found("any API of any account")

    def test_a_permission_for_everyone_is_found(self):
        self.any("aws_lambda_permission").values["principal"] = "*"
        self.assert_found("everyone may call the function")

    def test_every_alarm_is_explained(self):
        explained = (Path(__file__).parents[2] / "docs/operations.md").read_text(encoding="utf-8")
        functions = "|".join(f.values["function_name"] for f in check.of_type(self.plan, "aws_lambda_function"))
        for alarm in check.of_type(self.plan, "aws_cloudwatch_metric_alarm"):
            own = f"({functions})-(errors|throttles|duration)"
            kind = re.sub(own, r"…-<function>-\2", alarm.values["alarm_name"])
            kind = re.sub("^orders-", "…-", kind)
            self.assertIn(f"`{kind}`", explained, alarm.values["alarm_name"])

    def test_an_empty_plan_is_no_good_plan(self):
        self.plan = []
        self.assertEqual(4, len(check.findings(self.plan)))

    def test_a_state_is_read_like_a_plan(self):
        resources = [{"address": r.address, "type": r.type, "mode": "managed", "values": r.values} for r in GOOD]
        module = {"child_modules": [{"resources": resources}]}
        read = check.plans(json.dumps({"values": {"root_module": module}}))[0]
        self.assertEqual(len(GOOD), len(read))
        self.assertEqual([], check.findings(read))

    def any(self, wanted):
        return check.of_type(self.plan, wanted)[0]

    def grant(self, **changes):
        statement = {
            "Effect": "Allow",
            "Action": ["s3:GetObject"],
            "Resource": ["arn:aws:s3:::orders-log/data/*"],
        } | changes
        policy = self.any("aws_iam_role_policy").values
        policy["policy"] = json.dumps({"Version": "2012-10-17", "Statement": [statement]})

    def assert_found_when_granted(self, wanted, **changes):
        self.setUp()
        self.grant(**changes)
        self.assert_found(wanted)

    def assert_found(self, wanted):
        found = check.findings(self.plan)
        self.assertTrue(any(wanted in finding for finding in found), f"{wanted!r} is not in {found}")


if __name__ == "__main__":
    unittest.main()
