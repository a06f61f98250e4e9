/** Composition of the daily upkeep: notes of days gone by are folded by the keeper, and what MEMORY.md should hold is put before the team. */
import { eq } from "drizzle-orm";
import { askOnce, instructionsByAgent, keeper, type Answer } from "../agents/index.ts";
import { propose, UPKEEP_CONVERSATION } from "../approvals/index.ts";
import { dbFor, runs, type Statement, type TenantDb } from "../db/index.ts";
import { anthropicModel } from "../integrations/anthropic/client.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { MEMORY_PATH } from "../protocol/workspace-limits.ts";
import type { Slot } from "../schedules/index.ts";
import { OUTSIDE_TEXT_RULE } from "../tools/files/provenance.ts";
import {
  applyFold,
  filesToShow,
  findPlan,
  keepPlan,
  linesToFold,
  memoryWith,
  readPlan,
  type Fold,
  type NoteLine,
} from "../upkeep/index.ts";
import { dayOf } from "../usage/index.ts";
import { findFile, type WorkspaceDeps } from "../workspace/index.ts";
import { admission } from "./admission.ts";
import { approvalDeps } from "./approvals.ts";
import { resolveCall } from "./resolver.ts";
import { teamFiles } from "./workspace.ts";

/** The job's name. Persisted. */
export const UPKEEP_JOB = "memory.upkeep";
/** The rule by which a change of MEMORY.md that upkeep proposes waits. Persisted with approvals. */
const RULE = "memory.upkeep";
const UNREADABLE = "The keeper's answer could not be read.";

interface Run {
  readonly runId: string;
  readonly today: string;
  readonly startedAt: string;
}

/** Folds what is new. A repeat of a slot folds nothing twice and proposes nothing twice. Throws where the model cannot be asked. */
export async function keepMemory(env: Env, tenantId: string, slot: Slot): Promise<{ summary: string }> {
  const { deps, timeZone } = await teamFiles(env, tenantId);
  const nowMs = systemClock.now();
  const run: Run = {
    runId: await derivedId("upkeep", tenantId, slot.slotAt),
    today: dayOf(nowMs, timeZone),
    startedAt: isoTime(nowMs),
  };
  const fold = (await findPlan(deps.db, run.runId)) ?? (await planOf(env, tenantId, deps, run));
  if (fold === null) return { summary: "There was nothing new in the notes." };
  // First, since lines that are folded are not looked at again: a repeat after a crash finds what was proposed.
  const proposed = await proposeMemory(env, tenantId, deps, fold, run);
  const done = await applyFold(deps, fold, run);
  const summary = [
    `${done.folded} lines folded into ${done.areas} areas, ${done.left} left in their notes.`,
    ...(proposed ? ["A change of MEMORY.md waits for approval."] : []),
  ].join(" ");
  await dbFor(env.DB, tenantId).update(runs, { outcome: summary }, eq(runs.id, run.runId));
  return { summary };
}

/**
 * What the keeper would do with what is new; null where nothing is. Its run and its plan are on record from here on: what it writes names the
 * run, and a repeat after a crash goes on with the plan.
 */
async function planOf(env: Env, tenantId: string, deps: WorkspaceDeps, run: Run): Promise<Fold | null> {
  const lines = await linesToFold(deps, run.today);
  if (lines.length === 0) return null;
  const areas = await filesToShow(deps);
  const memory = await findFile(deps, MEMORY_PATH);
  const files =
    memory === null
      ? areas
      : [{ path: MEMORY_PATH, content: memory.content, source: memory.row.source }, ...areas];
  const answer = await ask(env, tenantId, run, question(lines, files));
  const fold = readPlan(answer.text, { lines, files });
  const { db } = deps;
  const plan = fold === null ? [] : [keepPlan(db, run.runId, fold, systemClock.now())];
  await db.batch([runStatement(db, run, answer, fold !== null), ...plan]);
  if (fold === null) throw new AppError("upstream_failed", UNREADABLE);
  return fold;
}

function question(
  lines: readonly NoteLine[],
  files: readonly { readonly path: string; readonly content: string }[],
): string {
  const marks = /<(?=\s*\/?\s*(?:notes|file)\b)/gi;
  return [
    "<notes>",
    ...lines.map(({ number, note, text }) => `[${number}] ${note} | ${text.replace(marks, "&lt;")}`),
    "</notes>",
    ...files.map(({ path, content }) => `<file path="${path}">\n${content.replace(marks, "&lt;")}\n</file>`),
  ].join("\n");
}

async function ask(env: Env, tenantId: string, { runId }: Run, text: string): Promise<Answer> {
  const { keeper: instructions = keeper.instructions } = await instructionsByAgent(dbFor(env.DB, tenantId));
  return askOnce(
    {
      models: { main: env.AGENT_MODEL, cheap: env.CHEAP_MODEL },
      callModel: anthropicModel({ baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY }),
      admission: admission(env, tenantId),
      clock: systemClock,
      logger: systemLogger,
    },
    { agent: { ...keeper, instructions }, runId, text },
  );
}

/** Puts a change of MEMORY.md before the team; false where there is none to make. */
async function proposeMemory(
  env: Env,
  tenantId: string,
  files: WorkspaceDeps,
  fold: Fold,
  { runId, startedAt }: Run,
): Promise<boolean> {
  const before = (await findFile(files, MEMORY_PATH))?.content ?? "";
  const content = memoryWith(before, fold, runId);
  if (content === null) return false;
  const cited = fold.memory.flatMap(({ lines }) => lines);
  const rule = cited.some(({ source }) => source !== null) ? OUTSIDE_TEXT_RULE : RULE;
  const call = { path: MEMORY_PATH, content, overwrite: true };
  const toolCallId = `upkeep:${runId}`;
  const scope = { conversationId: UPKEEP_CONVERSATION, toolCallId, agent: keeper.name, rule };
  const resolution = await resolveCall(env, tenantId).resolve("write_file", call, scope);
  if (resolution.kind !== "resolved") return false;
  await propose(await approvalDeps(env, tenantId), {
    scope: {
      conversationId: UPKEEP_CONVERSATION,
      conversationTitle: "Daily upkeep",
      turnId: runId,
      runId,
      agent: keeper.name,
      recentTexts: [],
    },
    toolCallId,
    tool: "write_file",
    arguments: call,
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

/** A run is on record, and what it cost, also where its answer is of no use. */
function runStatement(
  db: TenantDb,
  { runId, today, startedAt }: Run,
  { model, usage, costMicroUsd }: Answer,
  isReadable: boolean,
): Statement {
  const row = {
    id: runId,
    conversationId: UPKEEP_CONVERSATION,
    agent: keeper.name,
    model,
    trigger: UPKEEP_JOB,
    startedBy: "system:steward",
    status: isReadable ? "finished" : "failed",
    stopReason: isReadable ? "end_turn" : "failed",
    errorCode: isReadable ? null : "upstream_failed",
    attempts: 1,
    modelCalls: 1,
    toolCalls: 0,
    ...usage,
    costMicroUsd,
    startedAt,
    finishedAt: isoTime(systemClock.now()),
    day: today,
    disposition: null,
    preview: "Daily upkeep of the notes",
    outcome: isReadable ? null : UNREADABLE,
  };
  return db.insert(runs, row).onConflictDoUpdate({ target: runs.id, set: row });
}
