/**
 * The daily upkeep: the memory curator folds notes of past days, and changes of MEMORY.md are proposed to the
 * team.
 */
import { eq } from "drizzle-orm";
import { propose, type ApprovalDeps, type Resolution } from "../../approvals/index.ts";
import { runs } from "../../agent/tables/conversations.ts";
import { type Statement } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { MEMORY_PATH } from "../api/workspace-limits.ts";
import { findFile, type WorkspaceDeps } from "../index.ts";
import { applyFold } from "./apply-fold.ts";
import { filesToShow, linesToFold } from "./notes.ts";
import { findPlan, keepPlan } from "./plans.ts";
import { memoryWith } from "./propose-memory.ts";
import { readPlan } from "./read-plan.ts";
import type { Fold, NoteLine } from "./types.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** The approval rule of upkeep's changes of MEMORY.md. Persisted with approvals. */
const RULE = "memory.upkeep";

/**
 * A question to the memory curator. `alongside` builds statements saved with its run from its output
 * (undefined if there is none).
 */
interface CuratorQuestion {
  readonly runId: string;
  readonly text: string;
  readonly alongside: (output: Json | undefined) => readonly Statement[];
}

/** Dependencies of upkeep. */
export interface CurateDeps {
  readonly files: WorkspaceDeps;
  readonly timeZone: string;
  /** The conversation of its runs and approvals. */
  readonly conversationId: string;
  /** The proposing agent. */
  readonly agent: string;
  /**
   * Asks the memory curator; the run is recorded whatever the outcome. Throws if asking is not allowed or the
   * model is unavailable.
   */
  readonly ask: (question: CuratorQuestion) => Promise<Json | undefined>;
  readonly approvals: () => Promise<ApprovalDeps>;
  /** Resolves a file write into its effect. */
  readonly resolveWrite: (
    args: Record<string, Json>,
    at: { readonly toolCallId: string; readonly rule: string },
  ) => Promise<Resolution>;
  /** The approval rule of changes to MEMORY.md that rest on untrusted content. */
  readonly outsideRule: string;
}

interface Run {
  readonly runId: string;
  readonly today: string;
  readonly startedAt: string;
}

/** Folds new lines. Idempotent per slot. Throws if the model is unavailable. */
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
  // First, because folded lines are not considered again: a repeat after a crash finds the proposal.
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
 * The curator's plan for new lines; null if there are none. From here on its run and plan are recorded: what
 * it writes names the run, and a repeat after a crash continues with the plan.
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

/** Proposes a change of MEMORY.md to the team; false if there is none. */
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
