/**
 * Wires the agents that run projects: implements their ports with models, search, the gate and the team's
 * settings.
 */
import type { Task, WorkResult } from "../platform/work/index.ts";
import { getOnCall, findOnRecord } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { quietUntil } from "../approvals/policy/index.ts";
import { eq } from "drizzle-orm";
import { byIds, users } from "../platform/db/index.ts";
import { projects } from "./tables/projects.ts";
import {
  foundLines,
  modeOf,
  startRun,
  workOnProjectAgents,
  type ProjectAgentDeps,
  type AgentAnswer,
  type AgentQuestion,
  type Mode,
  type Reader,
  type TellMember,
  aroundQuestion,
} from "./agent-work/index.ts";
import { standingOf, askOnce, runTool } from "../agent/open.ts";
import { projectDeps } from "./open.ts";
import { tenantHandle } from "../agent/tools/tenant.ts";
import { workspace } from "../workspace/open.ts";
import { getAgent, type AgentWorld } from "../agent/index.ts";
import { projectConversation } from "../approvals/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import type { ProjectAgentName } from "./api/project-agents.ts";
import { ledWords } from "../agent/tools/reach.ts";
import { notifier } from "../platform/notifier.ts";
import { STEWARD } from "../agent/api/message.ts";
import { taskTypes, taskTypesSchema } from "./agents/task-types.ts";
import type { FoundPassage } from "../platform/api/search-items.ts";

export async function projectAgentDeps(ctx: TenantContext): Promise<ProjectAgentDeps> {
  const db = ctx.db;
  const timeZone = await ctx.timeZone();
  return {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    timeZone,
    newId: () => ctx.ids.newId(),
    standing: (agent) => standingOf(ctx, agent),
    typeTasks: typeTasks(ctx),
    ask: (question, reader) => askProjectAgent(ctx, timeZone, question, reader),
    async find(question, projectId, limit) {
      const found = await tenantHandle(ctx).retrieve({ question, limit }, { userId: null });
      const shelves = found.flatMap(({ shelf }) => shelf ?? []);
      const named = await db.rows(projects, byIds(projects.id, shelves));
      const projectNames = new Map(named.map(({ id, name }) => [id, name]));
      return foundLines(found, { timeZone, projectId, projectNames });
    },
    async nearTasks(title) {
      const query = { question: title.slice(0, 400), sources: ["task"], limit: 5 } as const;
      return tenantHandle(ctx).retrieve(query, { userId: null });
    },
    tell: (message) => tellMember(ctx, timeZone, message),
    async quietUntilMs() {
      const { onCall } = await getOnCall(db);
      return quietUntil(ctx.clock.now(), onCall.staffQuietHours, timeZone);
    },
    writing: projectDeps(ctx),
    files: workspace(ctx),
    wake: () => ctx.wake("projects.agents"),
    changed: (projectId) =>
      ctx.publish({
        type: "projects.changed",
        entities: ["agent_run"],
        projectIds: projectId === "" ? [] : [projectId],
        taskIds: [],
        more: false,
      }),
  };
}

/** Works on due runs. */
export async function runProjectAgents(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return workOnProjectAgents(await projectAgentDeps(ctx), untilMs);
}

export interface AgentStart {
  readonly key: string;
  readonly projectId: string;
  readonly agent: ProjectAgentName;
  /** What it should heed. */
  readonly words: string | undefined;
  readonly by: { readonly id: string; readonly name: string };
}

/** Starts an agent of a project for a colleague; `problem` says why it can't run. Idempotent by key. */
export async function startProjectAgent(
  ctx: TenantContext,
  { key, words, ...asked }: AgentStart,
): Promise<{ readonly title: string; readonly mode: Mode; readonly problem: string | null }> {
  const deps = await projectAgentDeps(ctx);
  const standing = await deps.standing(asked.agent);
  const { title } = standing;
  const { mode } = await modeOf(deps, asked.agent, standing);
  if (!standing.enabled)
    return { title, mode, problem: `${title} is turned off. An admin turns it on in Settings → Agents.` };
  const id = await derivedId("agent_run", ctx.tenantId, key);
  await startRun(deps, { ...asked, id, input: words === undefined ? {} : { words } });
  return { title, mode, problem: null };
}

async function askProjectAgent(
  ctx: TenantContext,
  timeZone: string,
  question: AgentQuestion,
  reader: Partial<Reader> = {},
): Promise<AgentAnswer> {
  const definition = getAgent(question.agent);
  const { end, output, text } = await askOnce(ctx, {
    runId: question.runId,
    agent: definition,
    text: question.text,
    about: question.about,
    conversationId: projectConversation(question.projectId),
    trigger: `project.${question.trigger}`,
    startedBy: question.startedBy,
    timeZone,
    mode: question.mode,
    ...reader,
    before: [
      {
        kind: "hook",
        name: "context",
        status: `${question.context.usedTokens} of ${question.context.budgetTokens} tokens`,
        at: isoTime(ctx.clock.now()),
        durationMs: 0,
        detail: { ...question.context },
      },
    ],
  });
  if (output !== undefined) return { kind: "answered", draft: output };
  if (definition.output === undefined && end.reason === "end_turn") return { kind: "answered", draft: text };
  return {
    kind: "unanswered",
    problem: end.error?.message ?? UNABLE[end.reason] ?? "The agent gave no answer.",
  };
}

const UNABLE: Readonly<Record<string, string>> = {
  budget_spent: "The month’s budget is used up.",
  rate_limited: "This hour’s limit of model calls is reached.",
};

/**
 * Messages a member: in Slack as a call through the gate, where every hook and rule applies; without Slack,
 * as a notification. So does an admin where the mode asks for approval: the card would ask them to approve a
 * message to themselves, and show them its words.
 */
async function tellMember(
  ctx: TenantContext,
  timeZone: string,
  message: TellMember,
): ReturnType<ProjectAgentDeps["tell"]> {
  const { to, mode } = message;
  const member = mode === "propose" ? await ctx.db.find(users, eq(users.id, to.userId)) : null;
  const asked = member?.role === "admin" ? null : await askToTell(ctx, timeZone, message);
  if (asked !== null) return asked;
  const { text, isLed, callId, projectId, path } = message;
  await notifier(ctx).notifyMember({
    key: `nudge:${callId}`,
    about: projectConversation(projectId),
    title: "From the project manager",
    body: isLed ? ledWords(text, "records of the project", await findOnRecord(ctx.db, text)) : text,
    path,
    userId: to.userId,
    kinds: ["due"],
    because: "It’s about their task",
  });
  return { disposition: "notified", approval_id: null };
}

/** The message in Slack; null where it isn't connected. */
async function askToTell(
  ctx: TenantContext,
  timeZone: string,
  { runId, projectId, callId, to, text, isLed }: TellMember,
): Promise<Awaited<ReturnType<ProjectAgentDeps["tell"]>> | null> {
  const conversationId = projectConversation(projectId);
  const call = { id: callId, name: "send_slack_message", input: { to: to.name, text } };
  const answer = await runTool(ctx)(call, {
    tenantId: ctx.tenantId,
    timeZone,
    conversationId,
    conversationTitle: "Project manager",
    runId,
    agent: "ai-pm",
    speaker: STEWARD,
    outside: isLed,
    recentTexts: [],
  });
  const [approval] = answer.approvals;
  if (approval !== undefined) return { disposition: "proposed", approval_id: approval.id };
  if (answer.status === "denied") return { disposition: "noted", approval_id: null };
  return answer.waitsUntil === undefined ? null : { disposition: "held", approval_id: null };
}

export function typeTasks(ctx: TenantContext): ProjectAgentDeps["typeTasks"] {
  return async ({ runId, titles, known }) => {
    const { output } = await askOnce(ctx, {
      parentRunId: runId,
      agent: taskTypes,
      text: [
        known.length === 0 ? "The team uses no kinds yet." : `The team’s kinds: ${known.join(", ")}.`,
        "<records>",
        ...titles.map((title, at) => `${at + 1}. ${title}`),
        "</records>",
      ].join("\n"),
      about: "Kinds of finished work",
      conversationId: projectConversation(""),
      trigger: "delegate",
      startedBy: "agent:learning-agent",
      timeZone: await ctx.timeZone(),
    });
    const read = taskTypesSchema.safeParse(output);
    return read.success ? read.data.types : null;
  };
}

/** Agents that receive it. */
const AROUND: ReadonlySet<string> = new Set(["nl-query"]);

/** Loads the context the asker may see. Failures are logged and ignored. */
export function aroundOf(ctx: TenantContext): AgentWorld["aroundOf"] {
  return async ({ agent, ...asked }, { id = null }) => {
    if (!AROUND.has(agent)) return null;
    const nowMs = ctx.clock.now();
    try {
      const [timeZone, { tokenBudget }] = await Promise.all([ctx.timeZone(), standingOf(ctx, agent)]);
      const tenant = tenantHandle(ctx);
      const found: FoundPassage[] = [];
      const retrieve: Parameters<typeof aroundQuestion>[0]["retrieve"] = async (query) => {
        const passages = await tenant.retrieve(query, { userId: id });
        found.push(...passages);
        return passages;
      };
      const deps = { db: ctx.db, nowMs, timeZone, budgetTokens: tokenBudget, retrieve };
      const { parts, trace } = await aroundQuestion(deps, asked);
      const step = {
        kind: "hook",
        name: "context",
        status: `${trace.usedTokens} of ${trace.budgetTokens} tokens`,
        at: isoTime(nowMs),
        durationMs: ctx.clock.now() - nowMs,
        detail: { ...trace },
      } as const;
      return { parts, step, quotes: found.flatMap(({ quote }) => quote ?? []) };
    } catch (error) {
      ctx.log.warn("agent.context_failed", { tenantId: ctx.tenantId, error });
      return null;
    }
  };
}
