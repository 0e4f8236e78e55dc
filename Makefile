.DEFAULT_GOAL := help
.PHONY: help verify test format package clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

verify: ## Everything CI checks
	./mvnw -B verify

test: ## Unit tests only
	./mvnw -B test

format: ## Format sources and POMs
	./mvnw -B spotless:apply

package: ## Jars and functions/target/function.zip, without tests
	./mvnw -B package -DskipTests

clean: ## Delete what builds left behind
	./mvnw -B clean
