/** The daily upkeep: notes of days gone by are folded by the memory curator, and what MEMORY.md should hold is put before the team. */
import { eq } from "drizzle-orm";
import { propose, type ApprovalDeps, type Resolution } from "../../approvals/index.ts";
import { runs } from "../../agent/tables/conversations.ts";
import { type Statement } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { MEMORY_PATH } from "../api/workspace-limits.ts";
import { dayOf } from "../../agent/usage/index.ts";
import { findFile, type WorkspaceDeps } from "../index.ts";
import { applyFold } from "./apply-fold.ts";
import { filesToShow, linesToFold } from "./notes.ts";
import { findPlan, keepPlan } from "./plans.ts";
import { memoryWith } from "./propose-memory.ts";
import { readPlan } from "./read-plan.ts";
import type { Fold, NoteLine } from "./types.ts";

/** The rule by which a change of MEMORY.md that upkeep proposes waits. Persisted with approvals. */
const RULE = "memory.upkeep";

/** A question to the memory curator. `alongside` makes what is kept with its run, from its output (undefined where it gave none). */
export interface CuratorQuestion {
  readonly runId: string;
  readonly text: string;
  readonly alongside: (output: Json | undefined) => readonly Statement[];
}

/** What upkeep needs of the world. */
export interface CurateDeps {
  readonly files: WorkspaceDeps;
  readonly timeZone: string;
  /** Where its runs and approvals stand. */
  readonly conversationId: string;
  /** The agent whose proposals they are. */
  readonly agent: string;
  /** Asks the memory curator; its run is on record whatever comes of it. Throws where it may not be asked or the model cannot be had. */
  readonly ask: (question: CuratorQuestion) => Promise<Json | undefined>;
  readonly approvals: () => Promise<ApprovalDeps>;
  /** What writing a file would do. */
  readonly resolveWrite: (
    args: Record<string, Json>,
    at: { readonly toolCallId: string; readonly rule: string },
  ) => Promise<Resolution>;
  /** The rule by which a change of MEMORY.md waits that rests on text from outside. */
  readonly outsideRule: string;
}

interface Run {
  readonly runId: string;
  readonly today: string;
  readonly startedAt: string;
}

/** Folds what is new. A repeat of a slot folds nothing twice and proposes nothing twice. Throws where the model cannot be asked. */
export async function curateMemory(deps: CurateDeps, slotAt: string): Promise<{ summary: string }> {
  const { files, timeZone } = deps;
  const nowMs = files.clock.now();
  const run: Run = {
    runId: await derivedId("upkeep", files.db.tenantId, slotAt),
    today: dayOf(nowMs, timeZone),
    startedAt: isoTime(nowMs),
  };
  const fold = (await findPlan(files.db, run.runId)) ?? (await planOf(deps, run));
  if (fold === null) return { summary: "There was nothing new in the notes." };
  // First, since lines that are folded are not looked at again: a repeat after a crash finds what was proposed.
  const proposed = await proposeMemory(deps, fold, run);
  const done = await applyFold(files, fold, run);
  const summary = [
    `${done.folded} lines folded into ${done.areas} areas, ${done.left} left in their notes.`,
    ...(proposed ? ["A change of MEMORY.md waits for approval."] : []),
  ].join(" ");
  await files.db.update(runs, { outcome: summary }, eq(runs.id, run.runId));
  return { summary };
}

/**
 * What the curator would do with what is new; null where nothing is. Its run and its plan are on record from here on: what it writes names the
 * run, and a repeat after a crash goes on with the plan.
 */
async function planOf({ files: deps, ask }: CurateDeps, { runId, today }: Run): Promise<Fold | null> {
  const lines = await linesToFold(deps, today);
  if (lines.length === 0) return null;
  const areas = await filesToShow(deps);
  const memory = await findFile(deps, MEMORY_PATH);
  const files =
    memory === null
      ? areas
      : [{ path: MEMORY_PATH, content: memory.content, source: memory.row.source }, ...areas];
  const read = (output: Json | undefined): Fold | null =>
    output === undefined ? null : readPlan(output, { lines, files });
  const output = await ask({
    runId,
    text: question(lines, files),
    alongside: (said) => {
      const fold = read(said);
      return fold === null ? [] : [keepPlan(deps.db, runId, fold, deps.clock.now())];
    },
  });
  const fold = read(output);
  if (fold === null) throw new AppError("upstream_failed", "The memory curator’s answer couldn’t be read.");
  return fold;
}

function question(
  lines: readonly NoteLine[],
  files: readonly { readonly path: string; readonly content: string }[],
): string {
  const marks = /<(\s*\/?\s*(?:notes|file)\b[^<>]*)>?/gi;
  return [
    "<notes>",
    ...lines.map(({ number, note, text }) => `[${number}] ${note} | ${text.replace(marks, "‹$1›")}`),
    "</notes>",
    ...files.map(({ path, content }) => `<file path="${path}">\n${content.replace(marks, "‹$1›")}\n</file>`),
  ].join("\n");
}

/** Puts a change of MEMORY.md before the team; false where there is none to make. */
async function proposeMemory(deps: CurateDeps, fold: Fold, { runId, startedAt }: Run): Promise<boolean> {
  const { conversationId, agent } = deps;
  const before = (await findFile(deps.files, MEMORY_PATH))?.content ?? "";
  const content = memoryWith(before, fold, runId);
  if (content === null) return false;
  const cited = fold.memory.flatMap(({ lines }) => lines);
  const rule = fold.outside ? deps.outsideRule : RULE;
  const args = { path: MEMORY_PATH, content, overwrite: true };
  const toolCallId = `upkeep:${runId}`;
  const resolution = await deps.resolveWrite(args, { toolCallId, rule });
  if (resolution.kind !== "resolved") return false;
  await propose(await deps.approvals(), {
    scope: {
      conversationId,
      conversationTitle: "Daily upkeep",
      turnId: runId,
      runId,
      agent,
      recentTexts: [],
    },
    toolCallId,
    tool: "write_file",
    arguments: args,
    resolution,
    rule,
    evidence: cited.slice(0, 3).map(({ note, line, text }) => ({
      source: `${note}, line ${line}`,
      quote: text,
      at: startedAt,
      ref: null,
    })),
  });
  return true;
}
