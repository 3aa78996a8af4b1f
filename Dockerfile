FROM rust:1.95-bookworm AS build
WORKDIR /source
COPY Cargo.toml Cargo.lock openapi.yaml ./
COPY src src
# An explicit target keeps the flags away from what runs during the build.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    target="$(rustc -vV | sed -n 's/^host: //p')" \
    && RUSTFLAGS="-C target-feature=+crt-static" cargo build --release --locked --bin sudoku-validator --target "$target" \
    && cp "target/$target/release/sudoku-validator" /sudoku-validator

FROM scratch
COPY --from=build /sudoku-validator /sudoku-validator
USER 65532:65532
ENV SUDOKU_HOST=0.0.0.0
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/sudoku-validator"]
