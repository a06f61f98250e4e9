/** Golden sets of the agents that run projects, and what makes a case of any of them right. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Json } from "../../../src/kernel/hash.ts";
import type { BringProject } from "../../../src/projects/api/project-imports.ts";
import type { ProjectAgentInput, ProjectAgentName } from "../../../src/projects/api/project-agents.ts";
import type { Writing } from "../../../src/projects/api/project-writing.ts";
import type { Verdict } from "../grade.ts";

/** A verdict with what it counts for: the set's figure is the sum of values over the sum of weights. */
export interface Graded extends Verdict {
  readonly value: number;
  readonly weight: number;
}

/** Right or wrong, nothing between. */
export function verdict(why: readonly string[]): Graded {
  return { right: why.length === 0, why: why.join("; "), value: why.length === 0 ? 1 : 0, weight: 1 };
}

/** What a judge is to score from 0 to 10: words, beside what is true. */
export interface Judged {
  readonly rubric: string;
  readonly truth: readonly string[];
  readonly words: string;
}

/** A case. Everything in it follows from its data file and the time. */
export interface ProjectCase {
  readonly id: string;
  /** For people: what it is about. */
  readonly ask: string;
  /** Projects that are there. */
  readonly projects: (nowMs: number) => readonly BringProject[];
  /** Dollars an hour by role. */
  readonly rates?: Readonly<Record<string, number>>;
  /** The project it is asked in. */
  readonly projectId: string;
  readonly input: ProjectAgentInput;
  /** Of the writing assistant: what is asked for in place of a piece of work. */
  readonly writing?: Omit<Writing, "runId">;
  /** Of questions: what is said, turn by turn. */
  readonly turns?: readonly string[];
  /** What stands where a model's answer does when code alone decides: for an agent that has no rules. */
  readonly draft?: () => Json;
  readonly grade: (output: Json, nowMs: number) => Graded | Promise<Graded>;
  /** What is wrong with the words of a model's answer, where rules have none. */
  readonly wordsOf?: (output: Json) => readonly string[];
  /** Words that a right answer rests on: they must stand in what the agent is given. */
  readonly given?: readonly RegExp[];
  /** What a judge scores, where code can't tell. */
  readonly judged?: (output: Json, nowMs: number) => Judged;
}

/** The cases of an agent. `line`: the figure that must be reached at least. */
export interface ProjectSet {
  readonly set: string;
  readonly agent: ProjectAgentName;
  readonly line: number;
  readonly unit: "share" | "tau" | "recall";
  readonly cases: readonly ProjectCase[];
}

/** The head every data file has, beside its cases. */
export const setShape = { about: z.string(), line: z.number() };

/** A data file beside this one. */
export function readData<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8")));
}

/** A value as words. */
export function wordsIn(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

/** What of the patterns the words lack, and what they hold of those they must not. */
export function lacking(
  words: string,
  must: readonly string[] = [],
  never: readonly string[] = [],
): string[] {
  return [
    ...must.flatMap((one) => (new RegExp(one, "iu").test(words) ? [] : [`nothing like /${one}/`])),
    ...never.flatMap((one) => (new RegExp(one, "iu").test(words) ? [`it says /${one}/`] : [])),
  ];
}

/** How two lists differ, in words; empty where they hold the same. */
export function differing(what: string, wanted: readonly string[], is: readonly string[]): string[] {
  const missing = wanted.filter((one) => !is.includes(one));
  const over = is.filter((one) => !wanted.includes(one));
  return [
    ...(missing.length === 0 ? [] : [`${what} lack ${missing.join(", ")}`]),
    ...(over.length === 0 ? [] : [`${what} hold ${over.join(", ")} too`]),
  ];
}
