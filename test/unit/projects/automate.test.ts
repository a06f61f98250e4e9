/** Rules act once on what they hear, never in circles; members hear of what is theirs. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { automationRules } from "../../../src/projects/tables/projects-more.ts";
import { tasks } from "../../../src/projects/tables/projects.ts";
import { consumeEvents } from "../../../src/platform/events/index.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import {
  addComment,
  AUTOMATION,
  automationConsumer,
  changeTask,
  createRecord,
  projectNewsConsumer,
  type MemberNews,
} from "../../../src/projects/index.ts";
import { DANA, freshProjects, members, projectWorld, someProject, someTask, type World } from "./harness.ts";

let deps: World;
let projectId: string;
let told: MemberNews[];
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
  projectId = await someProject(deps);
  told = [];
});

async function settle(): Promise<void> {
  const tell = async (news: MemberNews) => void told.push(news);
  const consumers = [automationConsumer(deps, tell), projectNewsConsumer(deps, tell)];
  for (let round = 0; round < 8; round++)
    await consumeEvents(
      { db: deps.db, clock: deps.clock, logger: silentLogger },
      consumers,
      Number.MAX_SAFE_INTEGER,
    );
}
const rowOf = async (id: string) =>
  (await deps.db.find(tasks, eq(tasks.id, id))) ?? expect.fail("it is gone");
const rule = (values: object) => createRecord(deps, AUTOMATION, { name: "Rule", ...values }, DANA);

describe("rules", () => {
  it("act where their conditions hold, once for an event", async () => {
    const [userId = ""] = await members(deps);
    const made = await rule({
      event: "task.status_changed",
      conditions: {
        and: [
          { column: "status", op: "eq", value: "blocked" },
          { column: "project.name", op: "contains", value: "birch" },
        ],
      },
      actions: [
        { type: "set_priority", priority: "critical" },
        { type: "assign", userId },
        { type: "comment", body: "Blocked: please look." },
        { type: "notify", userId, words: "Blocked" },
      ],
    });
    const task = await someTask(deps, projectId);
    await settle();
    expect((await rowOf(task.id)).version).toBe(1);
    await changeTask(deps, { id: task.id, version: 1, status: "blocked" }, DANA);
    await settle();
    await settle();
    expect(await rowOf(task.id)).toMatchObject({
      priority: "critical",
      assigneeIds: [userId],
      commentCount: 1,
      version: 3,
    });
    expect(told.map(({ title }) => title)).toEqual([
      "Blocked: Order shingles",
      "Assigned to you: Order shingles",
      "Rule “Rule” commented: Order shingles",
    ]);
    expect(await deps.db.find(automationRules, eq(automationRules.id, made.row.id))).toMatchObject({
      runs: 1,
      problem: null,
    });
  });

  it("tell whom they tell also where that broke off after they had acted, and act and count once", async () => {
    const [userId = ""] = await members(deps);
    const made = await rule({
      event: "task.created",
      conditions: { column: "status", op: "eq", value: "created" },
      actions: [
        { type: "set_status", status: "in_progress" },
        { type: "notify", userId, words: "It has begun" },
      ],
    });
    const task = await someTask(deps, projectId);
    let isDead = true;
    const tell = (news: MemberNews): Promise<void> => {
      if (isDead) return Promise.reject(new Error("killed"));
      told.push(news);
      return Promise.resolve();
    };
    const read = () =>
      consumeEvents(
        { db: deps.db, clock: deps.clock, logger: silentLogger },
        [automationConsumer(deps, tell)],
        Number.MAX_SAFE_INTEGER,
      );
    await expect(read()).rejects.toThrow();
    expect(await rowOf(task.id)).toMatchObject({ status: "in_progress", version: 2 });
    isDead = false;
    await read();
    await read();
    expect(told.map(({ title }) => title)).toEqual(["It has begun: Order shingles"]);
    expect(await rowOf(task.id)).toMatchObject({ version: 2 });
    expect(await deps.db.find(automationRules, eq(automationRules.id, made.row.id))).toMatchObject({
      runs: 1,
    });
  });

  it("that set each other off come to an end", async () => {
    const flip = (from: string, to: string) =>
      rule({
        event: "task.status_changed",
        conditions: { column: "status", op: "eq", value: from },
        actions: [{ type: "set_status", status: to }],
      });
    await flip("blocked", "in_review");
    await flip("in_review", "blocked");
    const task = await someTask(deps, projectId);
    await changeTask(deps, { id: task.id, version: 1, status: "blocked" }, DANA);
    await settle();
    expect(await rowOf(task.id)).toMatchObject({ status: "blocked", version: 4 });
  });
});

describe("members", () => {
  it("hear that they were named, not by themselves", async () => {
    const [userId = ""] = await members(deps);
    const task = await someTask(deps, projectId);
    const by = { actor: { kind: "user", id: "user_other", name: "Omar" } } as const;
    await addComment(deps, { projectId, taskId: task.id, body: "Can you look?", mentions: [userId] }, by);
    await addComment(
      deps,
      { projectId, taskId: task.id, body: "Me.", mentions: [userId] },
      { actor: { ...by.actor, id: userId } },
    );
    await settle();
    expect(told.map(({ title, userId: whom }) => [title, whom])).toEqual([
      ["Omar mentioned you: Order shingles", userId],
    ]);
  });
});
