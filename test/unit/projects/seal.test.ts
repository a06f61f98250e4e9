/** A record's history proves itself: whatever is done to it by hand in the database is a problem, and nothing is undone by it then. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { projectChanges, tasks } from "../../../src/projects/tables/projects.ts";
import { listChanges, readTask, undoChange } from "../../../src/projects/index.ts";
import { walkMentions } from "../../../src/team/erasure/mentions.ts";
import { markOf } from "../../../src/team/erasure/mark.ts";
import { findHistoryProblem, isAsSealed, type ChangeRow } from "../../../src/projects/seal.ts";
import type { AdminNews } from "../../../src/platform/notifier.ts";
import { checkHistories } from "../../../src/projects/check-histories.ts";
import { createPhase, readProject } from "../../../src/projects/projects.ts";
import { pmQuery } from "../../../src/projects/tools/pm-query.ts";
import { NAMES_SAY } from "../../../src/agent/conversations/index.ts";
import type { ReadTool } from "../../../src/agent/tools/define-tool.ts";
import { seenIn } from "../agent/tools/world.ts";
import { changeTask } from "../../../src/projects/tasks.ts";
import { insertInto } from "../../support/insert-into.ts";
import { records } from "../../support/node-d1.ts";
import { ALDER, freshFiles } from "../workspace/harness.ts";
import { DANA, projectWorld, someProject, someTask, type World } from "./harness.ts";

let deps: World;
let projectId: string;
let taskId: string;

beforeEach(async () => {
  await freshFiles();
  deps = projectWorld();
  projectId = await someProject(deps);
  ({ id: taskId } = await someTask(deps, projectId));
  for (const [version, title] of ["Slates", "Slates and lead", "Lead"].entries())
    await changeTask(deps, { id: taskId, version: version + 1, title }, DANA);
});

const task = async () => (await deps.db.find(tasks, eq(tasks.id, taskId))) ?? expect.fail("it is gone");
const changes = (): Promise<ChangeRow[]> =>
  deps.db
    .rows(projectChanges, eq(projectChanges.entityId, taskId))
    .orderBy(projectChanges.version, projectChanges.id)
    .limit(100);
const problem = async (): Promise<string | null> => findHistoryProblem(deps.db, await task());
const set = (id: string, values: Partial<ChangeRow>) =>
  deps.db.update(projectChanges, values as never, eq(projectChanges.id, id));

describe("the history of a record", () => {
  it("proves itself, with the newest seal in the record’s row", async () => {
    const all = await changes();
    expect(all).toHaveLength(4);
    expect((await task()).historySeal).toBe(all.at(-1)?.seal);
    expect(await problem()).toBeNull();
    expect(
      (await listChanges(deps.db, projectId, { entityId: taskId })).items.map((one) => one.isProven),
    ).toEqual([true, true, true, true]);
  });

  it("is read to its end, however many pages it takes", async () => {
    for (const most of [1, 2, 3, 4, 5])
      expect([most, await findHistoryProblem(deps.db, await task(), most)]).toEqual([most, null]);
    const [, second] = await changes();
    await set(second?.id ?? "", { actorName: "Somebody else" });
    expect(await findHistoryProblem(deps.db, await task(), 1)).not.toBeNull();
  });

  it("is a problem whichever entry was changed, added or removed by hand", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom("words", "author", "time", "action", "removed", "copied", "unsealed", "salt"),
        async (at, how) => {
          const all = await changes();
          const one = all[at] ?? expect.fail("no entry");
          const ways: Readonly<Record<typeof how, () => PromiseLike<unknown>>> = {
            words: () => set(one.id, { after: { ...one.after, title: "Gold" } }),
            author: () => set(one.id, { actorName: "Somebody else" }),
            time: () => set(one.id, { at: "2020-01-01T00:00:00.000Z" }),
            action: () => set(one.id, { action: "restored" }),
            removed: () => deps.db.remove(projectChanges, eq(projectChanges.id, one.id)),
            copied: () => deps.db.insert(projectChanges, { ...one, id: "copy" }),
            unsealed: () => set(one.id, { salt: null, digest: null, previous: null, seal: null }),
            salt: () => set(one.id, { salt: "another" }),
          };
          await ways[how]();
          expect(await problem(), `${how} ${at}`).not.toBeNull();
          await deps.db.remove(projectChanges, eq(projectChanges.entityId, taskId));
          for (const { tenantId: _, ...row } of all) await deps.db.insert(projectChanges, row);
          expect(await problem()).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is a problem where the newest entries were cut off, or the record was changed without one", async () => {
    const all = await changes();
    await deps.db.remove(projectChanges, eq(projectChanges.id, all.at(-1)?.id ?? ""));
    expect(await problem()).toBe("Its newest entry is missing, or was changed.");
    await deps.db.update(tasks, { historySeal: all.at(-2)?.seal ?? null }, eq(tasks.id, taskId));
    expect(await problem()).toBe("Its newest entry is missing, or was changed.");
    const { tenantId: _, ...last } = all.at(-1) ?? expect.fail("no entry");
    await deps.db.insert(projectChanges, last);
    await deps.db.update(tasks, { historySeal: last.seal, version: 9 }, eq(tasks.id, taskId));
    expect(await problem()).not.toBeNull();
  });

  it("undoes nothing by a broken history, and says so on the task", async () => {
    const [, first, , last] = await changes();
    await set(first?.id ?? "", { before: { title: "Gold" } });
    const error = await undoChange(deps, last?.id ?? "", DANA).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("was changed") as string,
    });
    expect((await task()).title).toBe("Lead");
    const sheet = await readTask(deps.db, taskId);
    expect(sheet.historyProblem).toContain("was changed");
    expect(sheet.changes.filter(({ isProven }) => !isProven).map(({ id }) => id)).toEqual([first?.id]);
  });

  it("of a project or a phase is a problem on the project’s page, and Steward is told", async () => {
    const told = async (entity: string) => {
      const tool = pmQuery as ReadTool;
      const result = await tool.run(tool.input.parse({ entity }), { projects: deps }, seenIn());
      return result.kind === "list" ? result.beside : expect.fail("no list");
    };
    const phase = await createPhase(deps, { projectId, name: "Slates" }, DANA);
    expect((await readProject(deps.db, projectId, "2026-11-25")).historyProblem).toBeNull();
    expect(await told("projects")).toEqual({});
    await set(phase.changeId, { actorName: "Somebody else" });
    expect((await readProject(deps.db, projectId, "2026-11-25")).historyProblem).toMatch(
      /^Phase “Slates”: The entry of .* was changed\.$/,
    );
    await deps.db.remove(projectChanges, eq(projectChanges.entityId, projectId));
    const missing = "Its newest entry is missing, or was changed.";
    expect((await readProject(deps.db, projectId, "2026-11-25")).historyProblem).toBe(missing);
    for (const entity of ["projects", "tasks"])
      expect(await told(entity), entity).toEqual({
        caution: NAMES_SAY,
        warning: `The history doesn't prove what stands here. Roof of 12 Birch: ${missing} Say so.`,
      });
  });

  it("is gone through each night, of every record; admins are told of a project once, and that it is right again", async () => {
    const told: AdminNews[] = [];
    let settled = 0;
    const night = (begin: string, untilMs = Infinity, most = 500) =>
      checkHistories(
        {
          db: deps.db,
          clock: deps.clock,
          tell: async (news) => void (told.some(({ once }) => once === news.once) || told.push(news)),
          settle: async () => void settled++,
        },
        { begin, untilMs, most },
      );
    for (let count = 0; count < 60; count++) await someTask(deps, projectId);
    for (const [begin, most] of [
      ["a", 500],
      ["b", 7],
      ["c", 2],
    ] as const)
      expect(await night(begin, Infinity, most)).toEqual({ summary: "62 records of projects checked." });
    expect(settled).toBe(3);
    const [first] = await changes();
    await set(first?.id ?? "", { actorName: "Somebody else" });
    for (const begin of ["d", "e"])
      expect(await night(begin)).toEqual({
        summary: "62 records of projects checked. 1 with a history that was changed by hand.",
      });
    expect(told).toEqual([
      {
        once: expect.any(String) as string,
        title: "A history of “Roof of 12 Birch” was changed in the database",
        body: expect.stringMatching(
          /^Task “Lead”: The entry of .* was changed\. Nothing was changed;/,
        ) as string,
        path: `/projects/${projectId}`,
      },
    ]);
    expect(settled).toBe(3);
    await set(first?.id ?? "", { actorName: first?.actorName ?? "" });
    expect((await night("f", 0, 7)).summary).toContain("The rest follows in the next run.");
    expect(settled).toBe(3);
    await night("g", Infinity, 7);
    expect(settled).toBe(4);
    await deps.db.remove(projectChanges, eq(projectChanges.entityId, taskId));
    expect((await night("h")).summary).toContain("1 with a history that was changed by hand.");
  });

  it("stands where a person’s words were erased from it", async () => {
    await changeTask(deps, { id: taskId, version: 4, title: "Call +14125550142 on the lead" }, DANA);
    const none = { addresses: [], conversations: [], approvals: [], calls: [] };
    const mark = markOf({ contactId: null, name: "", numbers: ["+14125550142"], ...none });
    await insertInto(records, "erasures", ALDER, { id: "erasure" });
    for (let at: readonly [string, number] | null = ["project_changes", 0]; at?.[0] === "project_changes";)
      ({ next: at } = await walkMentions(deps.db, "erasure", mark, at, () =>
        deps.db.update(tasks, { sortOrder: 1 }, eq(tasks.id, "none")),
      ));
    const erased = (await changes()).at(-1);
    expect(erased).toMatchObject({
      after: { title: expect.stringContaining("[erased]") as string },
      salt: null,
    });
    expect(await problem()).toBeNull();
    expect((await changes()).every(isAsSealed)).toBe(true);
  });

  it("begins with the entries that were found, where there were no seals before", async () => {
    for (const { id } of await changes())
      await set(id, { salt: null, digest: null, previous: null, seal: null });
    await deps.db.update(tasks, { historySeal: null }, eq(tasks.id, taskId));
    expect(await problem()).toBeNull();
    await changeTask(deps, { id: taskId, version: 4, title: "Copper" }, DANA);
    expect(await problem()).toBeNull();
    const [old] = await changes();
    await deps.db.remove(projectChanges, eq(projectChanges.id, old?.id ?? ""));
    expect(await problem()).toBe("An entry was added, changed, or removed.");
  });
});
