/**
 * Digests of what a case's request says to the model, as far as that is known without playing it: the instructions of the agents that answer, the tools in every
 * prompt of theirs, and what is asked. White space is folded. An answer was made by the prompt of its digest; where today's is another, the answer says nothing of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { findAgent } from "../../src/agent/index.ts";
import { modelToolsOf, offeredTools } from "../../src/agent/tools/agent-tools.ts";
import { digestOf } from "./digest.ts";
import { committedExamples, EXAMPLES, EXAMPLES_AGENT } from "./examples/grade.ts";
import { projectSets } from "./projects/index.ts";
import { SITUATIONS, situations } from "./situations/grade.ts";
import { accountSets } from "./sets.ts";

/** A case of a set. */
interface CaseRef {
  readonly set: string;
  readonly id: string;
}

const keyOf = ({ set, id }: CaseRef): string => `${set} ${id}`;

function wordsOf(name: string, hasTools: boolean): string[] {
  const core = hasTools ? offeredTools(name).core : [];
  return [findAgent(name)?.instructions ?? "", JSON.stringify(modelToolsOf({ core, deferred: [] }))];
}

/** A field that says nothing is as good as none. */
function withoutNothing(_: string, value: unknown): unknown {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** Today's digest of every case, by set and id. */
function promptsNow(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (one: CaseRef, agents: readonly string[], asked: unknown): void => {
    found.set(keyOf(one), digestOf([...agents, JSON.stringify(asked, withoutNothing)]));
  };
  for (const { set, agents, cases } of accountSets()) {
    const words = agents.flatMap((name) => wordsOf(name, true));
    for (const one of cases) add({ set, id: one.id }, words, ["before" in one ? one.before : null, one.ask]);
  }
  for (const { set, agent, cases } of projectSets())
    for (const { id, input, writing, turns, rates, projects } of cases)
      add({ set, id }, wordsOf(agent, turns !== undefined), [input, writing, turns, rates, projects(0)]);
  const steward = wordsOf(EXAMPLES_AGENT, true);
  for (const { id, steps } of situations().cases) add({ set: SITUATIONS, id }, steward, steps);
  for (const { id, asked, people } of committedExamples())
    add({ set: EXAMPLES, id }, steward, [asked, people]);
  return found;
}

let now: ReadonlyMap<string, string> | null = null;

/** Today's digest of a case; null for one that isn't in its set any more. */
export function promptOf(one: CaseRef): string | null {
  now ??= promptsNow();
  return now.get(keyOf(one)) ?? null;
}

/** Cases whose answer was made by another prompt than today's, or that no model ever answered. */
export function stale(answered: readonly (CaseRef & { readonly prompt?: string })[]): CaseRef[] {
  now ??= promptsNow();
  const by = new Map(answered.map((one) => [keyOf(one), one.prompt]));
  return [...now].flatMap(([key, digest]) => {
    if (by.get(key) === digest) return [];
    const at = key.lastIndexOf(" ");
    return [{ set: key.slice(0, at), id: key.slice(at + 1) }];
  });
}

/** How to answer cases of a set again. */
export function commandFor(set: string, ids: readonly string[]): string {
  return `npm run eval -- --live --set ${JSON.stringify(set)} --case ${ids.join(",")} --record`;
}

const waitingSchema = z.strictObject({
  about: z.string(),
  sets: z.array(
    z.strictObject({
      set: z.string(),
      /** The day from which they wait. */
      since: z.iso.date(),
      why: z.string(),
      cases: z.array(z.string()).min(1),
    }),
  ),
});

/** Cases that wait to be answered again (`waiting.json`). */
export function waiting(): z.infer<typeof waitingSchema> {
  const file = readFileSync(join(import.meta.dirname, "waiting.json"), "utf8");
  return waitingSchema.parse(JSON.parse(file));
}
