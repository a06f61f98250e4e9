/** A team's export: every row of its kinds once, page by page; no other team's, and no private conversation of another member. */
import { beforeAll, describe, expect, it } from "vitest";
import { exportedKinds } from "../../../../src/platform/exports.ts";
import { recordQuotes } from "../../../../src/platform/privacy.ts";
import { exportEndpoints } from "../../../../src/team/api/export.ts";
import { testContext } from "../../../support/context.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { freshWorld } from "../../../support/worker.ts";

const [TEAM, OTHER] = ["tenant_alder", "tenant_harbor"];
const TEXTS = 450;

let cookie = "";

beforeAll(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
  for (let index = 0; index < TEXTS; index++) await text(TEAM, index);
  await text(OTHER, 1);
});

/** Three texts share a moment, so that pages end between equal times. */
async function text(team: string, index: number): Promise<void> {
  await insertRow("texts", team, {
    id: `text_${team}_${String(index).padStart(4, "0")}`,
    connection_id: "c",
    direction: "incoming",
    line_number: "+14125550100",
    contact_number: "+14125550142",
    text: `=HYPERLINK("${team} ${index}")`,
    attachments: 0,
    media: index === 0 ? JSON.stringify([{ url: "https://quo.example/a.jpg", type: "image/jpeg" }]) : null,
    at: new Date(Date.parse("2026-01-01T00:00:00Z") + Math.floor(index / 3) * 60_000).toISOString(),
    fingerprint: `${team}${index}`,
    received_at: "2026-01-01T00:00:00.000Z",
    state: "recorded",
    attempts: 0,
  });
}

async function asked(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await request(path, {
    ...init,
    headers: { cookie, origin: "http://localhost:8787", "content-type": "application/json" },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function rowsOf(kind: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = exportEndpoints.rows.output.parse(
      await asked(`/api/export/${kind}${cursor === "" ? "" : `?cursor=${cursor}`}`),
    );
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows;
}

describe("the export of a team", () => {
  it("has each row of the team once and in order, in as many pages as it takes", async () => {
    const rows = await rowsOf("texts");
    const column = exportedKinds()
      .find(({ name }) => name === "texts")
      ?.columns.findIndex(([title]) => title === "Text");
    const told = rows.map((row) => row[column ?? -1]);
    expect(told).toEqual(Array.from({ length: TEXTS }, (_, index) => `=HYPERLINK("${TEAM} ${index}")`));
    expect(rows[0]).toContain("https://quo.example/a.jpg");
  });

  it("names its columns, and the audit log says who took it", async () => {
    const body = JSON.stringify({ id: "export-1" });
    const { kinds } = exportEndpoints.begin.output.parse(
      await asked("/api/export", { method: "POST", body }),
    );
    expect(kinds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["contacts", "texts", "emails", "approvals", "accounts", "tasks", "members"]),
    );
    for (const { name, columns } of kinds)
      for (const row of await rowsOf(name)) expect([name, row.length]).toEqual([name, columns.length]);
    expect(JSON.stringify(await asked("/api/audit?area=export"))).toContain(
      "Dana Whitfield downloaded the team’s data",
    );
  });

  it("leaves out approvals of conversations that only somebody else may read", async () => {
    const approval = (id: string) =>
      waitingApproval({ id, conversation_id: `web:${id}`, tool_call_id: id, target: id, agent: "steward" });
    for (const id of ["open", "mine", "theirs"]) await insertRow("approvals", TEAM, await approval(id));
    const { db } = testContext(TEAM);
    await recordQuotes(db, "web:mine", [{ sourceId: "s1", readerId: "user_demo_dana" }]);
    await recordQuotes(db, "web:theirs", [{ sourceId: "s2", readerId: "user_demo_marcus" }]);
    const targets = (await rowsOf("approvals")).map((row) => row[2]);
    expect(targets).toEqual(expect.arrayContaining(["open", "mine"]));
    expect(targets).not.toContain("theirs");
  });
});
