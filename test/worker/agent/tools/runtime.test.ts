import { testContext, testDeployment } from "../../../support/context.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { TurnScope } from "../../../../src/agent/ports.ts";
import { effectExecutor } from "../../../../src/approvals/open.ts";
import { runTool as gateOf } from "../../../../src/agent/open.ts";
import { approvals, effects } from "../../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";

const scope = (tenantId: string): TurnScope => ({
  tenantId,
  timeZone: "America/New_York",
  conversationId: "chat-tools",
  conversationTitle: "Tools",
  runId: "run-1",
  agent: "steward",
  speaker: { kind: "user", id: "user_dana_alderfinch_example", name: "Dana Whitfield" },
  recentTexts: [],
});

interface Found {
  readonly items: {
    readonly name: string;
    readonly internal: boolean;
    readonly numbers: { readonly number: string }[];
  }[];
}

async function search(tenantId: string, query: string): Promise<Found> {
  const runTool = gateOf(testContext(tenantId));
  const answer = await runTool(
    { id: `toolu_${query}`, name: "search_contacts", input: { query } },
    scope(tenantId),
  );
  expect(answer.status).toBe("ok");
  return JSON.parse(answer.content) as Found;
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

describe("the tools of a tenant, in workerd", () => {
  it("really run in workerd", () => {
    expect(navigator.userAgent).toBe("Cloudflare-Workers");
  });

  it("find the team's own people and know them as internal", async () => {
    const { items } = await search("tenant_alder", "Tom Okafor");
    expect(items).toMatchObject([
      { name: "Tom Okafor", internal: true, numbers: [{ number: "+14125550114" }] },
    ]);
  });

  it("never show another tenant's contacts", async () => {
    expect(
      (await search("tenant_harbor", "Tom Okafor")).items.filter(({ name }) => name === "Tom Okafor"),
    ).toEqual([]);
    expect((await search("tenant_harbor", "Ben Abara")).items).toHaveLength(1);
  });

  it("propose a text once, however often the call is repeated, and send nothing", async () => {
    const runTool = gateOf(testContext("tenant_alder"));
    const call = {
      id: "toolu_send",
      name: "send_message",
      input: { to: "+14125550114", text: "Can you take 8 Quarry St?" },
    };
    const first = await runTool(call, scope("tenant_alder"));
    expect(first).toMatchObject({
      status: "awaiting_approval",
      approvals: [{ status: "pending", tool: "send_message" }],
    });
    const again = await runTool(call, scope("tenant_alder"));
    expect(again.approvals.map(({ id }) => id)).toEqual(first.approvals.map(({ id }) => id));
    const db = dbFor(testEnv.DB, "tenant_alder");
    expect(await db.rows(approvals)).toMatchObject([{ toolCallId: "toolu_send", status: "pending" }]);
    expect(await db.rows(effects)).toMatchObject([
      {
        kind: "sms.send",
        document: {
          from: { audience: "internal" },
          to: { number: "+14125550114" },
          text: "Can you take 8 Quarry St?",
        },
      },
    ]);
    expect(await control("outbox?service=quo")).toMatchObject({ items: [] });
  });

  it("perform nothing through another tenant's connection", async () => {
    const effect = {
      kind: "contact.delete",
      title: "x",
      document: { connectionId: "conn_alder_quo", contactId: "c", name: "x", number: "+14125550114" },
    };
    const executor = effectExecutor(testContext("tenant_harbor"));
    await expect(
      executor.perform(effect, { idempotencyKey: "k", deadlineMs: Infinity }),
    ).rejects.toMatchObject({
      outcome: "not_applied",
    });
  });

  it("reach no host that is not configured", async () => {
    const http = testDeployment().outside;
    const request = { vendor: "x", method: "POST", url: "https://attacker.example/", changes: true } as const;
    await expect(http(request)).rejects.toMatchObject({ outcome: "not_applied" });
  });
});
