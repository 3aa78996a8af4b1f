FROM rust:1.95-bookworm AS build
WORKDIR /source
COPY . .
# With an explicit target, RUSTFLAGS do not apply to build scripts and procedural macros, which cannot be linked
# statically.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    target="$(rustc --print host-tuple)" \
    && RUSTFLAGS="-C target-feature=+crt-static" cargo build --release --locked --bin sudoku-validator --target "$target" \
    && cp "target/$target/release/sudoku-validator" /sudoku-validator

# Only the binary: no shell, no other files, nothing writable.
FROM scratch
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="sudoku-validator" \
      org.opencontainers.image.description="An HTTP service that validates and solves Sudoku boards" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build --chmod=0555 /sudoku-validator /sudoku-validator
USER 65532:65532
# Probes and metrics scrapers connect to the admin port from outside the container.
ENV SUDOKU_HOST=0.0.0.0 \
    SUDOKU_ADMIN=0.0.0.0:8081
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["/sudoku-validator", "healthcheck"]
ENTRYPOINT ["/sudoku-validator"]
