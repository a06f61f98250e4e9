import { beforeEach, describe, expect, it, vi } from "vitest";
import { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { skillEndpoints, skillSchema, type Skill } from "../../../../src/workspace/api/skills.ts";
import { useSkill } from "../../../../src/workspace/skills/index.ts";
import { AppError } from "../../../../src/kernel/errors.ts";
import type { Approval, ApprovalRow, Preview } from "../../../../src/approvals/api/approval.ts";
import type { ExternalTool } from "../../../../src/agent/tools/define-tool.ts";
import { saveSkill } from "../../../../src/workspace/tools/skills/save-skill.ts";
import { asMember, findFile, writeFile } from "../../../../src/workspace/index.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { sendAtOnce } from "../../../support/rows.ts";
import { control, freshWorld, TIMEOUT } from "../../../support/worker.ts";
import {
  calls,
  DANA as BY,
  newIdentity,
  objectOf,
  says,
  script,
  until,
} from "../../agent/conversations/harness.ts";
import { DANA, files } from "../harness.ts";

let dana: Record<string, string>;
let other: Record<string, string>;

const as = (cookie: string) => ({
  cookie,
  origin: "http://localhost:8787",
  "content-type": "application/json",
});
const send = (method: string, path: string, body: unknown, headers = dana) =>
  request(path, { method, headers, body: JSON.stringify(body) });
const write = (path: string, content: string) =>
  send("POST", "/api/workspace/write", { path, content, overwrite: true });
const list = async (headers = dana) =>
  skillEndpoints.skills.output.parse(await (await request("/api/skills", { headers })).json());
const skill = (name: string, description: string, body = "Do it well.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await sendAtOnce("tenant_alder");
  dana = as(await signIn("dana@alderfinch.example"));
  other = as(await signIn("ruth@harborlight.example"));
});

async function create(body: unknown): Promise<Skill> {
  const answer = await send("POST", "/api/skills", body);
  expect(answer.status).toBe(201);
  return skillSchema.parse(await answer.json());
}

describe("a team's skills", () => {
  it("are made from templates, listed with what is beside them, and are this team's alone", async () => {
    const made = await create({
      name: "rent-total",
      group: "money",
      description: 'Adds "rents": use it for totals.',
      template: "calculation",
    });
    expect(made).toMatchObject({
      id: "money/rent-total",
      group: "money",
      file: "skills/money/rent-total/SKILL.md",
      description: 'Adds "rents": use it for totals.',
      valid: true,
      enabled: true,
      lastUse: null,
      resources: [{ path: "scripts/total.js", kind: "script" }],
      author: { name: "Dana Whitfield" },
    });
    expect((await list()).items.map(({ id }) => id)).toEqual(["money/rent-total"]);
    expect((await list(other)).items).toEqual([]);
    expect(await errorCode(await request("/api/skills/one?id=money/rent-total", { headers: other }))).toBe(
      "not_found",
    );
  });

  it.each(["procedure", "criteria", "calculation"])(
    "made from the template %s is valid",
    async (template) => {
      expect(await create({ name: "new-skill", template })).toMatchObject({ problems: [], warnings: [] });
      expect(await errorCode(await send("POST", "/api/skills", { name: "new-skill", template }))).toBe(
        "exists",
      );
    },
  );

  it("with a bad name are not made, and it is said why", async () => {
    const answer = await send("POST", "/api/skills", { name: "Bad--Name", template: "procedure" });
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as {
      error: { message: string; details: { problems: unknown[] } };
    };
    expect(error.message).toMatch(/lowercase/);
    expect(error.details.problems.length).toBeGreaterThan(0);
  });

  it("are refused on save where they are not valid, with the line of each problem", async () => {
    const answer = await write(
      "skills/my-skill/SKILL.md",
      "---\nname: other\ncolour: red\ndescription:\n---\n",
    );
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: { message: string; details: unknown } };
    expect(error.message).toBe("This is not a valid skill. Line 4: description is empty.");
    expect(error.details).toMatchObject({ problems: [{ field: "description", line: 4 }] });
    expect((await list()).items).toEqual([]);
    const checked = await send("POST", "/api/skills/check", {
      path: "skills/my-skill/SKILL.md",
      content: skill("my-skill", "Good."),
    });
    expect(await checked.json()).toEqual({ valid: true, problems: [], warnings: [] });
  });

  it("that are not valid, however they came there, are shown with their problem and stay out of the index", async () => {
    await write("skills/my-skill/SKILL.md", skill("my-skill", "Does it."));
    expect((await list()).index.usedChars).toBeGreaterThan(0);
    const { rules: _, ...unchecked } = asMember(files());
    await writeFile(unchecked, {
      path: "skills/my-skill/SKILL.md",
      content: skill("my-skill", ""),
      overwrite: true,
      ...DANA,
    });
    const { items, index } = await list();
    expect(items).toMatchObject([{ id: "my-skill", valid: false, problems: [{ field: "description" }] }]);
    expect(index.usedChars).toBe(0);
  });

  it("hold scripts in scripts/ alone, and no other file ends in .js", async () => {
    expect((await write("skills/my-skill/scripts/a.js", "1")).status).toBe(200);
    for (const path of ["a.js", "areas/a.js", "skills/my-skill/a.js", "skills/scripts/a.js", "scripts/a.js"])
      expect(await errorCode(await write(path, "1")), path).toBe("invalid_path");
  });
});

/** One turn in a chat whose model answers as scripted; the results its tools gave, and its run. */
async function turn(calls: readonly { name: string; input: unknown }[]) {
  const id = crypto.randomUUID();
  const marker = `skill test ${id}`;
  await control("anthropic/script", {
    marker,
    responses: [
      {
        content: calls.map((call, index) => ({
          type: "tool_use",
          id: `toolu_${index}_${id.slice(0, 8)}`,
          ...call,
        })),
        stopReason: "tool_use",
      },
      { content: [{ type: "text", text: "Done." }] },
    ],
  });
  await send("POST", `/api/conversations/${id}/messages`, {
    clientMessageId: crypto.randomUUID(),
    text: marker,
  });
  const runId = await vi.waitFor(async () => {
    const answer = await request(`/api/runs?conversationId=${id}`, { headers: dana });
    const { items } = (await answer.json()) as { items: { id: string; status: string; toolCalls: number }[] };
    expect(items[0]).toMatchObject({ status: "finished", toolCalls: calls.length });
    return items[0]?.id ?? "";
  }, TIMEOUT);
  const sent = (await control(`anthropic/requests?marker=${encodeURIComponent(marker)}`)) as {
    items: {
      request: { system: { text: string }[]; messages: { content: { type: string; content?: string }[] }[] };
    }[];
  };
  const last = sent.items.at(-1)?.request;
  const results = last?.messages.flatMap(({ content }) =>
    content.filter(({ type }) => type === "tool_result").map((result) => JSON.stringify(result.content)),
  );
  const trace = runTraceSchema.parse(await (await request(`/api/runs/${runId}`, { headers: dana })).json());
  return {
    results: results ?? [],
    system: last?.system.map(({ text }) => text).join("\n") ?? "",
    trace,
    runId,
  };
}

describe("a skill that moves", () => {
  const move = (from: string, to: string) => send("POST", "/api/workspace/move", { from, to });
  const restore = (path: string, version: string) =>
    send("POST", "/api/workspace/restore", { path, version });

  it("takes its folder's name, keeps its history, and stays switched off", async () => {
    await create({ name: "rent-total", description: "Adds rents.", template: "calculation" });
    await send("PUT", "/api/skills/enabled", { id: "rent-total", enabled: false });
    expect((await move("skills/rent-total", "skills/money/rent-sum")).status).toBe(200);
    const [moved] = (await list()).items;
    expect(moved).toMatchObject({
      id: "money/rent-sum",
      name: "rent-sum",
      description: "Adds rents.",
      valid: true,
      enabled: false,
      switched: { by: "Dana Whitfield" },
    });
    const versions = await (
      await request("/api/workspace/history?path=skills/money/rent-sum/SKILL.md", { headers: dana })
    ).json();
    expect(versions).toMatchObject({
      items: [{ change: "edited", author: { name: "Steward" } }, { change: "moved" }, { change: "created" }],
    });
    await request("/api/workspace/delete?path=skills/money", { method: "DELETE", headers: dana });
    await create({ name: "rent-total", description: "Another one.", template: "calculation" });
    expect((await list()).items).toMatchObject([{ id: "rent-total", enabled: true, switched: null }]);
    await send("POST", "/api/workspace/undelete", { path: "skills/money/rent-sum/SKILL.md" });
    expect((await list()).items).toMatchObject([{ id: "money/rent-sum", enabled: false }, { enabled: true }]);
  });

  it("takes its uses along, and leaves none to what takes its place", async () => {
    const uses = async (query = "") =>
      skillEndpoints.skillUses.output.parse(
        await (await request(`/api/skills/uses${query}`, { headers: dana })).json(),
      ).items;
    await create({ name: "rent-total", description: "Adds rents.", template: "calculation" });
    const reader = { runId: "run_1", conversationId: "chat_1" };
    expect(await useSkill(files(), { name: "rent-total" }, reader)).toMatchObject({ kind: "found" });
    await move("skills/rent-total", "skills/money/rent-sum");
    await create({ name: "rent-total", description: "Another one.", template: "calculation" });
    expect((await list()).items).toMatchObject([
      { id: "money/rent-sum", lastUse: reader, recentUses: 1 },
      { id: "rent-total", lastUse: null, recentUses: 0 },
    ]);
    const moved = { skill: "money/rent-sum", name: "rent-total", runId: "run_1" };
    expect(await uses()).toMatchObject([moved]);
    expect(await uses("?id=money/rent-sum")).toMatchObject([moved]);
    expect(await uses("?id=rent-total")).toEqual([]);
    await useSkill(files(), { name: "money/rent-sum" }, reader);
    await request("/api/workspace/delete?path=skills/money", { method: "DELETE", headers: dana });
    expect(await uses("?id=money/rent-sum")).toMatchObject([moved]);
  });

  it("is refused where it would not be one, with nothing moved", async () => {
    await write("areas/notes.md", "No skill.\n");
    await create({ name: "rent-total", description: "Adds rents.", template: "calculation" });
    const refusals = [
      await move("areas/notes.md", "skills/notes/SKILL.md"),
      await move("skills/rent-total", "skills/Rent_Total"),
      await move("skills/rent-total", "skills/a/b/rent-total"),
    ];
    for (const answer of refusals) expect(await errorCode(answer)).toBe("invalid_arguments");
    expect((await list()).items).toMatchObject([{ id: "rent-total", valid: true }]);
    expect((await request("/api/workspace/read?path=areas/notes.md", { headers: dana })).status).toBe(200);
  });

  it("is not replaced by an older version that is none; what was deleted comes back as it was and says what is wrong", async () => {
    await create({ name: "rent-total", description: "Adds rents.", template: "calculation" });
    const path = "skills/rent-total/SKILL.md";
    const { rules: _, ...unchecked } = asMember(files());
    await writeFile(unchecked, { path, content: "no skill\n", overwrite: true, ...DANA });
    await write(path, skill("rent-total", "Adds rents again.", "Do it."));
    expect(await errorCode(await restore(path, "2"))).toBe("invalid_arguments");
    expect((await restore(path, "1")).status).toBe(200);
    await writeFile(unchecked, { path, content: "no skill\n", overwrite: true, ...DANA });
    await request(`/api/workspace/delete?path=${path}`, { method: "DELETE", headers: dana });
    expect((await send("POST", "/api/workspace/undelete", { path })).status).toBe(200);
    const [back] = (await list()).items;
    expect(back).toMatchObject({ valid: false });
    expect(back?.problems.length).toBeGreaterThan(0);
  });
});

describe("a run", () => {
  it("sees the index, loads a skill and its files on demand, runs its script in the sandbox, and says so in its trace", async () => {
    await create({ name: "rent-total", description: "Adds rents.", template: "calculation" });
    await write("skills/rent-total/references/rules.md", "Round to cents.");
    const { results, system, trace, runId } = await turn([
      { name: "load_skill", input: { name: "rent-total" } },
      { name: "load_skill", input: { name: "rent-total", resource: "references/rules.md" } },
      {
        name: "run_code",
        input: {
          skill: "rent-total",
          script: "scripts/total.js",
          input: [
            { label: "a", amount: 0.1 },
            { label: "b", amount: 0.2 },
          ],
        },
      },
      { name: "run_code", input: { code: "input.a * 7", input: { a: 6 } } },
    ]);
    expect(system).toContain("<skills>");
    expect(system).toContain("- rent-total: Adds rents.");
    expect(system).not.toContain("Collect the rows");
    expect(results[0]).toContain("Collect the rows");
    expect(results[0]).toContain("references/rules.md");
    expect(results[1]).toContain("Round to cents.");
    expect(results[2]).toContain('total\\":0.3');
    expect(results[3]).toContain("42");
    expect(trace.skills).toMatchObject([{ skill: "rent-total", name: "rent-total" }]);
    expect((await list()).items[0]).toMatchObject({ lastUse: { runId }, recentUses: 1 });
  });

  it("seed 000:100–105: is told which of a skill’s scripts can’t run", async () => {
    await write("skills/my-skill/SKILL.md", skill("my-skill", "Does it.", "Run scripts/total.py."));
    const { results } = await turn([{ name: "load_skill", input: { name: "my-skill" } }]);
    expect(results[0]).toContain("scripts/total.py can’t run here: scripts of skills are JavaScript (.js).");
  });

  it("does without a skill that is switched off, and is told who did it", async () => {
    await create({ name: "rent-total", description: "Adds rents.", template: "calculation" });
    await send("PUT", "/api/skills/enabled", { id: "rent-total", enabled: false });
    expect((await list()).items[0]).toMatchObject({ enabled: false, switched: { by: "Dana Whitfield" } });
    const { results, system, trace } = await turn([
      { name: "load_skill", input: { name: "rent-total" } },
      { name: "run_code", input: { skill: "rent-total", script: "total.js", input: [] } },
      { name: "load_skill", input: { name: "no-such-skill" } },
    ]);
    expect(system).not.toContain("- rent-total:");
    expect(results[0]).toContain("switched off by Dana Whitfield");
    expect(results[1]).toContain("switched off by Dana Whitfield");
    expect(results[2]).toContain("There is no skill no-such-skill");
    expect(trace.skills).toEqual([]);
    const audit = await (await request("/api/audit", { headers: dana })).text();
    expect(audit).toContain("Dana Whitfield switched the skill rent-total off");
    await send("PUT", "/api/skills/enabled", { id: "rent-total", enabled: true });
    expect((await list()).items[0]).toMatchObject({ enabled: true });
  });

  it("reads a long skill in parts and loses no line", async () => {
    const body = Array.from({ length: 400 }, (_, index) => `Line ${index}: ${"x".repeat(60)}`).join("\n");
    await write("skills/long-skill/SKILL.md", skill("long-skill", "Long.", body));
    const { results } = await turn([
      { name: "load_skill", input: { name: "long-skill" } },
      { name: "load_skill", input: { name: "long-skill", fromLine: 390 } },
    ]);
    expect(results[0]).toContain("Line 0:");
    expect(results[0]).toMatch(/fromLine: \d+/);
    expect(results[0]).not.toContain('"truncated"');
    expect(results[1]).toContain("Line 399:");
  });
});

describe("a skill that Steward saves", () => {
  const FILE = "skills/search/name-lookup/SKILL.md";
  const open = async (): Promise<Approval[]> => {
    const answer = await request("/api/approvals?status=open", { headers: dana });
    const { items } = await answer.json<{ items: ApprovalRow[] }>();
    return Promise.all(
      items.map(async ({ id }) =>
        (await request(`/api/approvals/${id}`, { headers: dana })).json<Approval>(),
      ),
    );
  };
  const post = (approval: Approval, way: string, body: object) =>
    send("POST", `/api/approvals/${approval.id}/${way}`, body);
  const current = async (): Promise<string | null> => (await findFile(files(), FILE))?.content ?? null;

  /** Somebody asks, and Steward drafts. */
  async function drafted(content: string, name = "search/name-lookup"): Promise<Approval> {
    const marker = `skillmark${crypto.randomUUID()}`;
    await script(marker, [
      {
        stopReason: "tool_use",
        content: [calls(marker, "use_tool", { name: "save_skill", input: { skill: name, content } })],
      },
      says("It waits for you."),
    ]);
    const identity = newIdentity();
    const object = await objectOf(identity);
    await object.send(identity, { messageId: crypto.randomUUID(), author: BY, text: `Save it. ${marker}` });
    return until(async () =>
      (await open()).find(({ conversationId }) => conversationId === identity.conversationId),
    );
  }

  it("waits for a person, who sees the lines that change and may edit them", async () => {
    const before = skill("name-lookup", "Finds people.", "Ask twice.");
    await write(FILE, before);
    const approval = await drafted(before.replace("Ask twice.", "Ask once."));
    expect(approval).toMatchObject({ tool: "save_skill", title: "Change to the skill search/name-lookup" });
    expect(approval.effects[0]?.kind).toBe("skill.save");
    expect(approval.effects[0]?.document["diff"]).toMatch(/- Ask twice\.\n\+ Ask once\./);
    expect(await current()).toBe(before);
    const edited = { skill: "search/name-lookup", content: before.replace("Ask twice.", "Ask me.") };
    const preview = await (await post(approval, "preview", { arguments: edited })).json<Preview>();
    expect(preview.effects[0]?.document["diff"]).toContain("+ Ask me.");
    const answer = await post(approval, "decision", {
      decision: "approve",
      arguments: edited,
      effectHash: preview.effectHash,
    });
    expect(answer.status).toBe(200);
    await until(async () => (await current()) === edited.content);
    expect((await list()).items).toMatchObject([{ id: "search/name-lookup", valid: true, source: null }]);
  });

  it("is new where there was none, and its card goes stale once somebody else has made it", async () => {
    const approval = await drafted(skill("name-lookup", "Finds people."));
    expect(approval.title).toBe("New skill search/name-lookup");
    const own = skill("name-lookup", "Ours.");
    await write(FILE, own);
    await post(approval, "decision", { decision: "approve", effectHash: approval.effectHash });
    const now = async () =>
      (await (await request(`/api/approvals/${approval.id}`, { headers: dana })).json<Approval>()).status;
    await until(async () => (await now()) === "stale");
    expect(await current()).toBe(own);
  });

  it("is refused with its problems where it would not work", async () => {
    const asked = (content: string, name: string) =>
      (saveSkill as ExternalTool).resolve(
        { skill: name, content },
        { files: files() },
        {
          id: "toolu_1",
          tenantId: "tenant_alder",
          conversationId: "c1",
          agent: "steward",
          asker: null,
        },
      );
    await expect(asked("Just words", "leads")).rejects.toThrow("This is not a valid skill");
    await expect(asked(skill("leads", "Leads."), "Leads Team")).rejects.toThrow("This is not a valid skill");
    await expect(asked(skill("x", "X."), "../x")).rejects.toThrow(AppError);
    expect(await asked(skill("leads", "Leads."), "leads")).toMatchObject({
      kind: "resolved",
      lints: [{ code: "outside_text" }],
    });
  });
});
