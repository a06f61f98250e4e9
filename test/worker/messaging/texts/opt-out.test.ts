/** Opting out of texts is a fact on record: asked when a text is drafted, written by a person, and right before it is sent. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { effectExecutor } from "../../../../src/approvals/open.ts";
import { resolveCall } from "../../../../src/agent/open.ts";
import type { PastText, PhoneHistory } from "../../../../src/integrations/connections/index.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { optOutOf } from "../../../../src/messaging/inbox/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { directTextOptionsSchema } from "../../../../src/messaging/api/texts.ts";
import { startBackfill, workOnBackfill } from "../../../../src/messaging/texts/backfill.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { quietTexts } from "../../../support/rows.ts";
import { control, freshWorld, TIMEOUT, testEnv } from "../../../support/worker.ts";
import { TENANT } from "../../agent/conversations/harness.ts";

const MARIA = "+14125550142";
/** More than anybody looks back at the provider. */
const LATER_TEXTS = 60;
const minute = (count: number): string => new Date(Date.UTC(2026, 10, 20, 9, count)).toISOString();

/** What the three who ask are told: a draft, a person's own composer, and the last look before sending. */
async function asked() {
  const scope = { conversationId: "chat", toolCallId: "call_1", agent: "steward" };
  const draft = await resolveCall(testContext(TENANT)).resolve(
    "send_message",
    { to: MARIA, text: "Hello" },
    scope,
  );
  const cookie = await signIn("dana@alderfinch.example");
  const answer = await request(`/api/texts/${encodeURIComponent(MARIA)}/direct`, { headers: { cookie } });
  const { blocked } = directTextOptionsSchema.parse(await answer.json());
  const { holds } = await effectExecutor(testContext(TENANT)).check(
    { kind: "not_opted_out", number: MARIA },
    { kind: "sms.send", document: {} },
  );
  return { draft: draft.kind, blocked, holds };
}

const REFUSED = { draft: "failed", blocked: "opted_out", holds: false };
const FREE = { draft: "resolved", blocked: null, holds: true };

/** A connection whose past is these texts, newest first, a page each. */
async function readPast(texts: readonly PastText[]): Promise<void> {
  const history = {
    connectionId: "conn_alder_quo",
    label: "Quo",
    lines: [],
    threads: async () => ({ items: [{ phoneNumberId: "PNalderShared", participants: [MARIA] }], next: null }),
    texts: async (_thread, token) => {
      const place = Number(token ?? 0);
      return { items: texts.slice(place, place + 1), next: place + 1 < texts.length ? `${place + 1}` : null };
    },
    calls: async () => ({ items: [], next: null }),
    textStatus: async () => null,
    call: async () => null,
    summary: async () => null,
    transcript: async () => null,
    users: async () => [],
  } satisfies PhoneHistory;
  const deps = { db: dbFor(testEnv.DB, TENANT), clock: { now: () => Date.now() }, logger: silentLogger };
  await startBackfill(deps, history.connectionId, "Dana Whitfield");
  await workOnBackfill({ ...deps, history, pause: async () => {} }, Infinity);
}

const past = (id: string, text: string, at: string): PastText => ({
  id,
  direction: "incoming",
  from: MARIA,
  to: ["+14125550100"],
  text,
  at,
  status: "received",
});

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await quietTexts(TENANT);
});

describe("a number that has opted out", () => {
  it("has done so after any number of later texts, until it opts in again, and for one team alone", async () => {
    await deliverText({ id: "AC0", text: "STOP", at: minute(0) });
    await Promise.all(
      Array.from({ length: LATER_TEXTS }, (_, index) =>
        deliverText({ id: `AC${index + 1}`, text: `And another thing: ${index + 1}`, at: minute(index + 1) }),
      ),
    );
    expect(await asked()).toEqual(REFUSED);
    await deliverText({ id: "AC_late", text: "START", at: minute(-1) });
    expect(await asked()).toEqual(REFUSED);
    expect(await optOutOf(dbFor(testEnv.DB, "tenant_harbor"), MARIA, [])).toBeNull();
    await deliverText({ id: "AC_again", text: "Unstop", at: minute(LATER_TEXTS + 1) });
    expect(await asked()).toEqual(FREE);
  });

  it("in words of its own is left alone until a person has read them and allows texting", async () => {
    await deliverText({ id: "AC1", text: "Please stop texting me", at: minute(1) });
    expect(await asked()).toEqual({ draft: "failed", blocked: "asked_to_stop", holds: false });
    const cookie = await signIn("dana@alderfinch.example");
    const post = (path: string, body?: unknown) =>
      request(`/api/texts/${encodeURIComponent(MARIA)}/${path}`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json", origin: "http://localhost:8787" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const direct = await post("direct", { clientMessageId: "msg_1", text: "Sorry!" });
    expect(direct.status).toBe(409);
    const news = await vi.waitFor(async () => {
      const row = await testEnv.DB.prepare(
        "select title, body from notifications where tenant_id = ? and dedupe_key like '%asked-to-stop:%'",
      )
        .bind(TENANT)
        .first<{ title: string; body: string }>();
      expect(row).not.toBeNull();
      return row;
    });
    expect(news?.title).toContain("asked not to be texted");
    expect(news?.body).toContain("Please stop texting me");
    expect((await post("allow")).status).toBe(200);
    expect(await asked()).toEqual(FREE);
    await deliverText({ id: "AC2", text: "STOP", at: new Date(Date.now() + 60_000).toISOString() });
    expect(await asked()).toEqual(REFUSED);
    expect((await post("allow")).status).toBe(409);
  });

  it("in words that no rule knows is held when the classifier hears it, with a question to the team", async () => {
    await deliverText({ id: "AC1", text: "u have the wrong girl, lose it and let me be", at: minute(1) });
    await workOf("inbox.judge", TENANT);
    await vi.waitFor(async () => {
      expect(await asked()).toEqual({ draft: "failed", blocked: "asked_to_stop", holds: false });
    }, TIMEOUT);
    const { results } = await testEnv.DB.prepare(
      "select title, body from notifications where tenant_id = ? and dedupe_key like '%asked-to-stop:%'",
    )
      .bind(TENANT)
      .all();
    expect(results).toEqual([
      {
        title: "Did Maria Lopez ask not to be texted?",
        body: expect.stringContaining("“u have the wrong girl, lose it and let me be”") as string,
      },
    ]);
    const cookie = await signIn("dana@alderfinch.example");
    const allowed = await request(`/api/texts/${encodeURIComponent(MARIA)}/allow`, {
      method: "POST",
      headers: { cookie, origin: "http://localhost:8787" },
    });
    expect(allowed.status).toBe(200);
    await workOf("inbox.judge", TENANT);
    expect(await asked()).toEqual(FREE);
    await deliverText({ id: "AC2", text: "Don't stop by before 5 please", at: minute(2) });
    await workOf("inbox.judge", TENANT);
    expect(await asked()).toEqual(FREE);
  });

  it("is known from old texts, read newest first, and from no older word than the newest", async () => {
    await readPast([
      past("AC3", "The heater again", minute(3)),
      past("AC2", "stop", minute(2)),
      past("AC1", "START", minute(1)),
    ]);
    expect(await asked()).toEqual(REFUSED);
    await deliverText({ id: "AC4", text: "START", at: minute(4) });
    expect(await asked()).toEqual(FREE);
    await readPast([past("AC2", "stop", minute(2))]);
    expect(await asked()).toEqual(FREE);
  });

  it("whose STOP reached the provider alone is asked about once, and known from then on", async () => {
    await control("inbound/sms", { from: MARIA, text: "STOP" });
    expect(await asked()).toEqual(REFUSED);
    await control("reset", {});
    expect(await asked()).toEqual(REFUSED);
  });
});
