/** What is sent to push services is read by the device and by no other. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkVapid, decryptPush, makeDeviceKeys } from "../../../sandbox/push/crypto.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import type { OutsideHttp } from "../../../src/kernel/outside-http.ts";
import { pushSender } from "../../../src/notifications/push/client.ts";

const endpoint = "https://fcm.googleapis.com/fcm/send/dana-phone";
const { p256dh: publicKey, privateKey } = makeDeviceKeys();

type Request = Parameters<OutsideHttp>[0];

async function sent(
  keys: { readonly p256dh: string; readonly auth: string },
  payload: string,
): Promise<Request> {
  const requests: Request[] = [];
  const http: OutsideHttp = (request) => {
    requests.push(request);
    return Promise.resolve({ status: 201, headers: new Headers(), text: "", bytes: new Uint8Array() });
  };
  const send = pushSender(http, { subject: "mailto:ops@example.com", publicKey, privateKey }, silentLogger);
  const target = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  const options = { ttlSeconds: 60, urgency: "high", topic: "t" } as const;
  expect(await send(target, payload, options)).toEqual({ kind: "sent", status: 201 });
  const [request] = requests;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

it("a device decrypts any payload; another device can't", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 900, unit: "grapheme" }), async (payload) => {
      const device = makeDeviceKeys();
      const body = Buffer.from((await sent(device, payload)).body as Uint8Array);
      expect(decryptPush(body, device).toString()).toBe(payload);
      expect(() => decryptPush(body, makeDeviceKeys())).toThrow();
    }),
    { numRuns: 30 },
  );
});

it("the same words are never sealed in the same way, and the sender proves who it is", async () => {
  const device = makeDeviceKeys();
  const [one, other] = [await sent(device, "{}"), await sent(device, "{}")];
  expect(one.body).not.toEqual(other.body);
  const check = await checkVapid(
    new Headers(one.headers).get("authorization"),
    new URL(endpoint).origin,
    Date.now(),
  );
  expect(check).toEqual({ ok: true, publicKey });
});
