/** One undo for what Steward itself did, on a person's word: over the real tables. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { InternalTool } from "../../../../src/agent/tools/define-tool.ts";
import { createSchedule } from "../../../../src/agent/schedules/index.ts";
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
