/** One undo for what Steward itself did, on a person's word: over the real tables. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { InternalTool } from "../../../../src/agent/tools/define-tool.ts";
import { changeSchedule, createSchedule, getSchedule } from "../../../../src/agent/schedules/index.ts";
import { schedules } from "../../../../src/agent/tables/schedules.ts";
import { createTask } from "../../../../src/projects/index.ts";
import { undoOwnAct } from "../../../../src/team/tools/undo-own-act.ts";
import { findLive, move, readFile, remove, writeFile } from "../../../../src/workspace/index.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { records } from "../../../support/node-d1.ts";
import { projectWorld, someProject } from "../../projects/harness.ts";
import { AGENT, ALDER, DANA, files, freshFiles } from "../../workspace/harness.ts";

const HERE = AGENT.conversationId ?? "";
let nowMs: number;

beforeEach(async () => {
  await freshFiles();
  nowMs = Date.now();
  await insertInto(records, "runs", ALDER, {
    id: AGENT.runId,
    conversation_id: HERE,
    agent: "steward",
    started_at: new Date(nowMs - 60_000).toISOString(),
    parent_run_id: null,
  });
});

interface Undone {
  readonly kind: string;
  readonly message?: string;
  readonly data: {
    readonly status: string;
    readonly what: string;
    readonly now?: string;
    readonly why?: string;
    readonly propose?: unknown;
    readonly before?: readonly { readonly id: string; readonly what: string }[];
  };
}

async function undo(
  words = "Undo the last thing",
  { id, outside = false }: { readonly id?: string; readonly outside?: boolean } = {},
): Promise<Undone> {
  const deps = files();
  const projects = projectWorld();
  const services = {
    db: deps.db,
    clock: { now: () => nowMs },
    timeZone: "America/New_York",
    files: deps,
    projects: () => projects,
    schedule: (which: string) => deps.db.find(schedules, eq(schedules.id, which)),
    announceSchedules: async () => {},
    drafts: { withdraw: async () => "Text message to Maria Lopez" },
  };
  const asker = {
    speaker: { kind: "user" as const, id: "user_demo_dana", name: "Dana Whitfield" },
    said: [words],
    outside,
    outsideWords: outside,
  };
  const call = { id: "toolu_1", tenantId: ALDER, conversationId: HERE, agent: "steward", asker };
  return (await (undoOwnAct as InternalTool).run(id === undefined ? {} : { id }, services, call)) as Undone;
}

/** The same files a minute later. */
const later = () => ({ ...files(), clock: { now: () => Date.now() + 60_000 } });

describe("undo_own_act", () => {
  it("takes back a change of a file, also where a stranger's words were read, and lists what came before", async () => {
    await writeFile(files(), { path: "areas/fees.md", content: "Late fee $50", ...DANA });
    await writeFile(files(), { path: "areas/fees.md", content: "Late fee $75", overwrite: true, ...AGENT });
    await writeFile(later(), { path: "areas/new.md", content: "New", ...AGENT });
    const first = await undo("Undo the last thing, please", { outside: true });
    expect(first.data).toMatchObject({
      status: "undone",
      now: "areas/new.md is gone again",
      before: [{ what: "edited areas/fees.md" }],
    });
    expect(await findLive(files(), "areas/new.md")).toBeNull();
    const second = await undo("Undo that one too", { id: first.data.before?.[0]?.id ?? "" });
    expect(second.data.now).toBe("areas/fees.md is as it was before");
    expect((await readFile(files(), "areas/fees.md")).content).toBe("Late fee $50");
  });

  it("brings back what was deleted, and moves back what was moved", async () => {
    await writeFile(files(), { path: "areas/a.md", content: "A", ...DANA });
    await remove(files(), { path: "areas/a.md", ...AGENT });
    expect((await undo()).data.now).toBe("areas/a.md is back");
    await move(later(), { from: "areas/a.md", to: "areas/b.md", ...AGENT });
    expect((await undo("Put it back")).data.now).toBe("areas/b.md is areas/a.md again");
  });

  it("leaves what somebody changed since, and says so", async () => {
    await writeFile(files(), { path: "areas/a.md", content: "A", ...AGENT });
    await writeFile(files(), { path: "areas/a.md", content: "B", overwrite: true, ...DANA });
    expect((await undo()).data).toMatchObject({ status: "not_undone", why: /changed again since/ });
    expect((await readFile(files(), "areas/a.md")).content).toBe("B");
  });

  it("takes back a task and a schedule", async () => {
    const projects = projectWorld();
    const projectId = await someProject(projects);
    const by = {
      actor: { kind: "agent", id: "steward", name: "Steward" },
      runId: AGENT.runId ?? "",
    } as const;
    const { row } = await createTask(projects, { projectId, title: "Order shingles" }, by);
    expect((await undo()).data).toMatchObject({
      status: "undone",
      what: "created the task “Order shingles”",
    });
    expect(
      (await records.prepare("select deleted_at from tasks where id = ?").bind(row.id).first())?.[
        "deleted_at"
      ],
    ).not.toBeNull();
    nowMs += 1_000;
    await createSchedule(
      { db: files().db, clock: { now: () => nowMs }, timeZone: "America/New_York" },
      {
        id: "schedule_1",
        title: "Trash day",
        instruction: "Say that it is trash day",
        cadence: { type: "cron", expression: "0 8 * * 4" },
        createdBy: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" },
        tells: null,
      },
      { kind: "agent", id: "agent:steward", name: "Steward" },
    );
    nowMs += 1_000;
    expect((await undo()).data).toMatchObject({ status: "undone", now: "“Trash day” no longer runs" });
  });

  it("leaves a schedule that was made in another chat", async () => {
    await createSchedule(
      { db: files().db, clock: { now: () => nowMs - 3_600_000 }, timeZone: "America/New_York" },
      {
        id: "schedule_3",
        title: "Trash day",
        instruction: "Say that it is trash day",
        cadence: { type: "cron", expression: "0 8 * * 4" },
        createdBy: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" },
        tells: null,
      },
      { kind: "agent", id: "agent:steward", name: "Steward" },
    );
    expect(await undo()).toMatchObject({
      kind: "failed",
      message: "You did nothing here that is on record.",
    });
  });

  it("puts a schedule back to when it ran before, unless it was changed again since", async () => {
    const deps = { db: files().db, clock: { now: () => nowMs }, timeZone: "America/New_York" };
    const steward = { kind: "agent", id: "agent:steward", name: "Steward" } as const;
    const dana = { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } as const;
    const cron = (expression: string) => ({ cadence: { type: "cron", expression } as const });
    const later = () => (nowMs += 1_000);
    const own = { ...cron("0 8 * * 4"), createdBy: dana, tells: null };
    const wish = { id: "schedule_2", title: "Trash day", instruction: "Say that it is trash day", ...own };
    await createSchedule(deps, wish, dana);
    later();
    await changeSchedule(deps, "schedule_2", { ...cron("0 7 * * 4"), paused: true }, steward);
    later();
    expect((await undo()).data).toMatchObject({ status: "undone", now: expect.stringMatching(/8:00/) });
    expect(await getSchedule(deps, "schedule_2")).toMatchObject({ status: "active", ...cron("0 8 * * 4") });
    later();
    await changeSchedule(deps, "schedule_2", cron("0 7 * * 4"), steward);
    later();
    await changeSchedule(deps, "schedule_2", cron("0 6 * * 4"), dana);
    expect((await undo()).data).toMatchObject({ status: "not_undone", why: /changed again since/ });
    expect(await getSchedule(deps, "schedule_2")).toMatchObject(cron("0 6 * * 4"));
  });

  it("has the way back of a contact's change proposed, and nothing done of it", async () => {
    const done = async (id: string, kind: string, document: object) => {
      nowMs += 1_000;
      const at = new Date(nowMs).toISOString();
      const times = { created_at: at, decided_at: at };
      const row = { id, tool_call_id: id, conversation_id: HERE, status: "done", title: kind, ...times };
      await insertInto(records, "approvals", ALDER, { ...row, rule: "external.default" });
      const effect = { id: `e_${id}`, approval_id: id, kind, document: JSON.stringify(document) };
      const receipt = JSON.stringify({ providerId: `CT${id}`, summary: "", at, link: null });
      await insertInto(records, "effects", ALDER, { ...effect, status: "done", receipt });
    };
    await done("new", "contact.create", { firstName: "Maria", number: "+14125550142" });
    expect((await undo()).data).toMatchObject({
      status: "not_undone",
      propose: { tool: "delete_contact", input: { contact: "CTnew" } },
    });
    const set = {
      role: "Unit 2A",
      company: "Lopez LLC",
      numbers: ["+14125550143"],
      emails: ["m@lopez.example"],
    };
    const was = { role: "Unit 4B", company: null, numbers: ["+14125550142"], emails: [] };
    await done("changed", "contact.update", { contactId: "CT1", name: "Maria", set, was });
    expect((await undo()).data.propose).toEqual({
      tool: "update_contact",
      input: {
        contact: "CT1",
        role: "Unit 4B",
        company: "",
        addNumber: "+14125550142",
        removeNumber: "+14125550143",
        removeEmail: "m@lopez.example",
      },
    });
    // Two numbers at once are more than one call takes: the card has the way back.
    const two = {
      contactId: "CT1",
      set: { numbers: [] },
      was: { numbers: ["+14125550142", "+14125550143"] },
    };
    await done("two", "contact.update", two);
    const { propose = null, why } = (await undo()).data;
    expect([propose, why]).toEqual([null, expect.stringMatching(/on its card/)]);
  });

  it("undoes nothing that no person asked for, and nothing of another conversation", async () => {
    await writeFile(files(), { path: "areas/a.md", content: "A", ...AGENT });
    expect(await undo("What is in the file?", { outside: true })).toMatchObject({ kind: "failed" });
    expect(await undo("Don't undo it", { outside: true })).toMatchObject({ kind: "failed" });
    expect(await findLive(files(), "areas/a.md")).not.toBeNull();
    await remove(files(), { path: "areas/a.md", ...DANA });
    await writeFile(files(), { path: "areas/c.md", content: "C", ...AGENT, runId: "run_elsewhere" });
    expect((await undo()).data?.what ?? "").not.toContain("areas/c.md");
  });
});
