/** What agents of projects look up by meaning beside the records, and what else they are told (seed 004:541–548, 758, 800, 2453–2466). */
import { beforeEach, expect, it } from "vitest";
import { make } from "../../../../src/projects/agent-work/ask.ts";
import { workOf } from "../../../../src/projects/agent-work/agents/index.ts";
import type { ProjectAgentDeps, RunRow } from "../../../../src/projects/agent-work/types.ts";
import type { ProjectAgentName } from "../../../../src/projects/api/project-agents.ts";
import {
  changeTask,
  createProject,
  createRecord,
  CUSTOM_FIELD,
  setBaseline,
} from "../../../../src/projects/index.ts";
import { isoTime } from "../../../../src/kernel/clock.ts";
import { depsIn } from "../../../eval/projects/by-code.ts";
import {
  ALDER,
  DANA,
  freshProjects,
  projectWorld,
  someProject,
  someTask,
  START_MS,
  type World,
} from "../harness.ts";

let world: World;
let looked: string[];
let read: string;
let near: Record<string, readonly { readonly id: string; readonly score: number }[]>;

beforeEach(async () => {
  await freshProjects();
  world = projectWorld(ALDER);
  [looked, read, near] = [[], "", {}];
});

/** Has an agent prepare and ask; no model answers. */
async function ask(agent: ProjectAgentName, projectId: string, words?: string): Promise<void> {
  const deps = {
    ...depsIn(world, (text) => {
      read = text;
      return { kind: "unanswered", problem: "no model is asked" };
    }),
    find: async (question: string, _project: string, limit: number) => {
      looked.push(question);
      return Array.from({ length: limit + 5 }, (_, at) => `${question} #${at}`).slice(0, limit);
    },
    nearTasks: async (title: string) => near[title] ?? [],
  } as unknown as ProjectAgentDeps;
  const work = workOf(agent);
  if (work === null) throw new Error(`${agent} does no pieces of work`);
  const run = {
    id: "run_1",
    agent,
    projectId,
    requestedById: "user_demo_dana",
    createdAt: isoTime(START_MS),
    trigger: "request",
  } as RunRow;
  const from = { db: world.db, nowMs: START_MS, timeZone: "America/New_York" };
  const prepared = await work.prepare({
    deps,
    from,
    run,
    input: words === undefined ? {} : { words },
    mode: "propose",
  });
  const standing = {
    title: "",
    enabled: true,
    mode: "propose",
    isOwnMode: true,
    tokenBudget: 8_000,
  } as const;
  await make(deps, run, prepared, standing).catch(() => {});
}

it("what to do next looks for how work like it was finished", async () => {
  const id = await someProject(world);
  await someTask(world, id, { title: "Flash the chimney", assigneeIds: ["user_demo_dana"] });
  await ask("whats-next", id);
  expect(looked).toEqual([expect.stringMatching(/^How work like this was finished.*: Flash the chimney$/)]);
  expect(read).toContain(`<found>\n${looked[0]} #0\n`);
});

it("what was added to a scope is shown beside the task nearest in meaning, unless it is another project's or far", async () => {
  const { id, version } = (await createProject(world, { name: "Roof" }, DANA)).row;
  const flashing = await someTask(world, id, { title: "Renew the flashing at the chimney" });
  await setBaseline(world, { id, version }, DANA);
  world.pass(60_000);
  const again = await someTask(world, id, { title: "Make the stack watertight" });
  const far = await someTask(world, id, { title: "Paint the porch" });
  const elsewhere = await someTask(world, await someProject(world, "Other"), { title: "Porch paint" });
  near = {
    [again.title]: [
      { id: again.id, score: 1 },
      { id: flashing.id, score: 0.7 },
    ],
    [far.title]: [
      { id: far.id, score: 1 },
      { id: elsewhere.id, score: 0.9 },
      { id: flashing.id, score: 0.3 },
    ],
  };
  await ask("scope-detector", id);
  expect(read).toMatch(
    /added: T\d+ \| Make the stack watertight.*nearest in meaning: T\d+ \(Renew the flashing at the chimney\)/,
  );
  expect(read).toMatch(/added: T\d+ \| Paint the porch/);
  expect(read).not.toMatch(/Paint the porch.*nearest/);
});

it("lessons look for causes on record, and a statement of work for how its client puts things", async () => {
  const { id } = (await createProject(world, { name: "Hall", clientName: "Maple LLC" }, DANA)).row;
  const task = await someTask(world, id, { title: "Strip the paper" });
  await changeTask(world, { id: task.id, version: task.version, status: "completed" }, DANA);
  await ask("learning-agent", "");
  expect(looked.splice(0)).toEqual([expect.stringMatching(/^Why finished work was late or blocked/)]);
  await ask("sow-generator", id);
  expect(looked).toEqual([
    "statement of work Hall Maple LLC",
    expect.stringMatching(/^What Maple LLC asks for .* Hall$/),
  ]);
  // Two queries share the room of one.
  expect(read.match(/ #\d+$/gm)).toHaveLength(10);
});

it("a plan is told the fields of its project's tasks, and no other project's", async () => {
  const [id, other] = [await someProject(world), await someProject(world, "Other")];
  const field = (name: string, projectId: string | null, options: string[] = []) =>
    createRecord(
      world,
      CUSTOM_FIELD,
      {
        name,
        projectId,
        type: options.length === 0 ? "multi_select" : "select",
        options,
        sortOrder: 1,
      } as never,
      DANA,
    );
  await field("Trade", null, ["Plumbing", "Roofing"]);
  await field("Permit", id, ["Needed", "None"]);
  await field("Guest list", other, ["A"]);
  await ask("wbs-generator", id, "Renew the roof before winter.");
  expect(read).toContain("Each task here has the field “Trade”: Plumbing, Roofing.");
  expect(read).toContain("Each task here has the field “Permit”: Needed, None.");
  expect(read).not.toContain("Guest list");
});
