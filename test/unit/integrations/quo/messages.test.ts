import { describe, expect, it } from "vitest";
import { quoStore } from "../../../../sandbox/quo/store.ts";
import { quoWorld } from "./quo-world.ts";

const LINE = "PNalderShared";
const MARIA = "+14125550142";
const thread = (query = "") =>
  `/v1/messages?phoneNumberId=${LINE}&participants=${encodeURIComponent(MARIA)}&maxResults=100${query}`;

describe("sending a text", () => {
  it("answers 202, shows the text in the thread and records it once in the outbox", async () => {
    const world = quoWorld();
    const body = { content: "On our way.", from: LINE, to: [MARIA] };
    const sent = await world.call("POST", "/v1/messages", { body });
    expect(sent.status).toBe(202);
    expect(sent.body.data).toMatchObject({ text: "On our way.", direction: "outgoing", status: "sent" });
    const { body: listed } = await world.call("GET", thread());
    expect(listed.data[0].id).toBe(sent.body.data.id);
    const { body: one } = await world.call("GET", `/v1/messages/${sent.body.data.id}`);
    expect(one.data.status).toBe("delivered");
    expect(world.outbox).toEqual([
      { service: "quo", method: "POST", path: "/v1/messages", body, at: expect.any(String) },
    ]);
  });

  it("sends the same request twice as two texts: there are no idempotency keys", async () => {
    const world = quoWorld();
    const request = {
      body: { content: "Twice", from: LINE, to: [MARIA] },
      headers: { "idempotency-key": "k" },
    };
    const first = await world.call("POST", "/v1/messages", request);
    const second = await world.call("POST", "/v1/messages", request);
    expect(first.body.data.id).not.toBe(second.body.data.id);
    expect(world.outbox).toHaveLength(2);
  });

  it("takes the line by its number too, and refuses another company's line", async () => {
    const world = quoWorld();
    const own = { content: "Hi", from: "+14125550100", to: [MARIA] };
    expect((await world.call("POST", "/v1/messages", { body: own })).status).toBe(202);
    const foreign = { content: "Hi", from: "PNharborShared", to: [MARIA] };
    const refused = await world.call("POST", "/v1/messages", { body: foreign });
    expect(refused).toMatchObject({ status: 404, body: { code: "0200404", title: "Not Found" } });
    expect(world.outbox).toHaveLength(1);
  });

  it.each([
    ["empty content", { content: "", from: LINE, to: [MARIA] }],
    ["only white space", { content: "  ", from: LINE, to: [MARIA] }],
    ["1,601 characters", { content: "x".repeat(1601), from: LINE, to: [MARIA] }],
    ["no recipient", { content: "Hi", from: LINE, to: [] }],
    ["a number without plus", { content: "Hi", from: LINE, to: ["4125550142"] }],
    ["a missing sender", { content: "Hi", to: [MARIA] }],
    ["no JSON", "{"],
    ["no body", undefined],
  ])("refuses %s with the vendor's error envelope and sends nothing", async (_name, body) => {
    const world = quoWorld();
    const refused = await world.call("POST", "/v1/messages", { body });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: "0200400",
      status: 400,
      title: "Bad Request",
      message: expect.any(String),
      docs: "https://openphone.com/docs",
    });
    expect(world.outbox).toEqual([]);
    expect(world.quo.violations?.()).toEqual([]);
  });
});

describe("reading texts", () => {
  it("lists a conversation newest first, in pages that meet without gap or overlap", async () => {
    const world = quoWorld();
    const all = (await world.call("GET", thread())).body.data as { id: string; createdAt: string }[];
    expect(all.length).toBeGreaterThan(4);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const paged: string[] = [];
    let token = "";
    do {
      const path = thread(token && `&pageToken=${token}`).replace("maxResults=100", "maxResults=2");
      const { body } = await world.call("GET", path);
      paged.push(...body.data.map(({ id }: { id: string }) => id));
      token = body.nextPageToken ?? "";
    } while (token !== "");
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it("keeps to createdAfter and createdBefore", async () => {
    const world = quoWorld();
    const all = (await world.call("GET", thread())).body.data as { createdAt: string }[];
    const middle = all[2]?.createdAt ?? "";
    const after = (await world.call("GET", thread(`&createdAfter=${middle}`))).body.data;
    const before = (await world.call("GET", thread(`&createdBefore=${middle}`))).body.data;
    expect(after).toHaveLength(2);
    expect(before).toHaveLength(all.length - 3);
  });

  it.each(["maxResults", "participants", "phoneNumberId"])("needs %s", async (name) => {
    const world = quoWorld();
    const path = thread().replace(new RegExp(`${name}=[^&]*&?`), "");
    expect((await world.call("GET", path)).status).toBe(400);
  });

  it("shows nothing of another company's texts", async () => {
    const world = quoWorld();
    const { body } = await world.call("GET", thread(), { key: "quo_demo_harbor" });
    expect(body).toMatchObject({ status: 404 });
    const all = (await world.call("GET", thread())).body.data as { id: string }[];
    const foreign = await world.call("GET", `/v1/messages/${all[0]?.id}`, { key: "quo_demo_harbor" });
    expect(foreign.status).toBe(404);
  });
});

describe("every documented read", () => {
  it("answers as the specification says", async () => {
    const world = quoWorld();
    const conversations = await world.call("GET", "/v1/conversations?maxResults=100");
    expect(conversations.status).toBe(200);
    expect(conversations.body.data[0].name).toBe("Walt Ironside");
    const lines = await world.call("GET", "/v1/phone-numbers");
    expect(lines.body.data.map(({ name }: { name: string }) => name)).toEqual(["Shared line", "Team line"]);
    const { calls } = (await import("../../../../sandbox/quo/store.ts")).quoStore(world.context).accounts[0]!
      .records;
    for (const call of calls.filter(({ participant }) => participant === calls[0]?.participant)) {
      const path = `/v1/calls?phoneNumberId=${call.phoneNumberId}&participants=${encodeURIComponent(call.participant)}&maxResults=50`;
      expect((await world.call("GET", path)).body.data.length).toBeGreaterThan(0);
      const expected = call.summary === null ? 404 : 200;
      expect((await world.call("GET", `/v1/calls/${call.id}`)).status).toBe(200);
      expect((await world.call("GET", `/v1/call-summaries/${call.id}`)).status).toBe(expected);
      expect((await world.call("GET", `/v1/call-transcripts/${call.id}`)).status).toBe(expected);
    }
    expect(world.quo.violations?.()).toEqual([]);
  });
});

describe("an answer of the sandbox that breaks the specification", () => {
  it("becomes a 500 and is reported", async () => {
    const world = quoWorld();
    const { messages } = quoStore(world.context).accounts[0]!.records;
    messages.push({ ...messages.at(-1)!, id: "no prefix" });
    expect((await world.call("GET", "/v1/messages/no%20prefix")).status).toBe(500);
    expect(world.quo.violations?.()).toMatchObject([{ service: "quo", operation: "getMessageById_v1 200" }]);
  });
});
