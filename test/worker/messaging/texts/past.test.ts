/** The past of the phone system: old texts read page by page, and calls with what was said in them. */
import { testContext } from "../../../support/context.ts";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { textBackfills } from "../../../../src/messaging/tables/inbox.ts";
import { quoHistory } from "../../../../src/integrations/quo/history.ts";
import { findAccount } from "../../../../src/integrations/open.ts";
import { isoTime } from "../../../../src/kernel/clock.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { PhoneHistory } from "../../../../src/integrations/connections/index.ts";
import { startBackfill, stopBackfill, workOnBackfill } from "../../../../src/messaging/texts/backfill.ts";
import { pastBeingRead, saidInCall } from "../../../../src/messaging/texts/index.ts";
import { searchPageSchema } from "../../../../src/platform/api/search.ts";
import { textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { deliverEvent, deliverText } from "../../../support/quo-webhook.ts";
import { quietTexts } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { messagesOf, TENANT, textOf, until } from "../../agent/conversations/harness.ts";

const CONNECTION = "conn_alder_quo";
const MARIA = "+14125550142";
const db = () => dbFor(testEnv.DB, TENANT);
const one = <Value>(sql: string): Promise<Value | null> => testEnv.DB.prepare(sql).first<Value>("n");

/** The real provider behind the port; `most` answers, then it fails like a killed process would. */
async function backfillDeps(most = Infinity) {
  const account = await findAccount(testContext(TENANT), "quo", CONNECTION);
  if (account === null) throw new Error("no account");
  let left = most;
  const client: typeof account.client = async (call) => {
    if (left-- <= 0) throw new Error("killed");
    return until(() =>
      account.client(call).catch((error: unknown) => {
        if ((error as { status?: number }).status === 429) return null;
        throw error;
      }),
    );
  };
  return {
    db: db(),
    clock: { now: () => Date.now() },
    logger: silentLogger,
    history: quoHistory({ ...account, client }),
    pause: async () => {},
  };
}

const callEvent = (type: string, object: object) => ({
  id: `EV${type}${crypto.randomUUID()}`,
  object: "event",
  apiVersion: "v4",
  createdAt: new Date().toISOString(),
  type,
  data: { object },
});

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await quietTexts(TENANT);
});

describe("reading old texts", () => {
  it(
    "goes on where it was killed, knows what webhooks brought, starts no run, and is found by search",
    { timeout: 120_000 },
    async () => {
      const played = (await control("inbound/sms", { from: MARIA, text: "the zanzibar radiator" })) as {
        messageId: string;
      };
      await deliverText({ id: played.messageId, text: "the zanzibar radiator" });
      const deps = await backfillDeps();
      await startBackfill(deps, CONNECTION, "Dana Whitfield");
      await workOnBackfill(await backfillDeps(5), Infinity);
      const killed = await db().find(textBackfills, systemRow());
      expect(killed).toMatchObject({
        state: "running",
        failures: 1,
        problem: "Something went wrong in Steward.",
      });
      expect(killed?.texts).toBeGreaterThan(0);
      expect(await pastBeingRead(db())).toContain(`${killed?.conversations} conversations so far`);
      await workOnBackfill(await backfillDeps(40), Infinity);
      await stopBackfill(deps, CONNECTION);
      await workOnBackfill(deps, Infinity);
      expect(await db().find(textBackfills, systemRow())).toMatchObject({ state: "stopped" });
      const read = await one<number>("select count(*) as n from texts");
      expect(read).toBeGreaterThan(50);
      expect(await one("select count(*) as n from runs where trigger <> 'urgency'")).toBe(0);
      expect(await one(`select count(*) as n from texts where reason is null or reason <> 'backfill'`)).toBe(
        1,
      );
      await workOf("events.consume", TENANT);
      const cookie = await signIn("dana@alderfinch.example");
      const page = searchPageSchema.parse(
        await (await request("/api/search?q=zanzibar", { headers: { cookie } })).json(),
      );
      expect(page.items).toHaveLength(1);
      const some = await testEnv.DB.prepare(
        "select text from texts where reason = 'backfill' and length(text) > 40 limit 1",
      ).first<string>("text");
      const found = searchPageSchema.parse(
        await (
          await request(`/api/search?q=${encodeURIComponent(some ?? "")}`, { headers: { cookie } })
        ).json(),
      );
      expect(found.items.map(({ snippet }) => snippet)).toContain(some);
    },
  );

  it("is answered where nobody has, once a member asks for it: at once, in its conversation, and without an alarm", async () => {
    const words = "There was a smell of gas in the hallway, is that fixed?";
    await control("inbound/sms", { from: MARIA, text: words });
    await startBackfill(await backfillDeps(), CONNECTION, "Dana Whitfield");
    await workOnBackfill(await backfillDeps(40), Infinity);
    await stopBackfill(await backfillDeps(), CONNECTION);
    const headers = {
      cookie: await signIn("dana@alderfinch.example"),
      "content-type": "application/json",
      origin: "http://localhost:8787",
    };
    const draft = async (number: string, line = "+14125550100"): Promise<unknown> => {
      const body = JSON.stringify({ line });
      const path = `/api/texts/${encodeURIComponent(number)}/draft`;
      return (await request(path, { method: "POST", headers, body })).json();
    };
    expect(await draft(MARIA)).toEqual({ drafting: true });
    expect(await draft(MARIA)).toEqual({ drafting: true });
    const identity = { tenantId: TENANT, conversationId: `sms:${MARIA}`, source: "sms" } as const;
    const said = (await messagesOf(identity)).filter((message) => textOf(message).includes(words));
    expect(said).toHaveLength(1);
    await until(async () => (await one<number>("select count(*) as n from runs where trigger = 'sms'")) ?? 0);
    expect(
      await one(
        "select state as n from texts where text = 'There was a smell of gas in the hallway, is that fixed?'",
      ),
    ).toBe("handed");
    expect(await one("select count(*) as n from notifications where urgent = 1")).toBe(0);
    expect(await one("select count(*) as n from urgency_checks")).toBe(0);
    // Answered threads, and those on another line, have nothing to answer.
    const answered = await testEnv.DB.prepare(
      "select contact_number as n, max(at) from texts group by contact_number, line_number having direction = 'outgoing' limit 1",
    ).first<string>("n");
    expect(await draft(answered ?? "")).toEqual({ drafting: false });
    expect(await draft(MARIA, "+14125550101")).toEqual({ drafting: false });
  });

  it("misses no conversation that somebody wrote in while the list was read", async () => {
    // A page holds two; the last of the list is written in once the first page was read, and so moves before the second.
    const touchedAt = new Map(
      ["01", "02", "03", "04"].map((who, age) => [who, Date.now() - (age + 1) * 3_600_000]),
    );
    const deps = await backfillDeps();
    const read: string[] = [];
    const history: PhoneHistory = {
      ...deps.history,
      threads: async (token, updatedAfter) => {
        const after = updatedAfter === undefined ? 0 : Date.parse(updatedAfter);
        const listed = [...touchedAt]
          .filter(([, at]) => at > after)
          .sort(([, left], [, right]) => right - left)
          .map(([who]) => ({ phoneNumberId: "PNalderShared", participants: [`+141255502${who}`] }));
        const place = Number(token ?? 0);
        if (place === 0 && updatedAfter === undefined) touchedAt.set("04", Date.now());
        return {
          items: listed.slice(place, place + 2),
          next: place + 2 < listed.length ? String(place + 2) : null,
        };
      },
      texts: async ({ participants: [from = ""] }) => {
        read.push(from);
        const at = "2026-01-05T10:00:00.000Z";
        const old = { direction: "incoming", from, to: ["+14125550100"], text: "from long ago", at } as const;
        return { items: [{ ...old, id: `ACold${from}`, status: null }], next: null };
      },
      calls: async () => ({ items: [], next: null }),
    };
    await startBackfill(deps, CONNECTION, "Dana Whitfield");
    await workOnBackfill({ ...deps, history }, Infinity);
    expect(await db().find(textBackfills, systemRow())).toMatchObject({ state: "done", added: 4 });
    expect(await pastBeingRead(db())).toBe(null);
    expect(new Set(read).size).toBe(4);
    expect(await one("select count(*) as n from texts where text = 'from long ago'")).toBe(4);
  });

  it("says what is wrong while the provider fails, waits, and is driven by the clock", async () => {
    await startBackfill(await backfillDeps(), CONNECTION, "Dana Whitfield");
    await control("faults", { service: "quo", status: 500, count: 20 });
    await workOf("texts.backfill", TENANT);
    const row = await db().find(textBackfills, systemRow());
    expect(row).toMatchObject({ state: "running", failures: 1 });
    expect(row?.problem).toContain("500");
    expect(Date.parse(row?.dueAt ?? "")).toBeGreaterThan(Date.now());
    await workOf("texts.backfill", TENANT);
    expect(await db().find(textBackfills, systemRow())).toMatchObject({ failures: 1 });
  });

  it("is begun and stopped by an admin, and seen by all", async () => {
    const headers = (cookie: string) => ({ cookie, origin: "http://localhost:8787" });
    const dana = headers(await signIn("dana@alderfinch.example"));
    await control("faults", { service: "quo", status: 500, count: 20 });
    const start = await request(`/api/text-backfills/${CONNECTION}/start`, { method: "POST", headers: dana });
    expect(start.status).toBe(200);
    expect(
      (await request("/api/text-backfills/conn_harbor_quo/start", { method: "POST", headers: dana })).status,
    ).toBe(404);
    const shown = textEndpoints.backfills.output.parse(
      await (await request("/api/text-backfills", { headers: dana })).json(),
    );
    expect(shown.items).toMatchObject([
      { connectionId: CONNECTION, state: "running", startedByName: "Dana Whitfield" },
    ]);
    await request(`/api/text-backfills/${CONNECTION}/stop`, { method: "POST", headers: dana });
    expect((await db().find(textBackfills, systemRow()))?.state).toBe("stopped");
  });
});

describe("a phone call", () => {
  const PLAYED = {
    from: MARIA,
    summary: ["Maria asked about the key."],
    nextSteps: ["Text her when the key is ready", "Ask Tom for the lock."],
    dialogue: [
      { who: "them", text: "Is my key ready?" },
      { who: "us", text: "I will text you tomorrow." },
    ],
    events: false,
  };

  async function ended(more: object = {}): Promise<string> {
    const { callId } = (await control("quo/call", { ...PLAYED, ...more })) as { callId: string };
    const duration = "dialogue" in more ? 0 : 180;
    await deliverEvent(
      callEvent("call.completed", {
        id: callId,
        object: "call",
        from: MARIA,
        to: "+14125550100",
        direction: "incoming",
        status: duration === 0 ? "no-answer" : "completed",
        createdAt: new Date().toISOString(),
        duration,
        phoneNumberId: "PNalderShared",
      }),
    );
    return callId;
  }

  it("with its summary and transcript goes into the contact's conversation once, whatever order they come in", async () => {
    const callId = await ended();
    expect(await one("select state as n from calls")).toBe("open");
    for (let round = 0; round < 2; round++) {
      await deliverEvent(
        callEvent("call.transcript.completed", {
          callId,
          dialogue: [{ content: "Is my key ready?", userId: null }],
        }),
      );
      await deliverEvent(
        callEvent("call.summary.completed", { callId, summary: PLAYED.summary, nextSteps: PLAYED.nextSteps }),
      );
    }
    const all = await messagesOf({ tenantId: TENANT, conversationId: `sms:${MARIA}`, source: "sms" });
    // The agent may be at work on it already.
    const messages = all.filter(({ author }) => author.kind === "contact");
    expect(messages).toHaveLength(1);
    expect(messages[0]?.author).toMatchObject({ kind: "contact", name: "Maria Lopez" });
    expect(textOf(messages[0]!)).toContain(
      "Next steps: Text her when the key is ready. Ask Tom for the lock.",
    );
    expect(await one("select state as n from calls")).toBe("handed");
    await workOf("events.consume", TENANT);
    await deliverEvent(
      callEvent("call.transcript.completed", {
        callId,
        dialogue: [{ content: "And the marzipan?", userId: null }],
      }),
    );
    expect(
      await one("select type as n from events where type like 'texts.call.%' order by seq desc limit 1"),
    ).toBe("texts.call.reported");
  });

  it("whose events got lost is completed from the provider by the clock", async () => {
    await ended();
    await testEnv.DB.prepare("update calls set due_at = ?").bind(isoTime(Date.now())).run();
    await workOf("texts.calls", TENANT);
    expect(await one("select state as n from calls")).toBe("handed");
    const cookie = await signIn("dana@alderfinch.example");
    const thread = textEndpoints.thread.output.parse(
      await (await request(`/api/texts/${encodeURIComponent(MARIA)}`, { headers: { cookie } })).json(),
    );
    expect(thread.items).toMatchObject([
      {
        kind: "call",
        summary: PLAYED.summary,
        transcript: [{ who: "contact" }, { who: "team", name: "Dana Whitfield" }],
      },
    ]);
    // The phone system's user is the member with the same address.
    const callId = await testEnv.DB.prepare("select id from calls").first<string>("id");
    expect(await saidInCall(dbFor(testEnv.DB, TENANT), callId ?? "")).toMatchObject([
      { by: { name: "Dana Whitfield" } },
    ]);
    await workOf("events.consume", TENANT);
    const found = searchPageSchema.parse(
      await (await request("/api/search?q=key+ready&sources=call", { headers: { cookie } })).json(),
    );
    expect(found.items).toHaveLength(1);
  });

  it("that no one answered is history and starts nothing", async () => {
    await ended({ dialogue: [] });
    await testEnv.DB.prepare("update calls set due_at = ?").bind(isoTime(Date.now())).run();
    await workOf("texts.calls", TENANT);
    expect(await testEnv.DB.prepare("select state, reason from calls").first()).toEqual({
      state: "recorded",
      reason: "missed",
    });
    expect(await messagesOf({ tenantId: TENANT, conversationId: `sms:${MARIA}`, source: "sms" })).toEqual([]);
  });
});

function systemRow() {
  return eq(textBackfills.connectionId, CONNECTION);
}
