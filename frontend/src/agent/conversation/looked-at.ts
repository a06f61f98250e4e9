/** What the agent looked at in a conversation, from its tool steps: people found, texts read. Pure; results are not trusted. */
import * as z from "zod";
import type { Look } from "../../../../src/agent/api/message.ts";
import type { StepItem, ThreadItem } from "./thread-items.ts";

const listSchema = z.object({ total: z.number().optional(), items: z.array(z.unknown()) });
const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string().nullish(),
  role: z.string().nullish(),
  numbers: z.array(z.object({ label: z.string().nullish(), number: z.string() })).default([]),
  emails: z.array(z.unknown()).default([]),
  internal: z.boolean().default(false),
});
const textSchema = z.object({ at: z.string(), text: z.string() });

export type FoundContact = z.infer<typeof contactSchema>;

/** One look-up: its tool's label and how much it returned. */
export interface SeenLook extends Look {
  readonly toolCallId: string;
  /** How many results; null if unknown, or if a single item was read. */
  readonly found: number | null;
  /** When the newest message with a number was written, in the team's zone (`Tue 2026-11-24 10:30`); null for other look-ups. */
  readonly newestAt: string | null;
}

export interface LookedAt {
  /** People found by searches narrow enough to mean them, the latest first; each once. */
  readonly people: readonly FoundContact[];
  readonly looks: readonly SeenLook[];
}

/** A search that finds more people than this was a search, not a look-up. */
const NARROW = 5;

const MAX_RESULT_CHARS = 200_000;

function parsed(text: string): unknown {
  if (text.length > MAX_RESULT_CHARS) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function listOf(step: StepItem): { count: number; items: unknown[] } | null {
  if (step.status !== "ok" || step.result === null) return null;
  const list = listSchema.safeParse(parsed(step.result));
  if (!list.success) return null;
  const { items, total = items.length } = list.data;
  return { count: total, items };
}

export function lookedAt(items: readonly ThreadItem[]): LookedAt {
  const people = new Map<string, FoundContact>();
  const steps = items.flatMap((item) => (item.kind === "steps" ? item.steps : [])).toReversed();
  for (const step of steps) {
    if (step.look?.people !== true) continue;
    for (const contact of contactsIn(step)) if (!people.has(contact.id)) people.set(contact.id, contact);
  }
  return { people: [...people.values()], looks: steps.flatMap(looksOf) };
}

/** People a look-up found; empty if there are too many to be meaningful. */
function contactsIn(step: StepItem): FoundContact[] {
  const found = listOf(step)?.items ?? [];
  if (found.length > NARROW) return [];
  return found.flatMap((item) => {
    const contact = contactSchema.safeParse(item);
    return contact.success ? [contact.data] : [];
  });
}

function looksOf(step: StepItem): SeenLook[] {
  if (step.look === null || step.status !== "ok") return [];
  const list = listOf(step);
  const newest = step.look.askedIs === "number" ? textSchema.safeParse(list?.items.at(-1)) : null;
  return [
    {
      ...step.look,
      toolCallId: step.toolCallId,
      found: list?.count ?? null,
      newestAt: newest?.success === true ? readableTime(newest.data.at) : null,
    },
  ];
}

/** `Tue 2026-11-24 14:30` of a tool's result as `Nov 24, 2:30 PM`; other words unchanged. */
function readableTime(written: string): string {
  const [, day, time] = /^\w{3} (\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(written) ?? [];
  if (day === undefined || time === undefined) return written;
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(Date.parse(`${day}T${time}:00Z`));
}

/** Whether two phone numbers are the same, however they are written. */
export function sameNumber(left: string, right: string): boolean {
  const digits = (number: string): string => number.replace(/\D/g, "").slice(-10);
  return digits(left) !== "" && digits(left) === digits(right);
}

export interface TokenSums {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly modelCalls: number;
}

/** Total of all runs in a conversation. Tokens written to the cache were read in full, so they count as input. */
export function sumTokens(
  runs: readonly {
    inputTokens: number;
    outputTokens: number;
    cacheReadTokens: number;
    cacheWriteTokens: number;
    modelCalls: number;
  }[],
): TokenSums {
  let [input, cached, output, modelCalls] = [0, 0, 0, 0];
  for (const run of runs) {
    input += run.inputTokens + run.cacheWriteTokens;
    cached += run.cacheReadTokens;
    output += run.outputTokens;
    modelCalls += run.modelCalls;
  }
  return { input, cached, output, modelCalls };
}
