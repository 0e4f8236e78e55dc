package io.tidemark.store.aws;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that talks to AWS's services, or an emulation of them; left out where {@link TestEndpoint} finds none. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag(OnEndpoint.TAG)
@ExtendWith(OnEndpoint.Found.class)
public @interface OnEndpoint {
    String TAG = "endpoint";

    /** Whether there is an endpoint. */
    final class Found implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return TestEndpoint.found().isPresent()
                    ? enabled("there is an endpoint")
                    : disabled(TestEndpoint.VARIABLE + " is not set, and no Docker engine answers");
        }
    }
}
