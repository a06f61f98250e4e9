/**
 * The record of figures that is committed beside the sets (`results.json`): what code decides must not fall under it, nor what a model once answered when it is
 * graded again. A figure of a model stands with the digest of the instructions it was answered by: where they have changed since, it says nothing of them.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { findAgent } from "../../src/agents/index.ts";
import type { Figure } from "./report.ts";

const resultSchema = z.strictObject({
  set: z.string(),
  mode: z.enum(["code", "live"]),
  /** Which model answered; null where none was asked. */
  model: z.string().nullable(),
  /** A digest of each agent's instructions; empty where no model was asked. */
  prompts: z.record(z.string(), z.string()),
  right: z.number().int(),
  cases: z.number().int(),
  value: z.number(),
});
export type Result = z.infer<typeof resultSchema>;

export const RESULTS = join(import.meta.dirname, "results.json");

/** What is committed. */
export function committed(): Result[] {
  const written: unknown = JSON.parse(readFileSync(RESULTS, "utf8"));
  return z.strictObject({ results: z.array(resultSchema) }).parse(written).results;
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

/** What a figure is measured by. */
export type By = Pick<Result, "mode" | "model" | "prompts">;
export const BY_CODE: By = { mode: "code", model: null, prompts: {} };

/** A figure as it is committed. */
export function resultOf({ set, right, cases, value }: Figure, by: By): Result {
  return { set, ...by, right, cases, value: Math.round(value * 10_000) / 10_000 };
}

/** The record with newer figures in the place of older ones of the same set and mode. */
export function renewed(old: readonly Result[], fresh: readonly Result[]): Result[] {
  const kept = old.filter(({ set, mode }) => !fresh.some((one) => one.set === set && one.mode === mode));
  return [...kept, ...fresh].toSorted(
    (one, other) => one.mode.localeCompare(other.mode) || one.set.localeCompare(other.set),
  );
}

const ROUNDED = 0.000_1;

/** What is worse than committed, in words; a figure that isn't committed at all is told too. For seconds and what is asked back, less is better: they are measured and never held. */
export function worse(old: readonly Result[], fresh: readonly Result[]): string[] {
  return fresh.flatMap((now) => {
    const was = old.find(({ set, mode }) => set === now.set && mode === now.mode);
    if (was === undefined)
      return [`${now.set}: not in the record yet; npm run eval -- --record puts it there`];
    return [
      ...(now.value < was.value - ROUNDED ? [`${now.set}: ${now.value} where it was ${was.value}`] : []),
      ...(now.cases < was.cases ? [`${now.set}: ${now.cases} cases where there were ${was.cases}`] : []),
    ];
  });
}

/** For each set that a model answers: that it never did, or that its instructions have changed since. Empty where all is measured. */
export function unmeasured(
  old: readonly Result[],
  sets: readonly { readonly set: string; readonly agents: readonly string[] }[],
): string[] {
  return sets.flatMap(({ set, agents }) => {
    const was = old.find((one) => one.set === set && one.mode === "live");
    if (was === undefined) return [`${set}: never measured with a model`];
    const changed = Object.entries(promptsOf(agents)).filter(
      ([name, digest]) => was.prompts[name] !== digest,
    );
    return changed.length === 0
      ? []
      : [`${set}: not measured since its prompt changed (${changed.map(([name]) => name).join(", ")})`];
  });
}
