package io.tidemark.oracle;

import io.tidemark.store.aws.OnEndpoint;
import org.junit.jupiter.api.Nested;

/** The cases again, on the stores of AWS. */
@OnEndpoint
class CasesOnEndpointIT {
    @Nested
    class Produce extends ProduceCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }

    @Nested
    class Idempotence extends IdempotenceCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }

    @Nested
    class ListOffsets extends ListOffsetsCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }

    @Nested
    class Fetch extends FetchCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }

    @Nested
    class Transactions extends TransactionCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }

    @Nested
    class Damage extends DamageCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }

    @Nested
    class Producers extends ProducerCasesIT {
        @Override
        Stores stores() {
            return Stores.onEndpoint();
        }
    }
}
