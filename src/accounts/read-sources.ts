/**
 * What is filed is read once, for a summary as long as it deserves and for what it changes. A change is only ever proposed, with the sentence that says
 * so; while no model can be asked the extract stays, and says that it is one.
 */
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
import { stageNamed, stageRules } from "./stages.ts";
import { findState } from "./store.ts";

/** What an agent found in a source; `quote` is what says so. */
export interface Reading {
  readonly summary: string;
  readonly stage: string | null;
  readonly nextStep: string | null;
  readonly quote: string | null;
}

/** What came of a question; `none`: an answer that can't be read. */
export type Read =
  | { readonly kind: "reading"; readonly reading: Reading }
  | { readonly kind: "none" }
  | { readonly kind: "wait"; readonly untilMs?: number };

/** A change that a source asks for. */
export interface FoundChange {
  readonly source: SourceRow;
  readonly path: string;
  readonly stage: string | null;
  readonly nextStep: string | null;
  readonly quote: string;
}

/** What reading is given; one tenant's. */
export interface ReadingDeps {
  readonly files: WorkspaceDeps;
  /** Asks; admitted and settled by the team's month. */
  readonly ask: (question: string) => Promise<Read>;
  /** Puts a change before the team: one draft an account, however many sources ask for something. A repeat proposes nothing twice. */
  readonly propose: (change: FoundChange) => Promise<void>;
}

const AT_ONCE = 12;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;
/** Characters that are read: more of a long call says little more. */
const READ_CHARS = 24_000;
/** What just happened may move an account; what is longer ago was known to whoever wrote its state. */
const FRESH_MS = 3 * 24 * 3_600_000;

/** Reads what is due, oldest first, until a time. */
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
  // Last: one that died before is read again, and proposes the same.
  const written = row.summary === "extract" && (await writeSummary(deps, row, reading.summary));
  await settle(deps, row, { dueAt: null, ...(written ? { summary: "model" as const } : {}) });
}

/** The change a reading stands for; null where it is none, or its quote doesn't stand in the words. */
export function changeIn(
  { stage, nextStep, quote }: Reading,
  raw: string,
  about: {
    readonly row: SourceRow;
    readonly state: AccountState;
    /** The team's stages; those it begins with where left out. */
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

/** The question. What is from outside stands between marks that it can't close. */
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
  // Words that came meanwhile are read themselves.
  const isIt = and(
    eq(accountSources.accountId, accountId),
    eq(accountSources.id, id),
    eq(accountSources.sha256, sha256),
  );
  await files.db.update(accountSources, set, isIt ?? sql`false`);
}
