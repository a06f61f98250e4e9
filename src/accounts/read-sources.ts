/**
 * Reads each filed source once, for a summary of suitable length and for changes. Changes are only proposed,
 * with the sentence they are based on; while no model is available the extract remains, marked as such.
 */
import type * as z from "zod";
import { and, asc, eq, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import type { WorkResult } from "../platform/work/index.ts";
import { accountSources } from "./tables/accounts.ts";
import { backOffMs } from "../kernel/back-off.ts";
import { isoTime } from "../kernel/clock.ts";
import { DEFAULT_STAGES, type StageRule } from "./api/account-stages.ts";
import type { AccountState } from "./api/accounts.ts";
import { asOwner, changeFile, findFile, type WorkspaceDeps } from "../workspace/index.ts";
import { sourceFile, type SourceRow } from "./file-source.ts";
import { resummarized } from "./source-text.ts";
import type { accountReadingSchema } from "./agents/account-filer.ts";
import { stageNamed, stageRules } from "./stages.ts";
import { findState } from "./store.ts";

/** An agent's findings; `quote` is the sentence they are based on. */
export type Reading = z.output<typeof accountReadingSchema>;

/** The result of a question; `none`: an invalid answer. */
export type Read =
  | { readonly kind: "reading"; readonly reading: Reading }
  | { readonly kind: "none" }
  | { readonly kind: "wait"; readonly untilMs?: number };

/** A change requested in a source. */
export interface FoundChange {
  readonly source: SourceRow;
  readonly path: string;
  readonly stage: string | null;
  readonly nextStep: string | null;
  readonly quote: string;
}

interface ReadingDeps {
  readonly files: WorkspaceDeps;
  /** Asks the agent; charged to the team's monthly budget. */
  readonly ask: (question: string) => Promise<Read>;
  /** Proposes a change: one draft per account, however many sources contribute. Idempotent. */
  readonly propose: (change: FoundChange) => Promise<void>;
}

const AT_ONCE = 12;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;
/** Maximum characters read; the rest of a long call adds little. */
const READ_CHARS = 24_000;
/** Only recent sources can change an account; older ones were known when its state was written. */
const FRESH_MS = 3 * 24 * 3_600_000;

/** Reads due sources, oldest first, until a deadline. */
export async function readSources(deps: ReadingDeps, untilMs: number): Promise<WorkResult> {
  const { db, clock } = deps.files;
  const isDue = sql`${accountSources.dueAt} <= ${isoTime(clock.now())}`;
  const rows = await db.rows(accountSources, isDue).orderBy(asc(accountSources.dueAt)).limit(AT_ONCE);
  for (const row of rows) {
    if (clock.now() >= untilMs) return "more";
    await readSource(deps, row);
  }
  return rows.length === AT_ONCE ? "more" : "done";
}

async function readSource(deps: ReadingDeps, row: SourceRow): Promise<void> {
  const { files } = deps;
  const [raw, state, rules] = await Promise.all([
    findFile(files, sourceFile(row, "raw.txt")),
    findState(files, row.accountId),
    stageRules(files.db),
  ]);
  if (raw === null || state === null) return settle(deps, row, { dueAt: null });
  const answer = await deps.ask(questionOf(raw.content, state, rules));
  if (answer.kind === "wait") {
    const failures = row.failures + 1;
    const again = Math.max(answer.untilMs ?? 0, files.clock.now() + backOffMs(failures, RETRY));
    return settle(deps, row, { failures, dueAt: isoTime(again) });
  }
  if (answer.kind === "none") return settle(deps, row, { dueAt: null });
  const { reading } = answer;
  const change = changeIn(reading, raw.content, { row, state, rules, nowMs: files.clock.now() });
  if (change !== null) await deps.propose(change);
  // Written last: after a crash the source is read again, and the proposal repeats idempotently.
  const written = row.summary === "extract" && (await writeSummary(deps, row, reading.summary));
  await settle(deps, row, { dueAt: null, ...(written ? { summary: "model" as const } : {}) });
}

/** The change in a reading; null if there is none, or if its quote is not in the source. */
export function changeIn(
  { stage, nextStep, quote }: Reading,
  raw: string,
  about: {
    readonly row: SourceRow;
    readonly state: AccountState;
    /** The team's stages. Default: the initial ones. */
    readonly rules?: readonly StageRule[];
    readonly nowMs: number;
  },
): FoundChange | null {
  const { row, state, rules = DEFAULT_STAGES, nowMs } = about;
  if (nowMs - Date.parse(row.at) > FRESH_MS) return null;
  const said = onOneLine(quote);
  if (said === "" || !raw.replace(/\s+/g, " ").includes(said)) return null;
  const to = namedStage(rules, stage);
  const step = onOneLine(nextStep);
  const known = new Set([...state.nextSteps, ...state.pendingActions].map((one) => one.toLowerCase()));
  const change = {
    stage: to === state.stage ? null : to,
    nextStep: step === "" || known.has(step.toLowerCase()) ? null : step,
  };
  if (change.stage === null && change.nextStep === null) return null;
  return { source: row, path: sourceFile(row, "summary.md"), ...change, quote: said };
}

function onOneLine(words: string | null | undefined): string {
  return (words ?? "").replace(/\s+/g, " ").trim();
}

function namedStage(rules: readonly StageRule[], said: string | null | undefined): string | null {
  return stageNamed(rules, said ?? "")?.stage ?? null;
}

/** The question. Untrusted content is enclosed in tags it can't close. */
export function questionOf(
  raw: string,
  state: AccountState,
  rules: readonly StageRule[] = DEFAULT_STAGES,
): string {
  const plain = (words: string): string => words.replaceAll(/<\s*\/?\s*(?:source|account)\b[^<>]*>/gi, "");
  const words = raw.slice(0, READ_CHARS);
  const most = Math.min(220, Math.max(20, Math.round(words.split(/\s+/).length / 5)));
  const lines = [
    `Name: ${state.name}`,
    `Stage: ${state.stage}`,
    `Next steps: ${state.nextSteps.join("; ")}`,
    `Stages there are: ${rules.map((rule) => rule.stage).join(", ")}`,
  ];
  return `<account>\n${plain(lines.join("\n"))}\n</account>\nAt most ${most} words of summary.\n<source>\n${plain(words)}\n</source>`;
}

async function writeSummary({ files }: ReadingDeps, row: SourceRow, summary: string): Promise<boolean> {
  const said = summary.trim();
  if (said === "") return false;
  const path = sourceFile(row, "summary.md");
  if ((await findFile(files, path)) === null) return false;
  await changeFile(asOwner(files, "accounts"), {
    author: STEWARD,
    source: "text from outside, summarized",
    path,
    apply: (before) => resummarized(before ?? "", said),
  });
  return true;
}

async function settle({ files }: ReadingDeps, row: SourceRow, set: Partial<SourceRow>): Promise<void> {
  const { accountId, id, sha256 } = row;
  // Newer content is read separately.
  const isIt = and(
    eq(accountSources.accountId, accountId),
    eq(accountSources.id, id),
    eq(accountSources.sha256, sha256),
  );
  await files.db.update(accountSources, set, isIt ?? sql`false`);
}
