package io.tidemark.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.StartupEvent;
import io.tidemark.producer.ProducerEpoch;
import io.tidemark.record.Answer;
import io.tidemark.transaction.InitProducerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.crac.Core;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestorationTest {
    @TempDir
    Path directory;

    @Test
    void aRestoredProcessGivesNoneOfTheIdsThatItsCopiesHave() {
        Wiring wiring = new Wiring();
        Service service = wiring.service(Map.of("TIDEMARK_STORE", "embedded:" + directory));
        Restoration restoration = new Restoration(service);
        restoration.start(new StartupEvent());
        assertThat(producerId(service)).isZero();
        assertThat(producerId(service)).isEqualTo(1);

        restoration.afterRestore(Core.getGlobalContext());

        assertThat(producerId(service)).isEqualTo(1_000);
        wiring.close();
    }

    private static long producerId(Service service) {
        Answer<ProducerEpoch> answer =
                service.tidemark().initProducer(InitProducerRequest.begin(Optional.empty(), Duration.ofMinutes(1)));
        return ((Answer.Given<ProducerEpoch>) answer).value().producerId();
    }
}
