/** What the look-ups of a run carried out, from its trace. Pure. */
import type { Sent, TraceStep } from "./types.ts";

/** The sum for each destination, the most first. A call that was refused has sent nothing and has no such mark. */
export function sentBy(steps: readonly Pick<TraceStep, "kind" | "detail">[]): Sent[] {
  const sums = new Map<string, number>();
  for (const { kind, detail } of steps) {
    const sent = kind === "hook" ? (detail["sent"] as Partial<Sent> | undefined) : undefined;
    if (typeof sent?.to !== "string" || typeof sent.sizeBytes !== "number") continue;
    sums.set(sent.to, (sums.get(sent.to) ?? 0) + sent.sizeBytes);
  }
  return [...sums]
    .map(([to, sizeBytes]) => ({ to, sizeBytes }))
    .toSorted((left, right) => right.sizeBytes - left.sizeBytes);
}
