/** HOOK-RATE: webhooks under load, against real tables: what a delivery costs, what is handed over how, and who is refused before anything is stored. */
import { testContext, testDeployment } from "../../../support/context.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HARBOR } from "../../../../sandbox/world/company.ts";
import { consumeQueue } from "../../../../src/platform/clock.ts";
import { deliveries } from "../../../../src/platform/deliveries.ts";
import { findKind } from "../../../../src/platform/work/kinds.ts";
import { countWrites } from "../../../support/d1-count.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { errorCode } from "../../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";
import { TENANT } from "../../agent/conversations/harness.ts";

const BACKLOG = 14_400;

beforeEach(freshWorld);

/** Queues that keep what they are sent, by sends. */
function queues() {
  const sends: string[][] = [];
  const queue = {
    sendBatch(messages: readonly { readonly body: { readonly key: string } }[]) {
      sends.push(messages.map(({ body }) => body.key));
      return Promise.resolve();
    },
  };
  return { sends, vars: { INBOX: queue, URGENT: queue, JOBS: queue } };
}

const deliver = (id: string, options: Parameters<typeof deliverText>[1] = {}, from?: string) =>
  deliverText(
    { id, text: `Text ${id}`, ...(from === undefined ? {} : { from }) },
    { byQueue: true, ...options },
  );

const waiting = async (): Promise<number> => count("texts where state = 'received'");

const count = async (table: string): Promise<number> =>
  (await testEnv.DB.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n ?? 0;

describe("work behind deliveries", () => {
  it("waits for its turn before each number, until its own time is over", async () => {
    const { vars } = queues();
    await deliver("one", { vars }, "+14125556001");
    await deliver("two", { vars }, "+14125556002");
    const turns: { readonly untilMs: number; readonly begin: () => void }[] = [];
    vi.spyOn(deliveries, "giveWay").mockImplementation(async (_owner, turnUntilMs, work) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      turns.push({ untilMs: turnUntilMs, begin: resolve });
      await promise;
      return work();
    });
    const untilMs = Date.now() + 30_000;
    const keys = ["+14125556001", "+14125556002"];
    const work = findKind("inbox.sweep")?.run(testContext(TENANT), { tenantId: TENANT, keys, untilMs });
    await vi.waitFor(() => expect(turns).toHaveLength(2));
    expect(turns.map((turn) => turn.untilMs)).toEqual([untilMs, untilMs]);
    expect(await waiting()).toBe(2);
    for (const { begin } of turns) begin();
    await work;
    expect(await waiting()).toBe(0);
  });
});

describe("a text that can't wait", () => {
  it("takes no turns: it is dispatched while others wait for theirs", async () => {
    const { vars } = queues();
    await deliver("urgent", { vars }, "+14125556003");
    vi.spyOn(deliveries, "giveWay").mockImplementation(() => new Promise(() => {}));
    const begun: Promise<unknown>[] = [];
    const body = { tenantId: TENANT, kind: "inbox.sweep", key: "+14125556003" };
    const batch = { queue: "steward-urgent", messages: [{ body, ack: () => undefined }] };
    await consumeQueue(batch as unknown as MessageBatch<unknown>, testDeployment(), {
      waitUntil: (work) => void begun.push(work),
    });
    await Promise.all(begun);
    expect(await waiting()).toBe(0);
  });
});

describe("a delivery", () => {
  it("is one trip to the database", async () => {
    const { vars } = queues();
    // What a delivery looks up is kept for seconds: on a busy machine they would be over before the next one.
    vi.setSystemTime(Date.now());
    await deliver("first", { vars });
    // What the tests before left at work is counted too: it can only add.
    const trips: number[] = [];
    for (const text of ["second", "third", "fourth"]) {
      using asked = countWrites();
      expect((await deliver(text, { vars })).status).toBe(200);
      trips.push(asked.trips);
    }
    expect(Math.min(...trips)).toBe(1);
    expect(await count("texts")).toBe(4);
  });

  it("is handed over with those beside it: fifty at once are a few sends with each number in them", async () => {
    const { sends, vars } = queues();
    const numbers = Array.from({ length: 25 }, (_, index) => `+1412555${String(6000 + index)}`);
    // Later than any clock that other tests have set: what is gathered until then is sent.
    vi.setSystemTime(Date.now() + 600_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => deliver(`burst${index}`, { vars }, numbers[index % 25])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(sends.length).toBeLessThanOrEqual(5);
    expect(new Set(sends.flat())).toEqual(new Set(numbers));
  });

  it("that isn’t proven costs no statement once its connection was looked at", async () => {
    const { vars } = queues();
    const [secret] = HARBOR.quo.webhookSecrets;
    await deliver("forged", { vars, secret });
    using asked = countWrites();
    for (let n = 0; n < 20; n++) expect((await deliver(`forged${n}`, { vars, secret })).status).toBe(401);
    expect(asked.trips).toBe(0);
    expect((await deliver("genuine", { vars })).status).toBe(200);
  });

  it("is refused with a time to wait and nothing stored while more waits than an hour can take, and taken afterwards", async () => {
    const { vars } = queues();
    await deliver("before", { vars });
    await testEnv.DB.prepare(
      `insert into texts (tenant_id, id, connection_id, direction, line_number, contact_number, text, attachments, at, fingerprint, received_at, state, attempts)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ${BACKLOG})
       select ?, 'AC' || i, 'c', 'incoming', '+14125550100', '+14125550142', 'x', 0, '2026-11-21T15:00:00.000Z', 'f' || i, '2026-11-21T15:00:00.000Z', 'received', 0 from n`,
    )
      .bind(TENANT)
      .run();
    // Far from what other tests looked at.
    const startMs = Date.now() + 1_200_000;
    vi.setSystemTime(startMs);
    expect((await deliver("looks", { vars })).status, "the last one before the look").toBe(200);
    const kept = [await count("inbound_events"), await count("texts"), await count("events")];
    const refused = await deliver("refused", { vars });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await errorCode(refused)).toBe("unavailable");
    expect([await count("inbound_events"), await count("texts"), await count("events")]).toEqual(kept);
    await testEnv.DB.prepare("update texts set state = 'handed'").run();
    vi.setSystemTime(startMs + 11_000);
    expect((await deliver("refused", { vars })).status).toBe(200);
    expect(await count("texts")).toBe((kept[1] ?? 0) + 1);
  });
});
