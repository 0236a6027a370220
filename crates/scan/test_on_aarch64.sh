#!/usr/bin/env bash
# The tests of the scan crate on aarch64, and its NEON backend's instructions beside the scalar one's, under an emulator.
#
# Debian has what this needs, after `dpkg --add-architecture arm64`:
#   apt-get install rustc-web libstd-rust-web-dev:arm64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
set -euo pipefail
cd "$(dirname "$0")/../.."

export RUSTC=/usr/bin/rustc CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=qemu-aarch64
build=(--release --quiet --target aarch64-unknown-linux-gnu --target-dir target/aarch64)

cargo test "${build[@]}" --lib --tests --package uriverse-scan
cargo build "${build[@]}" --package uriverse-text --example guard

# One line of the emulator's log for each instruction. An operation runs over the sample of 200 texts six times.
count() {
  qemu-aarch64 -singlestep -d exec,nochain -D /dev/stdout \
    target/aarch64/aarch64-unknown-linux-gnu/release/examples/guard "$@" | grep -c '^Trace'
}
for backend in scalar neon; do
  before=$(count "$backend" nothing)
  for operation in parse parse-reference split resolve fast-resolve normalize decode; do
    printf '%-16s %-7s %6s instructions a text\n' "$operation" "$backend" \
      $((($(count "$backend" "$operation") - before) / 1200))
  done
done
