/** The agents' runs for pages: list, start and decide. */
import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { auditIf } from "../../platform/audit/index.ts";
import { byIds, type TenantDb } from "../../platform/db/index.ts";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { projects } from "../tables/projects.ts";
import { runs } from "../../agent/tables/conversations.ts";
import { workspaceVersions } from "../../workspace/tables/workspace.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ProjectAgent, ProjectAgentRun } from "../api/project-agent-runs.ts";
import {
  PROJECT_AGENT_NAMES,
  projectAgentInputSchema,
  type ProjectAgentEdit,
  type ProjectAgentInput,
  type ProjectAgentName,
} from "../api/project-agents.ts";
import { reviewRun } from "../../agent/runs/index.ts";
import { usdOf } from "../../agent/usage/index.ts";
import { workOf } from "./agents/index.ts";
import { besideOf } from "./beside.ts";
import { modeOf } from "./mode.ts";
import type { ProjectAgentDeps, RunRow } from "./types.ts";

const PAGE = 20;
const TEAM = "team";

/** The project in a URL: `team` stands for all of them. Throws `not_found`. */
export async function projectAt(db: TenantDb, id: string): Promise<string> {
  if (id === TEAM) return "";
  const row = await db.find(projects, and(eq(projects.id, id), isNull(projects.deletedAt)) ?? sql`0`);
  if (row === null) throw new AppError("not_found", "That project doesn’t exist.");
  return id;
}

/** The agents in a project, with each one's newest run. */
export async function listAgents(
  deps: Pick<ProjectAgentDeps, "db" | "clock" | "standing"> & {
    readonly describe: (agent: string) => string;
  },
  projectId: string,
): Promise<ProjectAgent[]> {
  const { db, clock } = deps;
  const names = PROJECT_AGENT_NAMES.filter(
    (name) => name !== "writing-assistant" && (projectId === "") === (workOf(name)?.isForTeam === true),
  );
  const of = (name: ProjectAgentName): SQL =>
    sql`${projectAgentRuns.projectId} = ${projectId} and ${projectAgentRuns.agent} = ${name}`;
  const read = await Promise.all(
    names.map(async (name) => {
      const [standing, [last], next] = await Promise.all([
        deps.standing(name),
        db
          .rows(
            projectAgentRuns,
            sql`${of(name)} and not (${projectAgentRuns.status} = 'queued' and ${projectAgentRuns.every} is not null)`,
          )
          .orderBy(desc(projectAgentRuns.createdAt), desc(projectAgentRuns.id))
          .limit(1),
        db.find(
          projectAgentRuns,
          // Literal, as in the partial index: with a parameter the planner would not use it.
          sql`${of(name)} and status = 'queued' and every is not null`,
        ),
      ]);
      return { name, standing, last, next, ...(await modeOf(deps, name, standing)) };
    }),
  );
  const shown = await viewRuns(
    db,
    read.flatMap(({ last }) => last ?? []),
    clock.now(),
  );
  return read.map(({ name, standing, next, last, mode, why }) => ({
    name,
    title: standing.title,
    description: deps.describe(name),
    enabled: standing.enabled,
    mode,
    modeWhy: why,
    every: next?.every ?? null,
    nextAt: next?.dueAt ?? null,
    last: shown.find(({ id }) => id === last?.id) ?? null,
  }));
}

/** A page of an agent’s runs, newest first, without scheduled ones. */
export async function listRuns(
  { db, clock }: Pick<ProjectAgentDeps, "db" | "clock">,
  query: {
    readonly projectId: string;
    readonly agent: ProjectAgentName;
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<{ items: ProjectAgentRun[]; nextCursor: string | null }> {
  const { projectId, agent, cursor, limit = PAGE } = query;
  const [at, id] = cursor?.split("~") ?? [];
  const rows = await db
    .rows(
      projectAgentRuns,
      and(
        eq(projectAgentRuns.projectId, projectId),
        eq(projectAgentRuns.agent, agent),
        sql`not (${projectAgentRuns.status} = 'queued' and ${projectAgentRuns.every} is not null)`,
        at === undefined
          ? undefined
          : sql`(${projectAgentRuns.createdAt}, ${projectAgentRuns.id}) < (${at}, ${id ?? ""})`,
      ),
    )
    .orderBy(desc(projectAgentRuns.createdAt), desc(projectAgentRuns.id))
    .limit(limit + 1);
  const items = await viewRuns(db, rows.slice(0, limit), clock.now());
  const last = rows[limit - 1];
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? `${last.createdAt}~${last.id}` : null,
  };
}

/** Throws `not_found`. */
export async function showRun(
  { db, clock }: Pick<ProjectAgentDeps, "db" | "clock">,
  id: string,
): Promise<ProjectAgentRun> {
  const [shown] = await viewRuns(db, [await getRun(db, id)], clock.now());
  if (shown === undefined) throw new AppError("not_found", "That run doesn’t exist.");
  return shown;
}

/** Starts a run of an agent immediately. Idempotent by ID. */
export async function startRun(
  { db, clock, wake }: Pick<ProjectAgentDeps, "db" | "clock" | "wake">,
  asked: {
    readonly id: string;
    readonly projectId: string;
    readonly agent: ProjectAgentName;
    readonly input: ProjectAgentInput;
    readonly by: { readonly id: string; readonly name: string };
  },
): Promise<ProjectAgentRun> {
  const { id, projectId, agent, input, by } = asked;
  const work = workOf(agent);
  if (work === null) throw new AppError("invalid_request", "This agent can only be used in chat.");
  if (projectId === "" && work.isForTeam !== true && agent !== "whats-next")
    throw new AppError("invalid_request", "This agent works on a project.");
  const at = isoTime(clock.now());
  await db
    .insert(projectAgentRuns, {
      id,
      projectId: work.isForTeam === true ? "" : projectId,
      agent,
      status: "queued",
      trigger: "request",
      requestedById: by.id,
      requestedByName: by.name,
      input,
      attempts: 0,
      dueAt: at,
      createdAt: at,
    })
    .onConflictDoNothing();
  await wake();
  return showRun({ db, clock }, id);
}

/**
 * Accepts or dismisses a run; the first decision stands. Accepting performs what was proposed; if that fails,
 * the run can be decided again. Throws `already_decided`, or `not_running` for an unfinished run.
 */
export async function decideRun(
  deps: ProjectAgentDeps,
  id: string,
  {
    accepted,
    edit,
    by,
  }: {
    readonly accepted: boolean;
    readonly edit?: ProjectAgentEdit | undefined;
    readonly by: { readonly id: string; readonly name: string };
  },
): Promise<ProjectAgentRun> {
  const { db, clock } = deps;
  const run = await getRun(db, id);
  if (run.status !== "done") throw new AppError("not_running", "This isn’t finished yet.");
  const at = isoTime(clock.now());
  const word = accepted ? ("accepted" as const) : ("dismissed" as const);
  const output = edit === undefined ? run.output : editedOutput(run, edit);
  const set = { output, decision: word, decidedById: by.id, decidedByName: by.name, decidedAt: at };
  const open = and(eq(projectAgentRuns.id, id), isNull(projectAgentRuns.decision)) ?? sql`0`;
  const won =
    and(
      eq(projectAgentRuns.id, id),
      eq(projectAgentRuns.decidedById, by.id),
      eq(projectAgentRuns.decidedAt, at),
    ) ?? sql`0`;
  const entry = {
    id: `project-agent:${id}:${at}`,
    actor: { kind: "user" as const, ...by },
    action: `project_agent.${word}`,
    subject: { kind: "run", id },
    sentence: `${by.name} ${edit === undefined ? "" : "changed and "}${word} what ${run.agent} proposed`,
  };
  const [written] = await db.batch([
    db.update(projectAgentRuns, set, open).returning(),
    auditIf(db, entry, clock.now(), projectAgentRuns, won),
  ]);
  if (!Array.isArray(written) || written.length === 0)
    throw new AppError("already_decided", `${run.decidedByName ?? "Someone"} already decided on this.`);
  if (accepted && run.mode !== "shadow") await applyRun(deps, { ...run, output }, by);
  await reviewRun(db, { id, accepted, by: { kind: "user", ...by }, nowMs: clock.now() }).catch(
    (error: unknown) => {
      // Made by rules alone, so there is no model run to review.
      if (!(error instanceof AppError)) throw error;
    },
  );
  await deps.changed(run.projectId);
  return showRun(deps, id);
}

/** Throws AppError `invalid_request` where nothing can be changed. */
function editedOutput({ agent, output }: RunRow, edit: ProjectAgentEdit): RunRow["output"] {
  const edited = workOf(agent)?.edited;
  if (edited === undefined || output === null)
    throw new AppError("invalid_request", "This can’t be changed before it’s accepted.");
  return edited(output, edit);
}

async function applyRun(
  deps: ProjectAgentDeps,
  run: RunRow,
  by: { readonly id: string; readonly name: string },
): Promise<void> {
  const { db, clock, timeZone } = deps;
  const work = workOf(run.agent);
  if (work?.apply === undefined || run.output === null) return;
  const about = {
    deps,
    from: { db, nowMs: clock.now(), timeZone },
    run,
    input: projectAgentInputSchema.parse(run.input),
    mode: run.mode ?? "propose",
  };
  try {
    const made = await work.apply(about, run.output, { kind: "user", ...by });
    await db.update(projectAgentRuns, { made }, eq(projectAgentRuns.id, run.id));
  } catch (error) {
    const undecided = { decision: null, decidedById: null, decidedByName: null, decidedAt: null };
    await db.update(projectAgentRuns, undecided, eq(projectAgentRuns.id, run.id));
    throw error;
  }
}

async function getRun(db: TenantDb, id: string): Promise<RunRow> {
  const row = await db.find(projectAgentRuns, eq(projectAgentRuns.id, id));
  if (row === null) throw new AppError("not_found", "That run doesn’t exist.");
  return row;
}

const DISPOSITIONS = { shadow: "shadow_logged", propose: "proposed", execute: "executed" } as const;

/** The document version written by each run. */
async function versionsOf(db: TenantDb, rows: readonly RunRow[]): Promise<ReadonlyMap<string, number>> {
  const wrote = rows.filter(({ agent, made }) => agent === "sow-generator" && (made ?? []).length > 0);
  if (wrote.length === 0) return new Map();
  const which = byIds(
    workspaceVersions.runId,
    wrote.map(({ id }) => id),
  );
  const { runId, version } = workspaceVersions;
  const found = await db.pick({ runId, version }, workspaceVersions, which);
  return new Map(found.map((one) => [one.runId ?? "", one.version]));
}

async function viewRuns(db: TenantDb, rows: readonly RunRow[], nowMs: number): Promise<ProjectAgentRun[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [paid, beside, versions] = await Promise.all([
    db.rows(runs, byIds(runs.id, ids)),
    besideOf(db, rows, nowMs),
    versionsOf(db, rows),
  ]);
  return rows.map((row) => {
    const cost = paid.find(({ id }) => id === row.id);
    const { decision, decidedAt } = row;
    return {
      id: row.id,
      projectId: row.projectId === "" ? null : row.projectId,
      agent: row.agent,
      status: row.status,
      trigger: row.trigger,
      requestedBy: row.requestedByName,
      input: row.input,
      disposition: row.mode === null ? null : DISPOSITIONS[row.mode],
      algorithm: row.algorithm,
      output: row.output as ProjectAgentRun["output"],
      context: row.context,
      problem: row.problem,
      decision:
        decision === null || decidedAt === null
          ? null
          : {
              accepted: decision === "accepted",
              by: row.decidedByName ?? "",
              at: decidedAt,
              made: [...(row.made ?? [])],
              version: versions.get(row.id) ?? null,
            },
      beside: beside.get(row.id) ?? null,
      cost:
        cost === undefined
          ? null
          : {
              usd: usdOf(cost.costMicroUsd),
              model: cost.model,
              tokens: cost.inputTokens + cost.outputTokens + cost.cacheReadTokens + cost.cacheWriteTokens,
            },
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
    };
  });
}
