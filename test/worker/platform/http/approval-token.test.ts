import { beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../../src/kernel/hash.ts";
import { errorCode, request } from "../../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";

const TOKEN = "T".repeat(43);
const APPROVAL = "approval_alder0001";
const OTHER = "approval_alder0002";

beforeEach(async () => {
  await freshWorld();
  for (const id of [APPROVAL, OTHER]) {
    await insertRow(
      "approvals",
      "tenant_alder",
      await waitingApproval({ id, conversation_id: `c-${id}`, tool_call_id: id }),
    );
    await insertRow("effects", "tenant_alder", {
      id: `effect_${id}`,
      approval_id: id,
      effect_index: 0,
      kind: "sms.send",
      title: "Text",
      document: "{}",
      hash: "h",
      status: "planned",
      attempts: 0,
      updated_at: "2026-11-20T10:00:00.000Z",
    });
  }
  await insertRow("approval_tokens", "tenant_alder", {
    token_hash: await sha256Hex(TOKEN),
    approval_id: APPROVAL,
    effect_hash: "h",
    user_id: "user_demo_marcus",
    subscription_id: "push_1",
    expires_at: "2099-01-01T00:00:00.000Z",
  });
});

function decide(id: string, headers: Record<string, string>, effectHash = "h") {
  return request(`/api/approvals/${id}/decision`, {
    method: "POST",
    headers,
    body: JSON.stringify({ decision: "reject", reason: "not now", effectHash }),
  });
}

async function statusOf(id: string): Promise<unknown> {
  const row = await testEnv.DB.prepare("select status, decided_by_id from approvals where id = ?")
    .bind(id)
    .first();
  return row;
}

const BUTTON = { authorization: `Approval ${TOKEN}`, origin: "http://localhost:8787" };
const PENDING = { status: "pending", decided_by_id: null };

describe("a notification's button", () => {
  it("decides once, as the person whose device it was on", async () => {
    const answer = await decide(APPROVAL, BUTTON);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: "rejected", decidedBy: { id: "user_demo_marcus" } });
    const again = await decide(APPROVAL, BUTTON);
    expect(again.status).toBe(409);
    expect(await errorCode(again)).toBe("token_spent");
  });

  it("works for its own approval and its own bytes alone", async () => {
    expect((await decide(OTHER, BUTTON)).status).toBe(401);
    expect((await decide(APPROVAL, BUTTON, "another hash")).status).toBe(401);
    expect(await statusOf(OTHER)).toEqual(PENDING);
    expect(await statusOf(APPROVAL)).toEqual(PENDING);
  });

  it("is refused from another site, with a made-up token, and on any other address", async () => {
    expect((await decide(APPROVAL, { ...BUTTON, origin: "https://evil.example" })).status).toBe(403);
    expect((await decide(APPROVAL, { authorization: `Approval ${"U".repeat(43)}` })).status).toBe(401);
    for (const path of ["/api/me", "/api/approvals", `/api/approvals/${APPROVAL}`]) {
      expect((await request(path, { headers: BUTTON })).status).toBe(401);
    }
    expect(
      (await request(`/api/approvals/${APPROVAL}/undo`, { method: "POST", headers: BUTTON })).status,
    ).toBe(401);
    expect(await statusOf(APPROVAL)).toEqual(PENDING);
  });

  it("dies with its time and with its owner's membership", async () => {
    await testEnv.DB.prepare("update approval_tokens set expires_at = '2020-01-01T00:00:00.000Z'").run();
    expect((await decide(APPROVAL, BUTTON)).status).toBe(401);
    await testEnv.DB.prepare("update approval_tokens set expires_at = '2099-01-01T00:00:00.000Z'").run();
    await testEnv.DB.prepare(
      "update users set removed_at = '2026-01-01T00:00:00.000Z' where id = 'user_demo_marcus'",
    ).run();
    expect((await decide(APPROVAL, BUTTON)).status).toBe(401);
    expect(await statusOf(APPROVAL)).toEqual(PENDING);
  });

  it("never decides by GET, however often a scanner follows it", async () => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await request(`/api/approvals/${APPROVAL}/decision?token=${TOKEN}`, {
        method,
        headers: BUTTON,
      });
      expect(answer.status).toBe(405);
    }
    expect(await statusOf(APPROVAL)).toEqual(PENDING);
  });
});
