/** The push service takes real Web Push messages, made by `web-push`, and refuses what a real one refuses. */
import { describe, expect, it } from "vitest";
import webPush from "web-push";
import { decryptPush } from "../../../sandbox/push/crypto.ts";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
interface Device {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
const vapid = { subject: "mailto:steward@example.com", ...webPush.generateVAPIDKeys() };

const makeDevice = async (body?: Json): Promise<Device> => {
  const answer = await sandbox.post("/push/devices", body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Device;
};

/** Sends with what `web-push` made, after a change. */
async function send(
  device: Device,
  payload: string,
  options: Json = {},
  change: (request: { headers: Record<string, string>; body: Buffer }) => void = () => undefined,
): Promise<Response> {
  const details = webPush.generateRequestDetails(device, payload, {
    vapidDetails: vapid,
    TTL: 60,
    ...options,
  });
  const headers = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
  );
  delete headers["Content-Length"];
  const request = { headers, body: Buffer.from(details.body ?? "") };
  change(request);
  return fetch(details.endpoint, {
    method: "POST",
    headers: request.headers,
    body: new Uint8Array(request.body),
  });
}
const received = async (): Promise<Json[]> =>
  ((await sandbox.get("/control/push")) as { items: Json[] }).items;

/** RFC 8291 appendix A. */
const VECTOR = {
  plaintext: "When I grow up, I want to be a watermelon",
  uaPrivate: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

describe("decryption", () => {
  it("reads the example of RFC 8291", () => {
    const plain = decryptPush(Buffer.from(VECTOR.body, "base64url"), {
      privateKey: VECTOR.uaPrivate,
      auth: VECTOR.auth,
    });
    expect(plain.toString("utf8")).toBe(VECTOR.plaintext);
  });

  it("refuses it when one bit is changed", () => {
    const body = Buffer.from(VECTOR.body, "base64url");
    body[100] = (body[100] ?? 0) ^ 1;
    expect(() => decryptPush(body, { privateKey: VECTOR.uaPrivate, auth: VECTOR.auth })).toThrow();
  });
});

describe("a message", () => {
  it("is accepted, decrypted and listed with its device", async () => {
    const device = await makeDevice({ name: "Dana's phone" });
    const answer = await send(device, JSON.stringify({ title: "Approve?", text: "é 🔥" }), {
      urgency: "high",
      topic: "a1",
    });
    expect([answer.status, await answer.text()]).toEqual([201, ""]);
    expect(answer.headers.get("location")).toContain("/push/");
    await send(device, "no JSON at all");
    expect(await received()).toMatchObject([
      {
        subscriptionId: device.id,
        payload: { title: "Approve?", text: "é 🔥" },
        urgency: "high",
        topic: "a1",
        ttlSeconds: 60,
      },
      { payload: "no JSON at all" },
    ]);
  });

  it("reaches the device over a restart of the sandbox", async () => {
    const { id, keys } = await makeDevice();
    await sandbox.restart();
    await send({ id, keys, endpoint: `${sandbox.url}/push/send/${id}` }, '"hi"');
    expect(await received()).toMatchObject([{ subscriptionId: id, payload: "hi" }]);
  });

  it.each<[string, number, (request: { headers: Record<string, string>; body: Buffer }) => void]>([
    ["without authorization", 401, ({ headers }) => delete headers["Authorization"]],
    [
      "with a broken token",
      403,
      ({ headers }) => (headers["Authorization"] = (headers["Authorization"] ?? "").replace(/t=.{20}/, "t=")),
    ],
    [
      "with another key than signed",
      403,
      ({ headers }) =>
        (headers["Authorization"] = (headers["Authorization"] ?? "").replace(
          /k=.*/,
          `k=${webPush.generateVAPIDKeys().publicKey}`,
        )),
    ],
    ["without TTL", 400, ({ headers }) => delete headers["TTL"]],
    ["with another encoding", 415, ({ headers }) => (headers["Content-Encoding"] = "aesgcm")],
    ["with a long topic", 400, ({ headers }) => (headers["Topic"] = "x".repeat(33))],
    ["over 4096 bytes", 413, (request) => (request.body = Buffer.concat([request.body, Buffer.alloc(4096)]))],
    [
      "that was changed on the way",
      400,
      ({ body }) => (body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1),
    ],
  ])("%s is refused with %i and not listed", async (_name, status, change) => {
    const device = await makeDevice();
    expect((await send(device, "x", {}, change)).status).toBe(status);
    expect(await received()).toEqual([]);
  });

  it.each<[string, Json]>([
    ["signed for another push service", { endpoint: "audience" }],
    ["from a subject at localhost", { vapidDetails: { ...vapid, subject: "https://localhost:8787" } }],
  ])("%s is refused", async (_name, options) => {
    const device = await makeDevice();
    if (options["endpoint"] === undefined) {
      expect((await send(device, "x", options)).status).toBe(403);
      return;
    }
    const elsewhere = webPush.generateRequestDetails({ ...device, endpoint: "https://push.example/x" }, "x", {
      vapidDetails: vapid,
    });
    const answer = await send(
      device,
      "x",
      {},
      ({ headers }) => (headers["Authorization"] = String(elsewhere.headers["Authorization"])),
    );
    expect(answer.status).toBe(403);
  });

  it("with a token that lives too long is refused, and one that has ended", async () => {
    const device = await makeDevice();
    sandbox.clock.ms -= 13 * 60 * 60_000;
    expect((await send(device, "x")).status).toBe(403);
    sandbox.clock.ms += 27 * 60 * 60_000;
    expect((await send(device, "x")).status).toBe(403);
  });

  it("from a sender the device did not subscribe with is refused", async () => {
    const own = await makeDevice({ applicationServerKey: vapid.publicKey });
    const others = await makeDevice({ applicationServerKey: webPush.generateVAPIDKeys().publicKey });
    expect([(await send(own, "x")).status, (await send(others, "x")).status]).toEqual([201, 403]);
  });
});

describe("a subscription", () => {
  it("that expired answers 410, an unknown one 404", async () => {
    const device = await makeDevice();
    await sandbox.post(`/push/devices/${device.id}/expire`);
    expect((await send(device, "x")).status).toBe(410);
    expect((await send({ ...device, endpoint: `${sandbox.url}/push/send/nobody` }, "x")).status).toBe(404);
  });

  it("keeps its private key to itself", async () => {
    await makeDevice();
    expect(JSON.stringify(await sandbox.get("/push/devices"))).not.toContain("privateKey");
  });

  it("is subject to faults: delivered, then failed", async () => {
    const device = await makeDevice();
    await sandbox.post("/control/faults", { service: "push", status: 500, count: 1, afterEffect: true });
    expect((await send(device, '"once"')).status).toBe(500);
    expect(await received()).toMatchObject([{ payload: "once" }]);
  });
});
