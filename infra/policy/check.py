#!/usr/bin/env python3
"""Judges a Terraform plan by the rules that every deployment of Tidemark keeps.

    terraform test -json -verbose | check.py -    the plans that a test made, without AWS
    terraform show -json | check.py -             the state that an apply left
    terraform show -json FILE | check.py -        a plan; what is not known before an apply cannot be judged, and is said

Prints what breaks a rule, one line each, and ends with 1 if there is any. Needs Python 3.9 or later and nothing else.
"""

import json
import re
import sys
from dataclasses import dataclass

# A pattern is no wildcard where it can reach only what is Tidemark's: it stands last, behind a full name, because the
# service gives the rest of the name only when the thing is written. Anything else with a "*" or "?" is a finding.
BOUNDED_PATTERNS = {
    "objects below a prefix of one bucket": r"arn:[a-z-]+:s3:::[a-z0-9.-]+/(data|segments)/\*",
    "streams of one log group": r"arn:[a-z-]+:logs:[a-z0-9-]+:\d{12}:log-group:[\w./-]+:log-stream:\*",
    "partitions of one topic": (
        r"arn:[a-z-]+:execute-api:[a-z0-9-]+:\d{12}:[a-z0-9]+/[\w$-]+/(GET|POST|PUT|DELETE)"
        r"/v3/clusters/[\w-]+/topics/[\w.-]+/partitions/\*/(records|offset)"
    ),
}

# Actions for which IAM knows no resource but "*"; a condition has to narrow them.
WITHOUT_RESOURCE = {"xray:PutTraceSegments", "xray:PutTelemetryRecords"}

# Types whose policy AWS writes where nobody else does; a policy of ours has a resource of its own.
WITH_DEFAULT_POLICY = {"aws_s3_bucket", "aws_sns_topic", "aws_sqs_queue"}

AUTHORIZATIONS = {"AWS_IAM", "JWT"}
PUBLIC_ACCESS_BLOCKS = ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")
FUNCTION_ALARMS = ("Errors", "Throttles", "Duration")


@dataclass(frozen=True)
class Resource:
    address: str
    type: str
    values: dict
    unknown: dict


def findings(resources):
    """Every broken rule, as one line each."""
    rules = (policies, attachments, routes, buckets, tables, functions)
    return [finding for rule in rules for finding in rule(resources)]


def policies(resources):
    for resource in resources:
        for key in ("policy", "assume_role_policy"):
            if resource.unknown.get(key) is True and resource.type not in WITH_DEFAULT_POLICY:
                yield f"{resource.address}: its {key} cannot be judged before it is known"
        for document in documents(resource):
            for statement in as_list(json.loads(document)["Statement"]):
                for problem in allowed_too_much(statement):
                    yield f"{resource.address}: {problem}"


def documents(resource):
    inline = [policy.get("policy") for policy in resource.values.get("inline_policy") or []]
    own = [resource.values.get(key) for key in ("policy", "assume_role_policy")]
    return [document for document in own + inline if document]


def allowed_too_much(statement):
    """What a statement grants beyond named actions on named resources. A refusal grants nothing, however wide."""
    if statement["Effect"] != "Allow":
        return
    for key in ("NotAction", "NotResource", "NotPrincipal"):
        if key in statement:
            yield f"{key} allows whatever it does not name"
    principal = statement.get("Principal", {})
    named = [principal] if isinstance(principal, str) else [name for of in principal.values() for name in as_list(of)]
    everyone = "*" in named
    if everyone and not within_own_account(statement):
        yield "it allows everyone"
    actions = as_list(statement.get("Action", []))
    for action in actions:
        if "*" in action or "?" in action:
            yield f"wildcard in action {action}"
    for arn in as_list(statement.get("Resource", [])):
        if not ("*" in arn or "?" in arn or is_unbound(arn)):
            continue
        if any(re.fullmatch(pattern, arn) for pattern in BOUNDED_PATTERNS.values()):
            continue
        if arn == "*" and WITHOUT_RESOURCE.issuperset(actions) and statement.get("Condition"):
            continue
        yield f"wildcard in resource {arn} for {', '.join(actions)}"


def attachments(resources):
    """A policy that is only named cannot be read here, so it has to be one of the plan's own, whose ARN comes later."""
    own = {policy.values.get("arn") for policy in of_type(resources, "aws_iam_policy")}
    for resource in resources:
        if resource.type.startswith("aws_iam_"):
            for key in ("policy_arn", "policy_arns", "managed_policy_arns"):
                for arn in as_list(resource.values.get(key) or []):
                    if arn not in own:
                        yield f"{resource.address}: a policy from elsewhere, which is not judged, {arn}"


def within_own_account(statement):
    """Whether it speaks to the owner's account alone, as the policies do that AWS writes by itself."""
    return bool(re.fullmatch(r"\d{12}", str(statement.get("Condition", {}).get("StringEquals", {}).get("AWS:SourceOwner"))))


def is_unbound(arn):
    """Whether an ARN names a whole service: its last part is empty."""
    return arn.endswith(":")


def routes(resources):
    found = of_type(resources, "aws_apigatewayv2_route")
    for route in found:
        if route.values.get("authorization_type") not in AUTHORIZATIONS:
            yield f"{route.address}: a route without authorizer, {route.values.get('route_key')}"
    for api in of_type(resources, "aws_apigatewayv2_api"):
        if any(api.values.get(key) or api.unknown.get(key) for key in ("target", "body")):
            yield f"{api.address}: it makes routes of its own, which have no authorizer"
    for url in of_type(resources, "aws_lambda_function_url"):
        yield f"{url.address}: a way around the API's authorizer"
    for permission in of_type(resources, "aws_lambda_permission"):
        if not (permission.values.get("source_arn") or permission.unknown.get("source_arn")):
            yield f"{permission.address}: any API of any account may call the function"
        if permission.values.get("principal") == "*":
            yield f"{permission.address}: everyone may call the function"
    if not found:
        yield "no aws_apigatewayv2_route at all: this is not a whole plan"


def buckets(resources):
    blocked = {
        block.values.get("bucket")
        for block in of_type(resources, "aws_s3_bucket_public_access_block")
        if all(block.values.get(key) is True for key in PUBLIC_ACCESS_BLOCKS)
    }
    found = of_type(resources, "aws_s3_bucket")
    for bucket in found:
        name = bucket.values.get("bucket")
        if name is None or name not in blocked:
            yield f"{bucket.address}: a bucket that can be made public"
    for acl in of_type(resources, "aws_s3_bucket_acl"):
        yield f"{acl.address}: access goes by policies, not by ACLs"
    if not found:
        yield "no aws_s3_bucket at all: this is not a whole plan"


def tables(resources):
    found = of_type(resources, "aws_dynamodb_table")
    for table in found:
        recovery = table.values.get("point_in_time_recovery") or [{}]
        if recovery[0].get("enabled") is not True:
            yield f"{table.address}: a table without point-in-time recovery"
    if not found:
        yield "no aws_dynamodb_table at all: this is not a whole plan"


def functions(resources):
    watched = {
        (alarm.values.get("metric_name"), (alarm.values.get("dimensions") or {}).get("FunctionName"))
        for alarm in of_type(resources, "aws_cloudwatch_metric_alarm")
        if alarm.values.get("actions_enabled") is not False
    }
    found = of_type(resources, "aws_lambda_function")
    for function in found:
        for metric in FUNCTION_ALARMS:
            if (metric, function.values.get("function_name")) not in watched:
                yield f"{function.address}: a function without alarm on {metric}"
    if not found:
        yield "no aws_lambda_function at all: this is not a whole plan"


def of_type(resources, wanted):
    return [resource for resource in resources if resource.type == wanted]


def as_list(value):
    return value if isinstance(value, list) else [value]


def plans(text):
    """The resources of each plan or state in the text."""
    try:
        return [resources_of(json.loads(text))]
    except json.JSONDecodeError:
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [resources_of(line["test_plan"]) for line in lines if line.get("type") == "test_plan"]


def resources_of(document):
    if "resource_changes" in document:
        return [
            Resource(r["address"], r["type"], r["change"]["after"], r["change"].get("after_unknown") or {})
            for r in document["resource_changes"]
            if r["mode"] == "managed" and r["change"]["after"]
        ]
    return list(in_module(document.get("values", {}).get("root_module", {})))


def in_module(module):
    for r in module.get("resources", []):
        if r["mode"] == "managed":
            yield Resource(r["address"], r["type"], r["values"], {})
    for child in module.get("child_modules", []):
        yield from in_module(child)


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    text = sys.stdin.read() if arguments[0] == "-" else open(arguments[0], encoding="utf-8").read()
    read = plans(text)
    if not read:
        sys.exit("policy check: there is no plan in the input")
    broken = [finding for resources in read for finding in findings(resources)]
    for finding in broken:
        print(f"policy check: {finding}")
    if not broken:
        print(f"policy check: {sum(map(len, read))} resources in {len(read)} plans keep every rule")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
