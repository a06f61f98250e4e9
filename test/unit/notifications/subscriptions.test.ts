import { createECDH } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { ALDER, HARBOR } from "../../../sandbox/world/company.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { pushSender } from "../../../src/notifications/push/client.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { listDevices, subscribe } from "../../../src/notifications/index.ts";
import { freshRecords, records } from "../../support/node-d1.ts";

const ENDPOINT = "https://fcm.googleapis.com/fcm/send/dana-phone";
let made = 0;

function keysOf(): { p256dh: string; auth: string } {
  const device = createECDH("prime256v1");
  return { p256dh: device.generateKeys("base64url"), auth: Buffer.alloc(16, 7).toString("base64url") };
}

const depsOf = (tenantId: string) => ({
  db: dbFor(records, tenantId),
  clock: { now: () => Date.parse("2026-11-21T15:00:00Z") },
  ids: { newId: () => `device-${++made}` },
  allowsEndpoint: () => true,
});
const of = (userId: string, more: object = {}) => ({
  userId,
  endpoint: ENDPOINT,
  keys: keysOf(),
  device: "Phone",
  ...more,
});
const [dana, marcus] = ALDER.people.map(({ id }) => id);
const [ruth = ""] = HARBOR.people.map(({ id }) => id);

beforeEach(freshRecords);

describe("TENANT: a device's endpoint", () => {
  it("moves to whoever of its team subscribed last", async () => {
    const first = await subscribe(depsOf(ALDER.id), of(dana ?? ""));
    const second = await subscribe(depsOf(ALDER.id), of(marcus ?? ""));
    expect(second.id).not.toBe(first.id);
    expect(await listDevices(depsOf(ALDER.id))).toMatchObject([{ userId: marcus }]);
  });

  it("is never taken over by another team, whatever keys it brings", async () => {
    const keys = keysOf();
    await subscribe(depsOf(ALDER.id), of(dana ?? "", { keys }));
    const before = await records.prepare("select * from push_subscriptions").all();
    for (const theirs of [keysOf(), keys])
      await expect(subscribe(depsOf(HARBOR.id), of(ruth, { keys: theirs }))).rejects.toMatchObject({
        code: "exists",
      });
    const own = `${ENDPOINT}-own`;
    await subscribe(depsOf(HARBOR.id), of(ruth, { endpoint: own }));
    await expect(subscribe(depsOf(HARBOR.id), of(ruth, { replaces: own }))).rejects.toMatchObject({
      code: "exists",
    });
    const after = await records
      .prepare("select * from push_subscriptions where tenant_id = ?")
      .bind(ALDER.id)
      .all();
    expect(after.results).toEqual(before.results);
  });
});

describe("a device's key", () => {
  const { p256dh, auth } = keysOf();
  const bent = Buffer.from(p256dh, "base64url");
  bent[64] = (bent[64] ?? 0) ^ 1;
  const wrong = [
    ["off the curve", bent.toString("base64url")],
    ["all zeros", Buffer.alloc(65).toString("base64url")],
    ["zeros marked as a point", Buffer.concat([Buffer.of(4), Buffer.alloc(64)]).toString("base64url")],
    ["a compressed point", Buffer.concat([Buffer.of(2), bent.subarray(1, 33)]).toString("base64url")],
    ["too short", p256dh.slice(0, 40)],
    ["no base64url", "not a key"],
  ] as const;

  it.each(wrong)("that is no point of the curve is refused: %s", async (_what, key) => {
    const adding = subscribe(depsOf(ALDER.id), of(dana ?? "", { keys: { p256dh: key, auth } }));
    await expect(adding).rejects.toMatchObject({ code: "invalid_request", details: { field: "keys" } });
  });

  it.each(wrong)(
    "that was kept before it was checked makes the device a dead one: %s",
    async (_what, key) => {
      const vapid = createECDH("prime256v1");
      const [publicKey, privateKey] = [vapid.generateKeys("base64url"), vapid.getPrivateKey("base64url")];
      const send = pushSender(
        () => Promise.reject(new Error("nothing may be sent")),
        { subject: "mailto:ops@example.com", publicKey, privateKey },
        silentLogger,
      );
      const options = { ttlSeconds: 60, urgency: "high", topic: "t" } as const;
      expect(await send({ endpoint: ENDPOINT, p256dh: key, auth }, "{}", options)).toEqual({
        kind: "gone",
        status: null,
      });
    },
  );
});
