// What the TypeScript programs share.

// The only Node.js API used, declared here instead of installing its types.
declare const process: { argv: string[] };

/** The address of the service. */
export const url = process.argv[2] ?? "http://127.0.0.1:8080";

/** Fails unless both values are the same JSON. */
export function expect(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}
