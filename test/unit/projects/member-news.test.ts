/** Members hear of their projects what they want to, where they want to; nobody else sees it, and many of a kind at once are one. */
import { beforeEach, describe, expect, it } from "vitest";
import { notificationPreferences, notifications } from "../../../src/notifications/tables/notifications.ts";
import { consumeEvents } from "../../../src/platform/events/index.ts";
import { systemIds } from "../../../src/kernel/ids.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import {
  list,
  listPreferences,
  notifyMember,
  setPreference,
  type NotificationDeps,
} from "../../../src/notifications/index.ts";
import {
  PROJECT,
  addComment,
  changeRecord,
  changeTask,
  projectNewsConsumer,
  type MemberNews,
} from "../../../src/projects/index.ts";
import {
  AGENT,
  DANA,
  freshProjects,
  members,
  projectWorld,
  someProject,
  someTask,
  type World,
} from "./harness.ts";

let deps: World;
let projectId: string;
let me: string;
let other: string;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
  projectId = await someProject(deps);
  const others = (await members(deps)).filter((id) => id !== DANA.actor.id);
  [me = "", other = ""] = others;
});

async function heard(): Promise<MemberNews[]> {
  const told: MemberNews[] = [];
  const consumers = [projectNewsConsumer(deps, async (news) => void told.push(news))];
  await consumeEvents(
    { db: deps.db, clock: deps.clock, logger: silentLogger },
    consumers,
    Number.MAX_SAFE_INTEGER,
  );
  return told;
}
const briefly = (told: readonly MemberNews[]) =>
  told.map(({ userId, kinds, title }) => [userId, kinds.join(" "), title]);

describe("a member hears", () => {
  it("of a task made for them, of words about it, and of what Steward does to it", async () => {
    const task = await someTask(deps, projectId, { assigneeIds: [me] });
    await addComment(deps, { projectId, taskId: task.id, body: "Which color?", mentions: [] }, DANA);
    await changeTask(deps, { id: task.id, version: 1, status: "in_progress" }, AGENT);
    expect(briefly(await heard()).filter(([userId]) => userId === me)).toEqual([
      [me, "assigned", "Assigned to you: Order shingles"],
      [me, "commented", "Dana Whitfield commented: Order shingles"],
      [me, "status ai", "Now in progress: Order shingles"],
    ]);
  });

  // Seed 004:2060.
  it("of what Steward changes in a project where they have open tasks, and of nothing a person changes", async () => {
    await someTask(deps, projectId, { assigneeIds: [me] });
    await heard();
    await changeRecord(deps, PROJECT, { id: projectId, version: 1, description: "By Steward" }, AGENT);
    expect(briefly(await heard()).filter(([userId]) => userId === me)).toEqual([
      [me, "ai", expect.stringMatching(/^Steward changed the project: /)],
    ]);
    await changeRecord(deps, PROJECT, { id: projectId, version: 2, description: "By Dana" }, DANA);
    expect(await heard()).toEqual([]);
  });

  it("of many at once as one", async () => {
    for (const title of ["A", "B", "C", "D", "E", "F"])
      await someTask(deps, projectId, { title, assigneeIds: [me] });
    const told = await heard();
    expect(briefly(told)).toEqual([[me, "assigned", "6 tasks assigned to you"]]);
    expect(told[0]?.body).toBe("A\nB\nC\nD\nE\nand 1 more");
  });
});

describe("a choice", () => {
  const world = (): NotificationDeps => ({
    db: deps.db,
    clock: deps.clock,
    ids: systemIds,
    logger: silentLogger,
    sendPush: () => Promise.resolve({ kind: "sent", status: 201 }),
    timeZone: () => Promise.resolve("UTC"),
    appUrl: "http://localhost",
    allowsEndpoint: () => true,
    publish: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
  });
  const news = (key: string) => ({
    key,
    userId: me,
    kinds: ["status" as const],
    about: "task_1",
    title: "Now blocked: Roof",
    body: "",
    path: "/projects",
    because: "It is theirs",
  });
  const shownTo = async (userId: string) => (await list(deps, userId, {})).items.map(({ title }) => title);

  it("is one row where it differs from the default, and none again after", async () => {
    const rows = () => deps.db.rows(notificationPreferences);
    await setPreference(deps.db, me, { kind: "status", channel: "push", on: true });
    expect(await rows()).toMatchObject([{ userId: me, kind: "status", channel: "push", on: true }]);
    expect((await listPreferences(deps.db, me)).find(({ kind }) => kind === "status")?.push).toBe(true);
    expect((await listPreferences(deps.db, other)).find(({ kind }) => kind === "status")?.push).toBe(false);
    await setPreference(deps.db, me, { kind: "status", channel: "push", on: false });
    expect(await rows()).toEqual([]);
  });

  it("decides whether and where it is told, to them alone", async () => {
    await notifyMember(world(), news("1"));
    expect(await shownTo(me)).toEqual(["Now blocked: Roof"]);
    expect(await shownTo(other)).toEqual([]);
    await setPreference(deps.db, me, { kind: "status", channel: "app", on: false });
    await notifyMember(world(), news("2"));
    expect(await deps.db.rows(notifications)).toHaveLength(1);
    await setPreference(deps.db, me, { kind: "status", channel: "push", on: true });
    await notifyMember(world(), news("3"));
    expect((await deps.db.rows(notifications)).map(({ only }) => only)).toEqual(["app", "push"]);
    expect(await shownTo(me)).toHaveLength(1);
  });
});
