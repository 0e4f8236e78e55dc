package io.tidemark.functions;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;

/** Of a call that has always so much time left. */
public record FixedContext(int leftMs) implements Context {
    public static FixedContext with(Duration left) {
        return new FixedContext((int) left.toMillis());
    }

    @Override
    public int getRemainingTimeInMillis() {
        return leftMs;
    }

    @Override
    public String getAwsRequestId() {
        return "request";
    }

    @Override
    public String getLogGroupName() {
        return "";
    }

    @Override
    public String getLogStreamName() {
        return "";
    }

    @Override
    public String getFunctionName() {
        return "maintenance";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "";
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientContext getClientContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException();
    }
}
