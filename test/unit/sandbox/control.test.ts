/** Faults, outbox, reset, and who is answered at all. */
import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { ALDER } from "../../../sandbox/world/company.ts";
import { comesAbout } from "../../support/event-loop.ts";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
const line = ALDER.quo.lines[0];
const quo = { authorization: ALDER.quo.apiKey, "content-type": "application/json" };
const look = (signal?: AbortSignal): Promise<Response> =>
  fetch(`${sandbox.url}/quo/v1/phone-numbers`, { headers: quo, ...(signal ? { signal } : {}) });
const send = (content: string): Promise<Response> =>
  fetch(`${sandbox.url}/quo/v1/messages`, {
    method: "POST",
    headers: quo,
    body: JSON.stringify({ from: line?.number, to: ["+14125550142"], content }),
  });
const fault = async (input: Json): Promise<void> => {
  const answer = await sandbox.post("/control/faults", input);
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
};
const faults = async (): Promise<Json[]> =>
  ((await sandbox.get("/control/faults")) as { items: Json[] }).items;
const outbox = async (service = ""): Promise<Json[]> =>
  ((await sandbox.get(`/control/outbox${service && `?service=${service}`}`)) as { items: Json[] }).items;

describe("a fault", () => {
  it("fails so many requests of its service with its status and no others", async () => {
    await fault({ service: "quo", status: 503, count: 2 });
    expect((await sandbox.get("/identity/.well-known/jwks.json")) as Json).toHaveProperty("keys");
    expect([(await look()).status, (await look()).status, (await look()).status]).toEqual([503, 503, 200]);
    expect(await faults()).toEqual([]);
  });

  it("before the effect leaves nothing in the outbox", async () => {
    await fault({ service: "quo", status: 500, count: 1 });
    expect((await send("hello")).status).toBe(500);
    expect(await outbox("quo")).toEqual([]);
  });

  it("after the effect does it, then fails the answer; look-ups are not what it waits for", async () => {
    await fault({ service: "quo", status: 502, count: 1, afterEffect: true });
    expect((await look()).status).toBe(200);
    expect((await send("hello")).status).toBe(502);
    expect((await send("again")).status).toBe(202);
    expect((await outbox("quo")).map(({ body }) => (body as Json)["content"])).toEqual(["hello", "again"]);
  });

  it("of the stream breaks an answer off after so many pieces, and leaves answers that do not stream alone", async () => {
    await fault({ service: "anthropic", cutAfterChunks: 4 });
    const question = {
      model: "claude-sonnet-5-5",
      max_tokens: 500,
      messages: [{ role: "user", content: "Help" }],
    };
    const whole = await sandbox.messages(question);
    expect([whole.status, await whole.text()]).toEqual([200, expect.stringContaining("end_turn")]);
    expect(await faults()).toMatchObject([{ hits: 0 }]);
    const broken = await sandbox.messages({ ...question, stream: true });
    expect(broken.status).toBe(200);
    const pieces: string[] = [];
    const read = async (): Promise<void> => {
      for await (const piece of broken.body ?? []) pieces.push(Buffer.from(piece).toString());
    };
    await expect(read()).rejects.toThrow();
    expect(pieces.join("")).toContain("message_start");
    expect(pieces.join("").match(/^event: /gm)).toHaveLength(4);
    expect(await faults()).toMatchObject([{ hits: 1 }]);
  });

  it("of the stream slows its pieces", async () => {
    await fault({ service: "anthropic", chunkDelayMs: 20, count: 1 });
    const question = {
      model: "claude-sonnet-5-5",
      max_tokens: 500,
      messages: [{ role: "user", content: "Help" }],
    };
    // oxlint-disable-next-line no-restricted-properties -- the sandbox's own pace; a lower bound holds on a busy machine
    const begun = performance.now();
    const pieces = (await (await sandbox.messages({ ...question, stream: true })).text()).match(/^event: /gm);
    expect(pieces?.length).toBeGreaterThan(5);
    // oxlint-disable-next-line no-restricted-properties -- as above
    expect(performance.now() - begun).toBeGreaterThan((pieces?.length ?? 0) * 19);
  });

  it("is switched off by its id, and what else is on stays on", async () => {
    await fault({ service: "quo", status: 503, count: 1 });
    await fault({ service: "quo", status: 500 });
    const [first, second] = await faults();
    await fault({ service: "quo", clear: true, id: second?.["id"] });
    expect(await faults()).toEqual([first]);
    expect([(await look()).status, (await look()).status]).toEqual([503, 200]);
  });

  it("with a rate hits that portion, evenly", async () => {
    await fault({ service: "quo", status: 500, rate: 0.25 });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push((await look()).status);
    expect(statuses).toEqual([200, 200, 200, 500, 200, 200, 200, 500]);
  });

  it("holds a request for its time, and then goes on", async () => {
    await fault({ service: "quo", hang: 80, count: 1 });
    // oxlint-disable-next-line no-restricted-properties -- the sandbox's own pace; a lower bound holds on a busy machine
    const begun = performance.now();
    expect((await look()).status).toBe(200);
    // oxlint-disable-next-line no-restricted-properties -- as above
    expect(performance.now() - begun).toBeGreaterThan(70);
  });

  it("holds until cleared, shows what it holds, and has done the effect where it stands behind it", async () => {
    await fault({ service: "quo", hang: true, afterEffect: true, count: 1 });
    const answer = send("held");
    await comesAbout("the sandbox has it", async () => (await faults())[0]?.["held"] === 1);
    expect(await outbox("quo")).toHaveLength(1);
    await fault({ service: "quo", clear: true });
    expect((await answer).status).toBe(202);
    expect(await faults()).toEqual([]);
  });

  it("lets go of a caller that went away while held, without the effect", async () => {
    await fault({ service: "quo", hang: true, count: 1 });
    const gone = new AbortController();
    const answer = look(gone.signal).catch(() => "gone");
    await comesAbout("the sandbox has it", async () => (await faults())[0]?.["held"] === 1);
    gone.abort();
    expect(await answer).toBe("gone");
    await comesAbout("the sandbox has it", async () => (await faults()).length === 0);
  });

  it("drops what it holds at a reset, so that nothing old happens in the new world", async () => {
    await fault({ service: "quo", hang: true, count: 1 });
    const answer = send("too late").catch(() => "dropped");
    await comesAbout("the sandbox has it", async () => (await faults())[0]?.["held"] === 1);
    await sandbox.post("/control/reset");
    expect(await answer).toBe("dropped");
    expect(await outbox("quo")).toEqual([]);
  });

  it("can cut the connection, and can be kept to a method and a path", async () => {
    await fault({ service: "quo", cut: true, method: "POST", path: "/v1/messages" });
    expect((await look()).status).toBe(200);
    await expect(send("lost")).rejects.toThrow();
    await fault({ service: "quo", count: 0 });
    expect((await send("kept")).status).toBe(202);
    expect(await outbox("quo")).toHaveLength(1);
  });

  it("speaks the vendor's own error shape", async () => {
    await fault({ service: "anthropic", status: 529, count: 1 });
    const answer = await sandbox.messages({});
    expect(answer.status).toBe(529);
    expect(await answer.json()).toMatchObject({ type: "error", error: { type: "overloaded_error" } });
  });

  it.each<[string, unknown, string]>([
    ["an unknown service", { service: "fax", status: 500 }, "fax"],
    ["an unknown field", { service: "quo", often: true }, "often"],
    ["a status that is no error", { service: "quo", status: 200 }, "status"],
    ["a rate over one", { service: "quo", rate: 2 }, "rate"],
  ])("is refused with %s", async (_name, body, named) => {
    const answer = await sandbox.post("/control/faults", body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(named);
  });
});

describe("the outbox", () => {
  it("lists effects in order with their bytes, filtered by service, over a restart, until reset", async () => {
    await send("one");
    await send("two");
    await sandbox.restart();
    expect(await outbox()).toMatchObject([
      {
        service: "quo",
        method: "POST",
        path: "/v1/messages",
        body: { content: "one", to: ["+14125550142"] },
      },
      { body: { content: "two" }, at: expect.stringMatching(/^\d{4}-.*Z$/) as string },
    ]);
    expect(await outbox("google")).toEqual([]);
    await sandbox.post("/control/reset");
    expect(await outbox()).toEqual([]);
  });
});

describe("the control API", () => {
  it("says what it does not have", async () => {
    expect((await sandbox.post("/control/nothing")).status).toBe(404);
    expect((await sandbox.post("/control/faults")).status).toBe(400);
  });

  it("takes e-mails from outside", async () => {
    const mail = { from: "a@b.example", subject: "s", body: "b" };
    const received = (await (await sandbox.post("/control/inbound/email", mail)).json()) as object;
    expect(received).toMatchObject({ id: expect.any(String), threadId: expect.any(String) });
    const refused = await sandbox.post("/control/inbound/email", { ...mail, from: "nobody" });
    expect(refused.status).toBe(400);
  });
});

describe("who is answered", () => {
  const statusOf = (headers: Record<string, string>, method = "POST"): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(sandbox.url);
      const call = httpRequest(
        { host: "127.0.0.1", port, path: "/control/reset", method, headers },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      call.once("error", reject).end();
    });

  it.each([
    [{ host: "localhost:1" }, 200],
    [{ host: "127.0.0.1" }, 200],
    [{ host: "rebound.example" }, 421],
    [{ host: "localhost", origin: "http://localhost:8787" }, 200],
    [{ host: "localhost", origin: "https://evil.example" }, 403],
    [{ host: "localhost", origin: "null" }, 403],
  ])("%j gets %i", async (headers, status) => {
    expect(await statusOf(headers)).toBe(status);
  });
});
