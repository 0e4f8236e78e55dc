package io.tidemark.store.aws;

import io.tidemark.store.Condition;
import io.tidemark.store.Item;
import io.tidemark.store.ItemKey;
import io.tidemark.store.ItemPage;
import io.tidemark.store.ItemRange;
import io.tidemark.store.ItemSize;
import io.tidemark.store.ItemStore;
import io.tidemark.store.Update;
import io.tidemark.store.WriteOutcome;
import io.tidemark.store.aws.Calls.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Items in a DynamoDB table. Reads, and puts and deletes without conditions, are sent again where a reply is missing;
 * updates and conditional writes are sent once. Thread-safe.
 */
final class DynamoItemStore implements ItemStore {
    private static final ReturnValuesOnConditionCheckFailure REFUSED_WITH_ITEM =
            ReturnValuesOnConditionCheckFailure.ALL_OLD;

    private final DynamoDbClient once;
    private final DynamoDbClient repeating;
    private final String table;
    private final Calls calls;

    DynamoItemStore(DynamoDbClient once, DynamoDbClient repeating, String table, Calls calls) {
        this.once = once;
        this.repeating = repeating;
        this.table = table;
        this.calls = calls;
    }

    @Override
    public Optional<Item> get(ItemKey key) {
        GetItemResponse response = calls.call(
                subject("GetItem", false),
                sent -> repeating.getItem(GetItemRequest.builder()
                        .tableName(table)
                        .key(Attributes.of(key))
                        .consistentRead(true)
                        .overrideConfiguration(sent.counted())
                        .build()));
        return response.hasItem() ? Optional.of(Attributes.item(response.item())) : Optional.empty();
    }

    @Override
    public ItemPage query(ItemRange range) {
        String partition = range.partition();
        if (new ItemKey(partition, range.from()).compareTo(new ItemKey(partition, range.to())) > 0) {
            // DynamoDB takes such a range for a mistake
            return new ItemPage(List.of(), Optional.empty());
        }
        QueryRequest.Builder request = QueryRequest.builder()
                .tableName(table)
                .consistentRead(true)
                .keyConditionExpression(
                        Attributes.PARTITION + " = :p AND " + Attributes.SORT + " BETWEEN :from AND :to")
                .expressionAttributeValues(Map.of(
                        ":p", Attributes.of(partition),
                        ":from", Attributes.of(range.from()),
                        ":to", Attributes.of(range.to())))
                .scanIndexForward(range.direction() == ItemRange.Direction.ASCENDING)
                .limit(range.limit());
        range.after().ifPresent(sort -> request.exclusiveStartKey(Attributes.of(new ItemKey(partition, sort))));
        QueryResponse response = calls.call(
                subject("Query", false),
                sent -> repeating.query(
                        request.overrideConfiguration(sent.counted()).build()));
        List<ItemPage.Entry> entries = response.items().stream()
                .map(found -> new ItemPage.Entry(Attributes.key(found), Attributes.item(found)))
                .toList();
        return new ItemPage(
                entries,
                response.hasLastEvaluatedKey()
                        ? Optional.of(range.continuedAfter(
                                Attributes.key(response.lastEvaluatedKey()).sort()))
                        : Optional.empty());
    }

    @Override
    public WriteOutcome put(ItemKey key, Item item, List<Condition> conditions) {
        ItemSize.check(key, item);
        Expressions expressions = new Expressions();
        PutItemRequest.Builder request = PutItemRequest.builder()
                .tableName(table)
                .item(Attributes.of(key, item))
                .returnValuesOnConditionCheckFailure(REFUSED_WITH_ITEM);
        expressions.conditions(conditions).ifPresent(request::conditionExpression);
        expressions.names().ifPresent(request::expressionAttributeNames);
        expressions.values().ifPresent(request::expressionAttributeValues);
        return calls.call(
                subject("PutItem", true),
                sent -> outcome(() -> {
                    client(conditions)
                            .putItem(request.overrideConfiguration(sent.counted())
                                    .build());
                    return item;
                }));
    }

    @Override
    public WriteOutcome delete(ItemKey key, List<Condition> conditions) {
        Expressions expressions = new Expressions();
        DeleteItemRequest.Builder request = DeleteItemRequest.builder()
                .tableName(table)
                .key(Attributes.of(key))
                .returnValuesOnConditionCheckFailure(REFUSED_WITH_ITEM);
        expressions.conditions(conditions).ifPresent(request::conditionExpression);
        expressions.names().ifPresent(request::expressionAttributeNames);
        expressions.values().ifPresent(request::expressionAttributeValues);
        return calls.call(
                subject("DeleteItem", true),
                sent -> outcome(() -> {
                    client(conditions)
                            .deleteItem(request.overrideConfiguration(sent.counted())
                                    .build());
                    return Item.EMPTY;
                }));
    }

    @Override
    public WriteOutcome update(ItemKey key, Update update) {
        Expressions expressions = new Expressions();
        UpdateItemRequest.Builder request = UpdateItemRequest.builder()
                .tableName(table)
                .key(Attributes.of(key))
                .updateExpression(expressions.actions(update.actions()))
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(REFUSED_WITH_ITEM);
        expressions.conditions(update.conditions()).ifPresent(request::conditionExpression);
        expressions.names().ifPresent(request::expressionAttributeNames);
        expressions.values().ifPresent(request::expressionAttributeValues);
        return calls.call(
                subject("UpdateItem", true),
                sent -> outcome(() -> Attributes.item(once.updateItem(
                                request.overrideConfiguration(sent.counted()).build())
                        .attributes())));
    }

    /** A lost reply to a conditional write, sent again, would be refused by its own effect. */
    private DynamoDbClient client(List<Condition> conditions) {
        return conditions.isEmpty() ? repeating : once;
    }

    private static WriteOutcome outcome(Supplier<Item> write) {
        try {
            return new WriteOutcome.Applied(write.get());
        } catch (ConditionalCheckFailedException e) {
            Optional<Map<String, AttributeValue>> current =
                    e.hasItem() && !e.item().isEmpty() ? Optional.of(e.item()) : Optional.empty();
            return new WriteOutcome.Refused(current.map(Attributes::item));
        }
    }

    private Subject subject(String operation, boolean writes) {
        return new Subject("dynamodb:" + operation, "table " + table, writes);
    }
}
