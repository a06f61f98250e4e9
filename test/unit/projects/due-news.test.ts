/** Whoever has a task that is due hears of it once a day, by the days of their team's zone, where they want to. */
import { beforeEach, expect, it } from "vitest";
import { notifications } from "../../../src/notifications/tables/notifications.ts";
import { tasks } from "../../../src/projects/tables/projects.ts";
import { systemIds } from "../../../src/kernel/ids.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { notifyMember, setPreference, type NotificationDeps } from "../../../src/notifications/index.ts";
import { changeTask, PROJECT, removeRecord, tellWhatIsDue } from "../../../src/projects/index.ts";
import {
  DANA,
  freshProjects,
  HARBOR,
  HOUR_MS,
  members,
  projectWorld,
  someProject,
  someTask,
  START_MS,
  type World,
} from "./harness.ts";

/** `START_MS` is Wednesday 2026-11-25, noon in UTC: still the 25th in Chicago, already the 26th in Auckland. */
const CHICAGO = "America/Chicago";

let deps: World;
let projectId: string;
let me: string;
let other: string;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
  projectId = await someProject(deps);
  [me = "", other = ""] = (await members(deps)).filter((id) => id !== DANA.actor.id);
});

const due = (title: string, dueDate: string, assigneeIds = [me], inProject = projectId) =>
  someTask(deps, inProject, { title, dueDate, assigneeIds });

/** What the morning's job tells, as [who, title, lines]. */
async function morning({ timeZone = CHICAGO, slotMs = deps.clock.now(), world = deps } = {}) {
  const told: [string, string, string[]][] = [];
  await tellWhatIsDue({ ...world, timeZone }, new Date(slotMs).toISOString(), async (news) => {
    told.push([news.userId, news.title, news.body.split("\n")]);
  });
  return told;
}

it("gathers what is due today and tomorrow and what has just become overdue", async () => {
  await due("Long late", "2026-11-23");
  await due("Late", "2026-11-24");
  await due("Today", "2026-11-25", [me, other]);
  await due("Tomorrow", "2026-11-26");
  await due("Later", "2026-11-27");
  await someTask(deps, projectId, { title: "Any time", assigneeIds: [me] });
  expect(await morning()).toEqual([
    [
      me,
      "Your tasks: 1 overdue, 1 due today, 1 due tomorrow",
      ["Overdue: Late", "Due today: Today", "Due tomorrow: Tomorrow"],
    ],
    [other, "Due today: Today", [""]],
  ]);
});

it("tells after missed mornings what fell overdue on them", async () => {
  await due("Late on Monday", "2026-11-22");
  await due("Late before", "2026-11-21");
  expect(await morning({ slotMs: START_MS - 48 * HOUR_MS })).toEqual([[me, "Overdue: Late on Monday", [""]]]);
});

it("goes by the days of the team's zone", async () => {
  await due("Eve", "2026-11-25");
  await due("Thanksgiving", "2026-11-26");
  expect(await morning({ timeZone: "Pacific/Auckland" })).toEqual([
    [me, "Your tasks: 1 overdue, 1 due today", ["Overdue: Eve", "Due today: Thanksgiving"]],
  ]);
});

it("leaves out what is done, cancelled, gone, or another team's", async () => {
  const done = await due("Done", "2026-11-25");
  const dropped = await due("Dropped", "2026-11-25");
  await changeTask(deps, { id: done.id, version: 1, status: "completed" }, DANA);
  await changeTask(deps, { id: dropped.id, version: 1, status: "cancelled" }, DANA);
  const gone = await someProject(deps, "Gone");
  await due("In a deleted project", "2026-11-25", [me], gone);
  await removeRecord(deps, PROJECT, { id: gone, version: 1 }, DANA);
  expect(await morning()).toEqual([]);
  await due("Theirs", "2026-11-25");
  expect(await morning({ world: projectWorld(HARBOR) })).toEqual([]);
});

it("counts all of more than a page, and names five", async () => {
  const row = await due("Task", "2026-11-25");
  const titles = Array.from({ length: 205 }, (_, at) => `Task ${at}`);
  for (let at = 0; at < titles.length; at += 50)
    await deps.db.batch(
      titles
        .slice(at, at + 50)
        .map((title) => deps.db.insert(tasks, { ...row, id: systemIds.newId(), title })),
    );
  const [[, title, lines] = ["", "", []]] = await morning();
  expect(title).toBe("Your tasks: 206 due today");
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toBe("and 201 more");
});

it("is one notice a day, also when the job runs again, and none for whoever turned it off", async () => {
  const world: NotificationDeps = {
    db: deps.db,
    clock: deps.clock,
    ids: systemIds,
    logger: silentLogger,
    sendPush: () => Promise.resolve({ kind: "sent", status: 201 }),
    timeZone: () => Promise.resolve(CHICAGO),
    appUrl: "http://localhost",
    allowsEndpoint: () => true,
    publish: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
  };
  const run = () =>
    tellWhatIsDue({ ...deps, timeZone: CHICAGO }, new Date(deps.clock.now()).toISOString(), async (news) => {
      await notifyMember(world, { ...news, kinds: ["deadline"], because: "It’s their work." });
    });
  const shown = async () =>
    (await deps.db.rows(notifications)).map(({ title, url, audience }) => [audience?.join(), title, url]);
  await due("Today", "2026-11-25", [me, other]);
  for (const channel of ["app", "push"] as const)
    await setPreference(deps.db, other, { kind: "deadline", channel, on: false });
  await run();
  await due("One more", "2026-11-25");
  deps.pass(HOUR_MS);
  await run();
  expect(await shown()).toEqual([[me, "Due today: Today", "http://localhost/work"]]);
  deps.pass(24 * HOUR_MS);
  await run();
  expect((await shown()).map(([, title]) => title)).toEqual(["Due today: Today", "Your tasks: 2 overdue"]);
});
