/** What stands for API Gateway and Lambda: requests become events, a function is called, responses become answers. */
@NullMarked
package io.tidemark.local.lambda;

import org.jspecify.annotations.NullMarked;
