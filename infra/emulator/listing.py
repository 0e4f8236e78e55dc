#!/usr/bin/env python3
"""Lists what one deployment has on an emulator of AWS, asking each service itself, not Terraform.

    listing.py ENDPOINT NAME    prints one line "kind name" for everything whose name begins with NAME

Needs Python 3.9 or later and nothing else.
"""

import json
import re
import sys
import urllib.parse
import urllib.request

REGION = "eu-central-1"

# Names in what a service answers, wherever they stand.
JSON_NAMES = re.compile(
    r'"(?:FunctionName|logGroupName|name|Name|TableName|QueueUrl|AlarmName|DashboardName)"\s*:\s*"([^"]+)"'
)
XML_NAMES = re.compile(
    r"<(?:Name|RoleName|PolicyName|TopicArn|AlarmName|DashboardName|QueueUrl)>([^<]+)</"
)


class Emulator:
    def __init__(self, endpoint):
        self.endpoint = endpoint.rstrip("/")

    def rest(self, service, path):
        return self.call(service, "GET", path, None, {})

    def query(self, service, version, action, **parameters):
        body = urllib.parse.urlencode({"Action": action, "Version": version, **parameters}).encode()
        return self.call(service, "POST", "/", body, {"Content-Type": "application/x-www-form-urlencoded"})

    def target(self, service, target, protocol="1.0", body=b"{}"):
        headers = {"X-Amz-Target": target, "Content-Type": f"application/x-amz-json-{protocol}"}
        return self.call(service, "POST", "/", body, headers)

    def call(self, service, method, path, body, headers):
        # An emulator does not check the signature; it tells services apart by what was signed for.
        scope = f"emulator/20260101/{REGION}/{service}/aws4_request"
        headers["Authorization"] = f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=0"
        request = urllib.request.Request(self.endpoint + path, data=body, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()


def everything(emulator):
    """What is there, by kind."""
    return {
        "table": json.loads(emulator.target("dynamodb", "DynamoDB_20120810.ListTables"))["TableNames"],
        "bucket": XML_NAMES.findall(emulator.rest("s3", "/")),
        "function": JSON_NAMES.findall(emulator.rest("lambda", "/2015-03-31/functions/")),
        "api": JSON_NAMES.findall(emulator.rest("apigateway", "/v2/apis")),
        "role": XML_NAMES.findall(emulator.query("iam", "2010-05-08", "ListRoles")),
        "policy": XML_NAMES.findall(emulator.query("iam", "2010-05-08", "ListPolicies", Scope="Local")),
        "queue": re.findall(r"[^\"<>]+/\d+/([\w-]+)", emulator.query("sqs", "2012-11-05", "ListQueues")),
        "topic": re.findall(r"arn:aws:sns:[^:]+:\d+:([\w-]+)", emulator.query("sns", "2010-03-31", "ListTopics")),
        "schedule": JSON_NAMES.findall(emulator.rest("scheduler", "/schedules")),
        "schedule-group": JSON_NAMES.findall(emulator.rest("scheduler", "/schedule-groups")),
        "log-group": JSON_NAMES.findall(emulator.target("logs", "Logs_20140328.DescribeLogGroups", "1.1")),
        "alarm": XML_NAMES.findall(emulator.query("monitoring", "2010-08-01", "DescribeAlarms")),
        "dashboard": XML_NAMES.findall(emulator.query("monitoring", "2010-08-01", "ListDashboards")),
    }


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    endpoint, name = arguments
    for kind, names in everything(Emulator(endpoint)).items():
        for found in sorted(set(names)):
            if found.rsplit("/", 1)[-1].startswith(name + "-"):
                print(kind, found)


if __name__ == "__main__":
    main(sys.argv[1:])
