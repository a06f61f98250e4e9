/**
 * The workspace for all rooms but approvals: file changes also outdate pending drafts of those files. And the agents that work by themselves on the
 * team’s files and put changes of them before people.
 */
import {
  hasWaitingDrafts,
  markThreadStale,
  STYLE_CONVERSATION,
  UPKEEP_CONVERSATION as conversationId,
} from "../approvals/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { WorkspaceChange } from "../platform/api/workspace-change.ts";
import { type WorkspaceDeps, asOwner, pathKey, writeFile } from "./index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { openFiles } from "./open-files.ts";
import { eq } from "drizzle-orm";
import { AppError } from "../kernel/errors.ts";
import { workspaceFiles } from "./tables/workspace.ts";
import type { AgentDefinition } from "../agent/index.ts";
import { type CurateDeps, curateMemory } from "./upkeep/index.ts";
import { askOnce, resolveCall } from "../agent/open.ts";
import { styleLearner } from "./agents/style-learner.ts";
import type { Task, WorkResult } from "../platform/work/index.ts";
import { learnDue } from "./examples/index.ts";
import { memoryCurator } from "./agents/memory-curator.ts";
import type { Slot } from "../agent/schedules/index.ts";
import { OUTSIDE_TEXT_RULE } from "./tools/files/provenance.ts";

/** Does no I/O; create one per request or step. */
export function workspace(ctx: TenantContext): WorkspaceDeps {
  return openFiles(ctx, [outdateDrafts]);
}

/** For tools, with the team's time zone. Throws `not_found` for an unknown tenant. */
export async function teamFiles(ctx: TenantContext): Promise<{ deps: WorkspaceDeps; timeZone: string }> {
  return { deps: workspace(ctx), timeZone: await ctx.timeZone() };
}

/** Marks approvals as stale if their file has changed: the agent drafts again. */
async function outdateDrafts(ctx: TenantContext, changes: readonly WorkspaceChange[]): Promise<void> {
  const db = ctx.db;
  const paths = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  for (const path of paths) {
    const threadKey = `file:${path}`;
    if (!(await hasWaitingDrafts(db, threadKey))) continue;
    await markThreadStale(await approvalDeps(ctx), threadKey, { code: "file_changed", path });
  }
}

const AUTHOR = { kind: "system", id: "system:steward", name: "Steward" } as const;

/** Writes a team's file unless this path exists or ever existed. */
export function writeOnce(ctx: TenantContext): (path: string, content: string) => Promise<void> {
  const db = ctx.db;
  return async (path, content) => {
    const isKnown = (await db.find(workspaceFiles, eq(workspaceFiles.pathKey, pathKey(path)))) !== null;
    if (isKnown) return;
    try {
      // Skills are among a team's initial files.
      await writeFile(asOwner(workspace(ctx), "skills"), { path, content, author: AUTHOR });
    } catch (error) {
      // Another consumer of the same event wrote it in the meantime.
      if (!(error instanceof AppError && error.code === "exists")) throw error;
    }
  };
}

/** What it is, and where its runs and approvals stand. */
interface Work {
  readonly definition: AgentDefinition;
  readonly conversationId: string;
  readonly trigger: string;
  /** Title of its runs. */
  readonly about: string;
}

/** Its ports, for one team. */
async function proposingAgent(
  ctx: TenantContext,
  { definition, conversationId, trigger, about }: Work,
): Promise<Omit<CurateDeps, "conversationId" | "outsideRule">> {
  const { deps: files, timeZone } = await teamFiles(ctx);
  const agent = definition.name;
  return {
    files,
    timeZone,
    agent,
    async ask({ runId, text, alongside }) {
      const { output } = await askOnce(ctx, {
        runId,
        agent: definition,
        text,
        about,
        conversationId,
        trigger,
        timeZone,
        alongside: (answer) => alongside(answer.output),
      });
      return output;
    },
    approvals: () => approvalDeps(ctx),
    resolveWrite: (args, at) =>
      resolveCall(ctx).resolve("write_file", args, { conversationId, agent, ...at }),
  };
}

/** Learns from due examples until a deadline. */
export async function learnStyle(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const learner = await proposingAgent(ctx, {
    definition: styleLearner,
    conversationId: STYLE_CONVERSATION,
    trigger: "examples.learn",
    about: "Style in kept examples",
  });
  return learnDue({ ...learner, logger: ctx.log }, untilMs);
}

/** The job's name. Persisted. */
export const UPKEEP_JOB = "memory.upkeep";

/** Folds new lines. Idempotent per slot. Throws if the model is unavailable. */
export async function runUpkeep(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const curator = await proposingAgent(ctx, {
    definition: memoryCurator,
    conversationId,
    trigger: UPKEEP_JOB,
    about: "Daily upkeep of the notes",
  });
  return curateMemory({ ...curator, conversationId, outsideRule: OUTSIDE_TEXT_RULE }, slotAt);
}
