"""Serves moto's emulation of AWS on one thread, so that each call is atomic: moto's own server is not.

usage: emulator.py HOST PORT

Prints the port as soon as it listens; with 0 it takes one that is free.
Where moto answers otherwise than DynamoDB does, it is corrected here.
"""

import logging
import sys

from moto.dynamodb import comparisons
from moto.dynamodb.exceptions import InvalidUpdateExpressionInvalidDocumentPath, ItemSizeTooLarge
from moto.dynamodb.models import dynamo_type
from moto.iam import access_control
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

MAX_ITEM_BYTES = 400 * 1024


def count_binary_values_decoded():
    counted = dynamo_type.DynamoType.size

    def size(value):
        if value.is_binary() and isinstance(value.value, str):
            return len(value.value) * 3 // 4 - value.value.count("=", -2)
        return counted(value)

    dynamo_type.DynamoType.size = size


def limit_items_to_400_kib():
    def bytes_of(part):
        return part.size() if isinstance(part, dynamo_type.DynamoType) else len(str(part).encode())

    def set_item(item, key, value):
        others = sum(bytes_of(name) + bytes_of(item[name]) for name in item if name != key)
        if others + bytes_of(key) + bytes_of(value) > MAX_ITEM_BYTES:
            raise ItemSizeTooLarge
        dict.__setitem__(item, key, value)

    dynamo_type.LimitedSizeDict.__setitem__ = set_item


def refuse_entries_below_what_is_no_map():
    lenient = dynamo_type.DynamoType.__setitem__

    def set_item(value, key, entry):
        if isinstance(key, str) and not value.is_map():
            raise InvalidUpdateExpressionInvalidDocumentPath
        lenient(value, key, entry)

    dynamo_type.DynamoType.__setitem__ = set_item


def compare_values_of_different_types_as_unequal():
    strict = comparisons.OpLessThanOrEqual.expr

    def expr(comparison, item):
        try:
            return strict(comparison, item)
        except TypeError:
            return False

    comparisons.OpLessThanOrEqual.expr = expr


def pass_over_statements_with_conditions():
    judge = access_control.IAMPolicyStatement.is_action_permitted

    def is_action_permitted(statement, *arguments, **named):
        # moto knows none of S3's condition keys, and would refuse whatever a conditional statement names.
        if "Condition" in statement._statement:
            return access_control.PermissionResult.NEUTRAL
        return judge(statement, *arguments, **named)

    access_control.IAMPolicyStatement.is_action_permitted = is_action_permitted


def main():
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    count_binary_values_decoded()
    limit_items_to_400_kib()
    refuse_entries_below_what_is_no_map()
    compare_values_of_different_types_as_unequal()
    pass_over_statements_with_conditions()
    application = DomainDispatcherApplication(create_backend_app)
    server = make_server(sys.argv[1], int(sys.argv[2]), application, threaded=False)
    print(server.port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
