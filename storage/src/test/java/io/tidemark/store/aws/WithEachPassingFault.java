package io.tidemark.store.aws;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A test with each fault that is worth sending again, and with none. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ParameterizedTest
@EnumSource(
        value = Fault.class,
        mode = EnumSource.Mode.EXCLUDE,
        names = {"DENIED", "MISSING", "ELSEWHERE"})
@interface WithEachPassingFault {}
