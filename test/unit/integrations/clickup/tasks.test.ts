/** Tasks as the agent reads them, and as approved effects change them: our client and the sandbox, each held to ClickUp's own description. */
import { beforeEach, describe, expect, it } from "vitest";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import { findTask, readComments, readTasks } from "../../../../src/integrations/clickup/read.ts";
import { AppError, IntegrationError } from "../../../../src/kernel/errors.ts";
import { commentOnTask } from "../../../../src/integrations/clickup/tools/comment-on-task.ts";
import { createTask } from "../../../../src/integrations/clickup/tools/create-task.ts";
import { deleteTask } from "../../../../src/integrations/clickup/tools/delete-task.ts";
import { getTask } from "../../../../src/integrations/clickup/tools/get-task.ts";
import { getTasks } from "../../../../src/integrations/clickup/tools/get-tasks.ts";
import { listLists } from "../../../../src/integrations/clickup/tools/list-lists.ts";
import { searchTasks } from "../../../../src/integrations/clickup/tools/search-tasks.ts";
import { updateTask } from "../../../../src/integrations/clickup/tools/update-task.ts";
import type { Acting } from "../../../../src/agent/tools/call.ts";
import type { Tenant } from "../../../../src/agent/tools/tenant.ts";
import { openSystems, type WantedTask } from "../../../../src/projects/tools/planning/task-systems.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import { driverOf, tenantOf, through, type Line } from "../vendors/service-world.ts";
import { clickUpWorld, type ClickUpWorld } from "./click-up.ts";

let world: ClickUpWorld;
beforeEach(async () => {
  world = await clickUpWorld();
  return () => expect(world.sandbox.violations?.()).toEqual([]);
});

const { look, cited, rows, resolve, refusal, perform, holds } = through(() => driverOf(world));

async function storyOf(query: string): Promise<Line> {
  const [task] = await rows(searchTasks, { query });
  if (task === undefined) throw new Error(`no task about ${query}`);
  return task;
}

describe("what the agent reads", () => {
  it("lists the lists of the spaces that are set up, with folders and people, and no other space", async () => {
    const result = await look(listLists, {});
    const lists = JSON.stringify(result);
    expect(lists).toContain("Operations › Buildings › Repairs");
    expect(lists).toContain("Tom Okafor");
    expect(lists).not.toContain("Dana only");
    const repairs = await look(listLists, { list: "repairs" });
    expect(repairs).toMatchObject({
      data: {
        statuses: ["to do", "in progress", "waiting", "complete"],
        views: [{ name: "Waiting for somebody" }],
      },
    });
  });

  it("gets tasks by list, person, status, tag and day, the next due first, and by a view", async () => {
    const open = await rows(getTasks, { list: "Repairs" });
    expect(open.length).toBeGreaterThan(3);
    expect(new Set(open.map(({ list }) => list))).toEqual(new Set(["Repairs"]));
    expect(open.every(({ status }) => status !== "complete")).toBe(true);
    const dues = open.flatMap(({ due }) => (typeof due === "string" ? [due.slice("Fri ".length)] : []));
    expect(dues).toEqual(dues.toSorted());
    const toms = await rows(getTasks, { assignee: "Tom", status: "to do", tag: "gate" });
    expect(toms.map(({ name }) => name)).toEqual(["Side gate at 45 Wren Court does not latch"]);
    // The world stands on March 18.
    const due = await rows(getTasks, { dueFrom: "2026-03-18", dueTo: "2026-03-19" });
    expect(due.map(({ due: day }) => day)).toEqual(
      due.map(() => expect.stringMatching(/^(?:Wed 2026-03-18|Thu 2026-03-19)$/)),
    );
    expect(due.length).toBeGreaterThan(1);
    expect((await rows(getTasks, { dueTo: "2026-03-17" })).every((task) => task["overdue"] === true)).toBe(
      true,
    );
    const waiting = await rows(getTasks, { list: "Repairs", view: "waiting for somebody" });
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(["waiting"]));
  });

  it("pages, and says how to go on where a name fits nothing or several", async () => {
    const first = await look(getTasks, { closed: true });
    expect(first).toMatchObject({ kind: "list", more: true });
    expect(await look(getTasks, { closed: true, page: 1 })).toMatchObject({ more: false });
    expect(await look(getTasks, { list: "Plumbing" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Repairs (90130001)"),
    });
    expect(await look(getTasks, { assignee: "Nobody" })).toMatchObject({
      message: expect.stringContaining("Tom Okafor"),
    });
  });

  it("finds tasks by all their words, closed ones too, and shows one whole with its comments", async () => {
    expect(await storyOf("Wren stairwell")).toMatchObject({ status: "complete", assignees: ["Tom Okafor"] });
    const { id } = await storyOf("radiator Lopez");
    const result = await look(getTask, { task: `https://app.clickup.com/t/${String(id)}` });
    expect(result).toMatchObject({
      data: {
        list: "Repairs",
        folder: "Buildings",
        priority: "urgent",
        comments: [
          { by: "Marcus Hale", text: "Part ordered, Walt has the number." },
          { by: "Dana Whitfield" },
        ],
      },
    });
  });

  it("hands a task's words and comments to a model that cites them, with the task's page", async () => {
    const { id } = await storyOf("radiator Lopez");
    const words = await cited(getTask, { task: String(id) });
    expect(Object.keys(words)).toHaveLength(1);
    expect(Object.values(words).flat()).toContain("Part ordered, Walt has the number.");
  });

  it("sees nothing of a space that is not set up, by search or by id", async () => {
    expect(await rows(searchTasks, { query: "salaries" })).toEqual([]);
    const hidden = await clickUpWorld();
    const settings = { ...hidden.account.connection.settings, spaces: [{ id: "90110009", name: "Dana" }] };
    const wide = { ...hidden.account, connection: { ...hidden.account.connection, settings } };
    const [task] = (await readTasks(wide, {}, 0)).tasks;
    const id = task?.id ?? "";
    expect(await findTask(wide, id)).toMatchObject({ name: "Look at salaries for next year" });
    expect(await look(getTask, { task: id })).toMatchObject({ kind: "retry" });
  });

  it("is found, not always in the prompt, and only where ClickUp is connected", () => {
    expect(offeredTools("steward").deferred).toContain("create_task");
    expect(offeredTools("steward").core).not.toContain("create_task");
    expect(offeredTools("steward", ["quo"]).deferred).not.toContain("create_task");
  });
});

describe("what approved effects do", () => {
  const GATE = {
    list: "Repairs",
    name: "Fix the gate at Lindero",
    assignees: ["tom"],
    due: "2026-03-20",
    priority: "high",
    description: "It does not latch.",
  };

  it("creates a task that the card tells in words, and undoes it by deleting it", async () => {
    const effect = await resolve(createTask, GATE);
    const { title, target, layout } = effectKinds().describe(effect);
    expect({ title, target }).toEqual({
      title: "New task “Fix the gate at Lindero”",
      target: "Fix the gate at Lindero, Repairs, Tom Okafor",
    });
    const shown = layout.filter(({ role }) => role !== "id").map(({ label }) => label);
    expect(shown).toEqual(["List", "Task", "Assigned to", "Due", "Priority", "Status", "Description"]);
    const done = await perform(effect);
    const made = await findTask(world.account, done.providerId ?? "");
    expect(made).toMatchObject({
      priority: "high",
      due: "2026-03-20T08:00:00.000Z",
      assignees: [{ name: "Tom Okafor" }],
    });
    expect(world.outbox.map(({ body }) => body)).toEqual([
      expect.objectContaining({ name: "Fix the gate at Lindero", due_date_time: false, priority: 2 }),
    ]);
    const undo = world.executor.compensation(effect, done.providerId);
    if (undo === null) throw new Error("it cannot be undone");
    expect(await holds(undo.effect)).toEqual({ holds: true });
    await perform(undo.effect);
    expect(await findTask(world.account, done.providerId ?? "")).toBeNull();
    // Deleted again it is deleted too.
    await perform(undo.effect);
  });

  // Seed 002:1540.
  it("gives the tasks of a bundle their type, labels and estimate in ClickUp's own fields", async () => {
    const account = async (vendor: string): Promise<unknown> => {
      if (vendor === "clickup") return world.account;
      throw new AppError("not_configured", "Not connected.");
    };
    const tenant = { ...tenantOf(world, world.account), account } as unknown as Tenant;
    const [system] = await openSystems(tenant, {} as Acting);
    if (system?.name !== "clickup") throw new Error("ClickUp is not open");
    const wanted: WantedTask = {
      summary: "Gate does not latch",
      description: "It does not latch.",
      type: "bug",
      labels: ["Front Gate"],
      components: ["wren"],
      estimated_hours: 1.5,
      priority: "medium",
    };
    const args = await system.argsOf(wanted, { place: "Repairs", user: undefined });
    const done = await perform(await resolve(createTask, args as object));
    expect(await findTask(world.account, done.providerId ?? "")).toMatchObject({
      description: "It does not latch.",
      tags: ["bug", "front-gate", "wren"],
      priority: "normal",
    });
    expect(world.outbox.at(-1)?.body).toMatchObject({ time_estimate: 5_400_000 });
  });

  it("finds a task again whose answer was lost, and makes no second one; says it is absent where it is", async () => {
    const effect = await resolve(createTask, { ...GATE, assignees: [] });
    const claimedAt = new Date(world.now()).toISOString();
    const options = () => ({ claimedAt, now: world.now(), takenProviderIds: [] as string[] });
    world.passTime(180_000);
    expect(await world.executor.lookUp(effect, options())).toEqual({ kind: "absent" });
    // The list is read first: the answer to the change is the one that is lost.
    const lost = await world.losingAnswers(() => perform(effect).catch((error: unknown) => error));
    expect(lost).toMatchObject({ outcome: "unknown" });
    const found = await world.executor.lookUp(effect, options());
    expect(found).toMatchObject({ kind: "found" });
    const providerId = found.kind === "found" ? found.performed.providerId : null;
    expect(
      await world.executor.lookUp(effect, { ...options(), takenProviderIds: [providerId ?? ""] }),
    ).toEqual({
      kind: "absent",
    });
  });

  it("changes the fields that differ, puts them back, and refuses where somebody changed them meanwhile", async () => {
    const { id } = await storyOf("gate Wren");
    const input = {
      task: String(id),
      status: "Complete",
      assignees: ["Marcus Hale"],
      due: "2026-03-25",
      name: "Side gate",
    };
    const effect = await resolve(updateTask, input);
    expect(effect.document).toMatchObject({
      set: { status: "complete", assignees: ["Marcus Hale"], due: "2026-03-25" },
      was: { status: "to do", assignees: ["Tom Okafor"], due: "2026-03-22" },
    });
    expect(await holds(effect)).toEqual({ holds: true });
    await perform(effect);
    expect(await holds(effect)).toMatchObject({ holds: false });
    const claimedAt = new Date(world.now()).toISOString();
    const asked = { claimedAt, now: world.now(), takenProviderIds: [] };
    expect(await world.executor.lookUp(effect, asked)).toMatchObject({ kind: "found" });
    expect(await refusal(updateTask, input)).toContain("Nothing would change");
    const undo = world.executor.compensation(effect, null);
    if (undo === null) throw new Error("it cannot be undone");
    expect(await holds(undo.effect)).toEqual({ holds: true });
    await perform(undo.effect);
    expect(await findTask(world.account, String(id))).toMatchObject({
      name: "Side gate at 45 Wren Court does not latch",
      status: "to do",
      assignees: [{ name: "Tom Okafor" }],
      due: "2026-03-22T08:00:00.000Z",
    });
  });

  it("takes a first description away again as ClickUp wants it: by one space", async () => {
    const [bare] = await rows(getTasks, { list: "Vendors" });
    const id = String(bare?.["id"]);
    const effect = await resolve(updateTask, { task: id, description: "Ask **two** firms." });
    await perform(effect);
    expect((await findTask(world.account, id))?.description).toBe("Ask **two** firms.");
    const undo = world.executor.compensation(effect, null);
    if (undo === null) throw new Error("it cannot be undone");
    await perform(undo.effect);
    expect(world.outbox.at(-1)?.body).toEqual({ description: " " });
    expect((await findTask(world.account, id))?.description).toBeNull();
  });

  it("offers no undo of a first due day, which ClickUp does not take away again", async () => {
    const [bare] = (await rows(getTasks, {})).filter(({ due }) => due === undefined);
    const effect = await resolve(updateTask, { task: String(bare?.["id"]), due: "2026-04-01 14:30" });
    await perform(effect);
    expect(await findTask(world.account, String(bare?.["id"]))).toMatchObject({
      due: "2026-04-01T18:30:00.000Z",
    });
    expect(world.executor.compensation(effect, null)).toBeNull();
  });

  it("comments with what the description wants, finds the comment again and deletes it", async () => {
    const { id } = await storyOf("gate Wren");
    const effect = await resolve(commentOnTask, { task: String(id), text: "Latch plate is ordered." });
    const claimedAt = new Date(world.now()).toISOString();
    const done = await perform(effect);
    expect(world.outbox.at(-1)?.body).toEqual({ comment_text: "Latch plate is ordered.", notify_all: false });
    const asked = { claimedAt, now: world.now(), takenProviderIds: [] };
    expect(await world.executor.lookUp(effect, asked)).toMatchObject({
      performed: { providerId: done.providerId },
    });
    const undo = world.executor.compensation(effect, done.providerId);
    if (undo === null) throw new Error("it cannot be undone");
    await perform(undo.effect);
    expect(await readComments(world.account, String(id))).toEqual([]);
    expect(await world.executor.lookUp(undo.effect, asked)).toMatchObject({ kind: "found" });
  });

  it("deletes no task that was renamed since its card was shown", async () => {
    const { id, name } = await storyOf("guest permit");
    const effect = await resolve(deleteTask, { task: String(id) });
    await perform(await resolve(updateTask, { task: String(id), name: "Permit 7 is back" }));
    expect(await holds(effect)).toEqual({
      holds: false,
      reason: "The task was renamed since this was drafted: it is now “Permit 7 is back”.",
    });
    expect(name).not.toBe("Permit 7 is back");
  });

  it("names who and what there is where a list, a person or a status is none", async () => {
    expect(await refusal(createTask, { ...GATE, list: "Gates" })).toContain(
      "Operations › Buildings › Repairs",
    );
    expect(await refusal(createTask, { ...GATE, assignees: ["Ada"] })).toContain("Marcus Hale");
    expect(await refusal(createTask, { ...GATE, status: "doing" })).toContain("in progress");
  });

  it("changes nothing where an edited card names nobody", async () => {
    const effect = await resolve(createTask, GATE);
    const edited = { ...effect, document: { ...effect.document, assignees: ["Tom Okaform"] } };
    await expect(perform(edited)).rejects.toMatchObject({ outcome: "not_applied" });
    expect(world.outbox).toEqual([]);
  });
});

describe("limits and refusals", () => {
  it("waits until the quota begins anew, which ClickUp says by X-RateLimit-Reset alone", async () => {
    for (let asked = 0; asked < 100; asked++) await world.services.view("v-90130001", 0);
    const refused: unknown = await world.services.view("v-90130001", 0).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(IntegrationError);
    expect(refused).toMatchObject({ status: 429, outcome: "not_applied" });
    const { retryAfterMs = 0 } = refused as IntegrationError;
    expect(retryAfterMs).toBeGreaterThan(0);
    world.passTime(retryAfterMs);
    await world.services.view("v-90130001", 0);
  });

  it("says that a token is not accepted", async () => {
    const stranger = await clickUpWorld("pk_somebody_else");
    await expect(stranger.services.lists()).rejects.toThrow(
      "clickup answered 401 (the token was not accepted",
    );
  });
});
