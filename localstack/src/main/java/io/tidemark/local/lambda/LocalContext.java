package io.tidemark.local.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The context of an invocation on this machine. */
final class LocalContext implements Context {
    /** What API functions get on Lambda. */
    static final Duration TIMEOUT = Duration.ofSeconds(25);

    private static final int MIB = 1024 * 1024;

    private final String functionName;
    private final String requestId;
    private final Clock clock;
    private final Instant deadline;

    LocalContext(String functionName, String requestId, Clock clock) {
        this.functionName = functionName;
        this.requestId = requestId;
        this.clock = clock;
        this.deadline = clock.instant().plus(TIMEOUT);
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + functionName;
    }

    @Override
    public String getLogStreamName() {
        return "local";
    }

    @Override
    public String getFunctionName() {
        return functionName;
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:" + functionName;
    }

    @Override
    public CognitoIdentity getIdentity() {
        return new NoIdentity();
    }

    @Override
    @SuppressWarnings("NullAway") // Lambda gives none unless a mobile client sent one
    public ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        long millis = Duration.between(clock.instant(), deadline).toMillis();
        return (int) Math.max(0, millis);
    }

    @Override
    public int getMemoryLimitInMB() {
        return (int) (Runtime.getRuntime().maxMemory() / MIB);
    }

    @Override
    public LambdaLogger getLogger() {
        return new FunctionLog(LoggerFactory.getLogger("io.tidemark.function." + functionName));
    }

    /** No caller of the local server has signed in. */
    private record NoIdentity() implements CognitoIdentity {
        @Override
        public String getIdentityId() {
            return "";
        }

        @Override
        public String getIdentityPoolId() {
            return "";
        }
    }

    /** What a function logs goes to this process's log. */
    private record FunctionLog(Logger log) implements LambdaLogger {
        @Override
        public void log(String message) {
            log.info(message);
        }

        @Override
        public void log(byte[] message) {
            log.info(new String(message, StandardCharsets.UTF_8));
        }
    }
}
