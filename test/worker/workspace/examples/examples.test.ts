/** Examples: kept from what people edited or rejected, without names, read over, downloaded, and removed. */
import { beforeEach, describe, expect, it } from "vitest";
import { exampleFileSchema, type Example } from "../../../../src/workspace/api/examples.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { request } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { freshWorld, testEnv, tokenFor } from "../../../support/worker.ts";
import { TENANT } from "../../agent/conversations/harness.ts";

const ADMIN = "dana@alderfinch.example";
const MEMBER = "marcus@alderfinch.example";
const COLLEAGUE = "priya@alderfinch.example";
const OTHER_TEAM = "ruth@harborlight.example";
const DRAFT =
  "Hi Zofia, the plumber comes to 12 Birch St #4B on Friday at 10 am. It costs $240. Call (412) 555-0177.";

async function ask(email: string, path: string, method = "GET", body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenFor(email)}`, "content-type": "application/json" };
  return request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

const keep = (id: string, email = MEMBER) => ask(email, `/api/approvals/${id}/example`, "POST");
const kept = async (id: string, email = MEMBER): Promise<Example> => (await keep(id, email)).json();
const listed = async (email = MEMBER, query = ""): Promise<{ items: Example[]; nextCursor: string | null }> =>
  (await ask(email, `/api/examples${query}`)).json();

let made = 0;
/** A draft to a contact of the team, decided. */
async function decided(row: Record<string, unknown> = {}): Promise<string> {
  const id = `approval_example_${String(made++).padStart(4, "0")}`;
  const args = (text: string) => JSON.stringify({ to: "+14125550177", text });
  await insertRow(
    "approvals",
    TENANT,
    await waitingApproval({
      id,
      conversation_id: `conversation_${id}`,
      tool_call_id: "call",
      agent: "steward",
      status: "done",
      decision: "approve",
      decision_id: "decision",
      decided_by_id: "user_demo_dana",
      decided_by_name: "Dana Whitfield",
      decided_at: "2026-11-20T10:05:00.000Z",
      edited: 1,
      proposed_arguments: args(DRAFT),
      final_arguments: args("Friday 10 am, $240. Zofia, OK?"),
      evidence: JSON.stringify([
        { source: "Contact: Zofia Nowak", quote: "Zofia here, when does Hank come?", at: null, ref: null },
        { source: "Team: Dana Whitfield", quote: "Answer Zofia please", at: null, ref: null },
        { source: "System: Steward", quote: "A task is due", at: null, ref: null },
      ]),
      ...row,
    }),
  );
  return id;
}

beforeEach(async () => {
  await freshWorld();
  await insertRow("contacts", TENANT, {
    id: "contact_zofia",
    connection_id: "conn_alder_quo",
    name: "Zofia Nowak",
    sort_name: "zofia nowak",
    numbers: JSON.stringify([{ label: "Mobile", number: "+14125550177" }]),
    emails: "[]",
    internal: 0,
    seen_at: "2026-11-20T10:00:00.000Z",
  });
  await insertRow("contact_keys", TENANT, { key: "+14125550177", contact_id: "contact_zofia" });
  await insertRow("contact_words", TENANT, { word: "zofia", contact_id: "contact_zofia" });
});

describe("keeping an example", () => {
  it("keeps a draft and what a person made of it without names, once, and its approval says so", async () => {
    const id = await decided({ reason: "Zofia knows where she lives" });
    const example = await kept(id);
    const { proposed, wanted, people, asked, reason } = example;
    expect(JSON.stringify([proposed, wanted, people, asked, reason])).not.toMatch(
      /zofia|nowak|birch|4B|0177|hank|dana|whitfield/i,
    );
    const [, name = "?"] = /"Hi (\S+),/.exec(JSON.stringify(proposed)) ?? [];
    expect(wanted?.["text"]).toBe(`Friday 10 am, $240. ${name}, OK?`);
    expect(asked).toEqual([
      `Answer ${name} please`,
      expect.stringMatching(new RegExp(`^${name} here, when does `)),
    ]);
    expect(people[0]).toEqual({ name: expect.stringMatching(`^${name} `), as: "recipient", channel: "sms" });
    expect(example).toMatchObject({
      verdict: "edited",
      agentTitle: "Steward",
      keptBy: { name: "Marcus Hale" },
      mayChange: true,
    });
    expect((await kept(id, ADMIN)).id).toBe(example.id);
    expect((await listed()).items).toHaveLength(1);
    const approval: Approval = await (await ask(COLLEAGUE, `/api/approvals/${id}`)).json();
    expect(approval.example).toBe(example.id);
  });

  it("lists what it did not recognise, by the deployment's English words", async () => {
    const text = "the plumber comes to fix the thermostat, the gate takes 4471. thanks, jamal";
    const id = await decided({ final_arguments: JSON.stringify({ to: "+14125550177", text }) });
    expect((await kept(id)).unrecognised).toContain("jamal");
    expect((await kept(id)).unrecognised).not.toContain("thermostat");
  });

  it("keeps a rejected one with its reason, and nothing that is undecided, unchanged, held, or of the system's own", async () => {
    const id = await decided({
      status: "rejected",
      decision: "reject",
      edited: 0,
      reason: "Too long, Zofia hates that",
    });
    const example = await kept(id);
    expect(example).toMatchObject({ verdict: "rejected", wanted: null });
    expect(example.reason).toMatch(/^Too long, \S+ hates that$/);
    for (const row of [
      { status: "pending" },
      { edited: 0 },
      { status: "approved" },
      { conversation_id: "system.style" },
    ])
      expect((await keep(await decided(row))).status, JSON.stringify(row)).toBe(409);
    const alone = await decided({
      evidence: JSON.stringify([{ source: "System: Steward", quote: "Rent is due", at: null, ref: null }]),
    });
    expect((await kept(alone)).asked).toEqual(["Rent is due"]);
    expect((await kept(await decided({ evidence: "[]" }))).asked).toHaveLength(1);
    const long = await decided({ proposed_arguments: JSON.stringify({ text: "word ".repeat(5_000) }) });
    expect(await (await keep(long)).json()).toMatchObject({
      error: { message: expect.stringMatching(/too long/) },
    });
    expect((await keep("approval_none", MEMBER)).status).toBe(404);
    expect((await keep(id, OTHER_TEAM)).status).toBe(404);
  });

  it("goes, where several share a number, to the one whom the words name", async () => {
    await insertRow("contacts", TENANT, {
      id: "contact_adam",
      connection_id: "conn_alder_quo",
      name: "Adam Lisowski",
      sort_name: "adam lisowski",
      numbers: JSON.stringify([{ label: "Mobile", number: "+14125550177" }]),
      emails: "[]",
      internal: 0,
      seen_at: "2026-11-20T10:00:00.000Z",
    });
    await insertRow("contact_keys", TENANT, { key: "+14125550177", contact_id: "contact_adam" });
    for (const name of ["Adam", "Zofia"]) {
      const evidence = [
        { source: "Team: Dana Whitfield", quote: `Text ${name} please`, at: null, ref: null },
      ];
      const args = JSON.stringify({ to: "+14125550177", text: "The plumber comes on Friday." });
      const id = await decided({
        evidence: JSON.stringify(evidence),
        proposed_arguments: args,
        final_arguments: args,
      });
      const { asked, people } = await kept(id);
      const first = people.find(({ as }) => as === "recipient")?.name.split(" ")[0];
      expect(asked).toEqual([`Text ${first} please`]);
    }
  });

  it("says plainly when there is no room", async () => {
    const row = (await kept(await decided())).id;
    await testEnv.DB.prepare(
      `insert into examples (id, tenant_id, approval_id, agent, tool, verdict, asked, people, proposed, kept_by, created_at)
       select 'example_' || value, tenant_id, 'approval_' || value, agent, tool, verdict, asked, people, proposed, kept_by, created_at
       from examples join (with recursive n(value) as (select 1 union all select value + 1 from n where value < 499) select value from n) where id = ?`,
    )
      .bind(row)
      .run();
    const refused = await keep(await decided());
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("500 examples already");
  });
});

describe("a kept example", () => {
  it("is listed the newest first, in pages, and downloaded in the shape that the evaluation reads", async () => {
    const ids = [];
    for (let at = 0; at < 3; at++) {
      const { id } = await kept(await decided());
      await testEnv.DB.prepare("update examples set created_at = ? where id = ?")
        .bind(`2026-11-2${at}T10:00:00.000Z`, id)
        .run();
      ids.unshift(id);
    }
    const first = await listed(MEMBER, "?limit=2");
    const second = await listed(MEMBER, `?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await ask(COLLEAGUE, "/api/examples/download")).status).toBe(403);
    const file = await ask(ADMIN, "/api/examples/download");
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename="examples-\d{4}-\d\d-\d\d\.json"$/,
    );
    const { examples } = exampleFileSchema.strict().parse(await file.json());
    expect(examples.map(({ id, kept: day }) => [id, day])).toEqual(
      ids.map((id, at) => [id, `2026-11-2${2 - at}`]),
    );
    expect(Object.keys(examples[0] ?? {}).toSorted()).toEqual(
      "agent asked id kept people proposed reason tool verdict wanted".split(" "),
    );
    expect(await (await ask(OTHER_TEAM, "/api/examples/download")).json()).toEqual({ examples: [] });
  });

  it("is changed and removed by an admin or whoever kept it, and by nobody else", async () => {
    const { id } = await kept(await decided());
    const change = { wanted: { to: "+12025550100", text: "Friday 10 am, $240." } };
    expect((await ask(COLLEAGUE, `/api/examples/${id}`, "PATCH", change)).status).toBe(403);
    expect((await ask(COLLEAGUE, `/api/examples/${id}`, "DELETE")).status).toBe(403);
    expect((await listed(COLLEAGUE)).items).toMatchObject([{ id, mayChange: false }]);
    expect(await (await ask(MEMBER, `/api/examples/${id}`, "PATCH", change)).json()).toMatchObject(change);
    expect((await ask(ADMIN, `/api/examples/${id}`, "PATCH", { wanted: null })).status).toBe(400);
    expect((await ask(ADMIN, `/api/examples/${id}`, "PATCH", { asked: ["Hi"] })).status).toBe(200);
    expect((await listed()).items).toMatchObject([{ asked: ["Hi"], ...change }]);
    expect((await ask(ADMIN, `/api/examples/${id}`, "DELETE")).status).toBe(200);
    expect((await listed()).items).toEqual([]);
  });
});
