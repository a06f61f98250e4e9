/** Digests of what a model is told. */
import { createHash } from "node:crypto";
import { findAgent } from "../../src/agent/index.ts";

/** A short digest of words, whatever their white space. */
export function digestOf(words: readonly string[]): string {
  const folded = words.map((text) => text.replaceAll(/\\n|\s+/g, " ").trim()).join("\n");
  return createHash("sha256").update(folded).digest("hex").slice(0, 12);
}

/** A short digest of each agent's instructions. */
export function promptsOf(agents: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    [...new Set(agents)].map((name) => [
      name,
      createHash("sha256")
        .update(findAgent(name)?.instructions ?? "")
        .digest("hex")
        .slice(0, 12),
    ]),
  );
}
