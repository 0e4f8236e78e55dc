package io.tidemark.layout;

import io.tidemark.record.Bytes;
import io.tidemark.store.Item;
import io.tidemark.store.Value;
import java.util.List;
import java.util.Map;

/**
 * Reads the attributes of one item by name and type; what is missing or of another type makes the item unreadable.
 *
 * @param what names the item in messages
 */
record Attributes(String what, Item item) {

    long number(String name) {
        if (value(name) instanceof Value.Number number) {
            return number.value();
        }
        throw damaged(name, "a number");
    }

    String text(String name) {
        if (value(name) instanceof Value.Text text) {
            return text.value();
        }
        throw damaged(name, "a text");
    }

    Bytes bytes(String name) {
        if (value(name) instanceof Value.Blob blob) {
            return blob.value();
        }
        throw damaged(name, "bytes");
    }

    List<Value> list(String name) {
        if (value(name) instanceof Value.Sequence sequence) {
            return sequence.values();
        }
        throw damaged(name, "a list");
    }

    Map<String, Value> map(String name) {
        if (value(name) instanceof Value.Dictionary dictionary) {
            return dictionary.entries();
        }
        throw damaged(name, "a map");
    }

    UnreadableItemException damaged(String name, String expected) {
        return new UnreadableItemException(what + ": attribute " + name + " is not " + expected);
    }

    private Value value(String name) {
        return item.attribute(name)
                .orElseThrow(() -> new UnreadableItemException(what + ": attribute " + name + " is missing"));
    }
}
