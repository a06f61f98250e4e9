/** A case worked on without a model: its projects brought into records, the agent's own reading, rules and checks over them. What code decides is graded as it is, with nothing in its place. */
import { isoTime } from "../../../src/kernel/clock.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { make, type Made } from "../../../src/projects/agent-work/ask.ts";
import { workOf } from "../../../src/projects/agent-work/agents/index.ts";
import type { AgentAnswer, ProjectAgentDeps, RunRow, Work } from "../../../src/projects/agent-work/types.ts";
import { bringProject, createRecord, RATE } from "../../../src/projects/index.ts";
import type { ProjectAgentName } from "../../../src/projects/api/project-agents.ts";
import { DANA, freshProjects, projectWorld, START_MS, type World } from "../../unit/projects/harness.ts";
import type { ProjectCase } from "./set.ts";
import { ZONE } from "./snapshot.ts";

/** The time of what is decided by code. */
export const NOW_MS = START_MS;
const BUDGET_TOKENS = 8_000;
const TASKS_AT_ONCE = 50;

/** A world with the case's projects and nothing of other cases'. */
export async function worldOf(one: ProjectCase): Promise<World> {
  await freshProjects();
  const world = projectWorld();
  for (const { tasks, ...project } of one.projects(NOW_MS))
    for (let at = 0; at === 0 || at < tasks.length; at += TASKS_AT_ONCE)
      await bringProject(world, { ...project, tasks: tasks.slice(at, at + TASKS_AT_ONCE) }, DANA);
  for (const [role, perHour] of Object.entries(one.rates ?? {}))
    await createRecord(world, RATE, { role, perHour, userId: null, currency: "USD" }, DANA);
  return world;
}

/** What the agents are given of such a world; `answer` stands where the model does. */
export function depsIn(
  world: World,
  answer: (text: string) => AgentAnswer,
): Pick<
  ProjectAgentDeps,
  "db" | "clock" | "logger" | "timeZone" | "standing" | "ask" | "typeTasks" | "find" | "nearTasks"
> {
  return {
    db: world.db,
    clock: world.clock,
    logger: { debug() {}, info() {}, warn() {}, error() {} } as never,
    timeZone: ZONE,
    standing: async () => STANDING,
    ask: async ({ text }) => answer(text),
    typeTasks: async () => null,
    find: async () => [],
    nearTasks: async () => [],
  };
}

const STANDING = {
  title: "The agent",
  enabled: true,
  mode: "propose",
  isOwnMode: true,
  tokenBudget: BUDGET_TOKENS,
} as const;

const NOBODY: AgentAnswer = { kind: "unanswered", problem: "no model is asked" };

/** A piece of work as the product does it. */
export interface Done {
  readonly output: Json;
  readonly algorithm: Made["algorithm"];
  /** What the agent was given to read; null where there was nothing to ask. */
  readonly read: string | null;
}

/** Does it. With a draft, as if a model had answered it; else by rules. */
export async function workedByCode(
  agent: ProjectAgentName,
  one: ProjectCase,
  draft: ProjectCase["draft"] = one.draft,
): Promise<Done> {
  const world = await worldOf(one);
  const run = {
    id: "run_1",
    agent,
    projectId: one.projectId,
    requestedById: "user_demo_dana",
    createdAt: isoTime(NOW_MS),
    trigger: "request",
  } as RunRow;
  let read: string | null = null;
  const deps = depsIn(world, (text) => {
    read = text;
    return draft === undefined ? NOBODY : { kind: "answered", draft: draft() };
  }) as ProjectAgentDeps;
  const work = workOf(agent);
  if (work === null) throw new Error(`${agent} does no pieces of work`);
  const from = { db: world.db, nowMs: NOW_MS, timeZone: ZONE };
  const about: Work = { deps, from, run, input: one.input, mode: "propose" };
  const prepared = await work.prepare(about);
  const { output, algorithm } = await make(deps, run, prepared, STANDING);
  return { output, algorithm, read };
}
