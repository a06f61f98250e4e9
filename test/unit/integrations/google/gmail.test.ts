import { describe, expect, it } from "vitest";
import { googleWorld, OFFICE, rawOf } from "./google-world.ts";

const MARIA = "Maria Lopez <maria.lopez@mail.example>";
const FULL = { from: MARIA, subject: "Heater", body: "It is cold in 3B." };
const send = (headers: Record<string, string>, text = "On our way.", threadId?: string) => ({
  body: {
    raw: rawOf(
      {
        From: OFFICE,
        To: MARIA,
        Subject: "Re: Heater",
        "Message-ID": "<ours-1@alderfinch.example>",
        ...headers,
      },
      text,
    ),
    ...(threadId === undefined ? {} : { threadId }),
  },
});

describe("an e-mail from outside", () => {
  it("is unread in the inbox, with its parts as Gmail shows them", async () => {
    const world = googleWorld();
    const received = await world.receive({
      ...FULL,
      html: "<p>It is <b>cold</b> in 3B.</p>",
      attachments: [{ filename: "thermometer é.txt", contentType: "text/plain", text: "14 °C" }],
    });
    expect(await world.search("is:unread in:inbox")).toEqual([received.id]);
    const { body } = await world.call("GET", `/messages/${received.id}`);
    expect(body).toMatchObject({
      id: received.id,
      threadId: received.id,
      labelIds: ["INBOX", "UNREAD", "CATEGORY_PERSONAL"],
      snippet: "It is cold in 3B.",
      payload: { partId: "", mimeType: "multipart/mixed" },
    });
    const header = (name: string) =>
      body.payload.headers.find((one: { name: string }) => one.name === name)?.value;
    expect(header("From")).toBe(MARIA);
    expect(header("Delivered-To")).toBe(OFFICE);
    const [words, file] = body.payload.parts;
    expect(
      words.parts.map((part: { partId: string; mimeType: string }) => [part.partId, part.mimeType]),
    ).toEqual([
      ["0.0", "text/plain"],
      ["0.1", "text/html"],
    ]);
    expect(Buffer.from(words.parts[0].body.data, "base64url").toString()).toBe("It is cold in 3B.");
    expect(file).toMatchObject({ partId: "1", filename: "thermometer é.txt", body: { size: 6 } });
    expect(file.body.data).toBeUndefined();
    const attachment = await world.call(
      "GET",
      `/messages/${received.id}/attachments/${file.body.attachmentId}`,
    );
    expect(Buffer.from(attachment.body.data, "base64url").toString()).toBe("14 °C");
    expect((await world.call("GET", `/messages/${received.id}/attachments/none`)).status).toBe(400);
    expect(world.gmail.violations?.()).toEqual([]);
  });

  it("is given as little as asked for", async () => {
    const world = googleWorld();
    const { id } = await world.receive(FULL);
    const minimal = await world.call("GET", `/messages/${id}?format=minimal`);
    expect(minimal.body.payload).toBeUndefined();
    const metadata = await world.call(
      "GET",
      `/messages/${id}?format=metadata&metadataHeaders=subject&metadataHeaders=Message-ID`,
    );
    expect(metadata.body.payload.headers.map(({ name }: { name: string }) => name)).toEqual([
      "Subject",
      "Message-ID",
    ]);
    expect(metadata.body.payload.body).toBeUndefined();
    const raw = await world.call("GET", `/messages/${id}?format=raw`);
    expect(Buffer.from(raw.body.raw, "base64url").toString()).toContain("Subject: Heater\r\n");
    expect((await world.call("GET", `/messages/${id}?format=whole`)).status).toBe(400);
  });

  it("reads what clients in the wild write: encoded words, folded headers, other charsets", async () => {
    const world = googleWorld();
    const raw = [
      "From: =?iso-8859-1?Q?Jos=E9_Ib=E1=F1ez?= <jose.ibanez@mail.example>",
      "To: office@alderfinch.example",
      "Subject: =?UTF-8?B?QWxxdWlsZXI=?=",
      " =?UTF-8?B?IGRlIG1heW8=?=",
      "Content-Type: text/plain; charset=iso-8859-1",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Ma=F1ana pago =\r\nla renta.",
    ].join("\r\n");
    const sent = await world.call("POST", "/messages/send", {
      as: "dana@alderfinch.example",
      body: { raw: Buffer.from(raw, "latin1").toString("base64url") },
    });
    expect(sent.status).toBe(200);
    const [id] = await world.search("subject:(alquiler mayo) mañana");
    const { body } = await world.call("GET", `/messages/${id}`);
    expect(Buffer.from(body.payload.body.data, "base64url").toString()).toBe("Mañana pago la renta.");
    // Whoever is signed in is the sender; the name may be chosen.
    const from = body.payload.headers.find(({ name }: { name: string }) => name === "From");
    expect(from.value).toContain("<dana@alderfinch.example>");
  });

  it("answers a thread when it says so, and cannot write headers of its own", async () => {
    const world = googleWorld();
    const first = await world.receive(FULL);
    const second = await world.receive({
      ...FULL,
      subject: "Re: Heater\r\nBcc: evil@evil.example",
      threadId: first.threadId,
    });
    expect(second.threadId).toBe(first.threadId);
    const { body } = await world.call("GET", `/threads/${first.threadId}`);
    expect(body.messages.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    const names = body.messages[1].payload.headers.map(({ name }: { name: string }) => name);
    expect(names).toContain("In-Reply-To");
    expect(names).not.toContain("Bcc");
    expect((await world.call("GET", "/threads/0000000000000000")).status).toBe(404);
  });

  it("goes to the mailbox it names, and nowhere when there is none such", async () => {
    const world = googleWorld();
    await world.receive({ ...FULL, to: "dana@alderfinch.example" });
    expect(await world.search("in:inbox")).toEqual([]);
    expect(await world.search("in:inbox", "dana@alderfinch.example")).toHaveLength(1);
    await expect(world.receive({ ...FULL, to: "no@body.example" })).rejects.toThrow("no mailbox");
    await expect(world.receive({ ...FULL, from: "nobody" })).rejects.toThrow("e-mail address");
    await expect(world.receive({ subject: "x" })).rejects.toThrow("from");
  });
});

describe("sending", () => {
  it("keeps the Message-ID, files it under SENT and records it once in the outbox", async () => {
    const world = googleWorld();
    const request = send({});
    const sent = await world.call("POST", "/messages/send", request);
    expect(sent).toMatchObject({ status: 200, body: { id: expect.any(String), labelIds: ["SENT"] } });
    expect(await world.search("rfc822msgid:<ours-1@alderfinch.example>")).toEqual([sent.body.id]);
    expect(await world.search("rfc822msgid:ours-1@alderfinch.example in:sent")).toEqual([sent.body.id]);
    expect(await world.search("rfc822msgid:ours-2@alderfinch.example")).toEqual([]);
    expect(world.outbox).toMatchObject([
      {
        service: "gmail",
        method: "POST",
        path: `/gmail/v1/users/${OFFICE}/messages/send`,
        body: { raw: request.body.raw, email: { to: MARIA, subject: "Re: Heater", text: "On our way." } },
      },
    ]);
    expect(world.gmail.violations?.()).toEqual([]);
  });

  it("sends the same request twice as two e-mails: there are no idempotency keys", async () => {
    const world = googleWorld();
    const first = await world.call("POST", "/messages/send", send({}));
    const second = await world.call("POST", "/messages/send", send({}));
    expect(first.body.id).not.toBe(second.body.id);
    expect(world.outbox).toHaveLength(2);
  });

  it("joins the thread only when headers and subject agree with it", async () => {
    const world = googleWorld();
    const { threadId, messageId } = await world.receive(FULL);
    const joined = await world.call(
      "POST",
      "/messages/send",
      send({ "In-Reply-To": messageId }, "a", threadId),
    );
    expect(joined.body.threadId).toBe(threadId);
    const byReferences = send({ References: `<x@y.example> ${messageId}` }, "b", threadId);
    expect((await world.call("POST", "/messages/send", byReferences)).body.threadId).toBe(threadId);
    const withoutHeaders = await world.call("POST", "/messages/send", send({}, "c", threadId));
    expect(withoutHeaders.body.threadId).not.toBe(threadId);
    const otherSubject = send({ "In-Reply-To": messageId, Subject: "Rent" }, "d", threadId);
    expect((await world.call("POST", "/messages/send", otherSubject)).body.threadId).not.toBe(threadId);
    const nowhere = await world.call("POST", "/messages/send", send({}, "e", "00000000000000ff"));
    expect(nowhere.status).toBe(404);
    expect(world.outbox).toHaveLength(4);
  });

  it("arrives in the mailboxes of this world, in their own threads and without Bcc", async () => {
    const world = googleWorld();
    const DANA = "dana@alderfinch.example";
    const first = await world.call(
      "POST",
      "/messages/send",
      send({ To: DANA, Bcc: "tom@alderfinch.example" }),
    );
    const [received] = await world.search("is:unread in:inbox", DANA);
    const { body } = await world.call("GET", `/messages/${received}`, { as: DANA });
    expect(body.payload.headers.map(({ name }: { name: string }) => name)).not.toContain("Bcc");
    expect(await world.search("in:inbox", "tom@alderfinch.example")).toHaveLength(1);
    const answer = await world.call("POST", "/messages/send", {
      as: DANA,
      ...send({
        From: DANA,
        To: OFFICE,
        "In-Reply-To": "<ours-1@alderfinch.example>",
        "Message-ID": "<dana-1@alderfinch.example>",
      }),
    });
    expect(answer.status).toBe(200);
    const [back] = await world.search("is:unread from:dana");
    expect((await world.call("GET", `/messages/${back}`)).body.threadId).toBe(first.body.threadId);
  });

  it.each([
    ["no recipient", { raw: rawOf({ Subject: "Hi" }, "x") }],
    ["an empty message", { raw: "" }],
    ["no message", {}],
    ["an unknown field", { raw: rawOf({ To: MARIA }, "x"), urgent: true }],
    ["raw that is no base64", { raw: "not base64!" }],
    ["no JSON", "{"],
  ])("refuses %s in Google's shape and sends nothing", async (_name, body) => {
    const world = googleWorld();
    const refused = await world.call("POST", "/messages/send", { body });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: "INVALID_ARGUMENT", errors: [{ reason: "invalidArgument" }] } },
    });
    expect(world.outbox).toEqual([]);
    expect(await world.search("in:anywhere")).toEqual([]);
  });
});

describe("labels", () => {
  it("are made once, put on messages, found by name, and taken off", async () => {
    const world = googleWorld();
    const { id } = await world.receive(FULL);
    const shown = { messageListVisibility: "show", labelListVisibility: "labelShow" };
    const make = (name: string) => world.call("POST", "/labels", { body: { name, ...shown } });
    const label = await make("Steward/Seen");
    expect(label.body).toMatchObject({ id: "Label_1", name: "Steward/Seen", type: "user" });
    expect((await make("steward/seen")).status).toBe(409);
    const listed = await world.call("GET", "/labels");
    expect(listed.body.labels.map(({ name }: { name: string }) => name)).toContain("Steward/Seen");
    const modified = await world.call("POST", `/messages/${id}/modify`, {
      body: { addLabelIds: ["Label_1"], removeLabelIds: ["UNREAD"] },
    });
    expect(modified.body.labelIds).toEqual(["INBOX", "CATEGORY_PERSONAL", "Label_1"]);
    expect(await world.search("label:steward-seen is:read")).toEqual([id]);
    expect(await world.search("-label:steward/seen")).toEqual([]);
    const counted = await world.call("GET", "/labels/Label_1");
    expect(counted.body).toMatchObject({ messagesTotal: 1, messagesUnread: 0 });
    await world.call("POST", `/messages/${id}/modify`, { body: { removeLabelIds: ["Label_1"] } });
    expect(await world.search("-label:steward-seen")).toEqual([id]);
    expect(world.outbox).toEqual([]);
    expect(world.gmail.violations?.()).toEqual([]);
  });

  it("refuses a label that is not there or not one's to give", async () => {
    const world = googleWorld();
    const { id } = await world.receive(FULL);
    for (const body of [{ addLabelIds: ["Label_9"] }, { addLabelIds: ["SENT"] }, {}]) {
      expect((await world.call("POST", `/messages/${id}/modify`, { body })).status).toBe(400);
    }
    expect(
      (await world.call("POST", "/messages/0123456789abcdef/modify", { body: { addLabelIds: ["STARRED"] } }))
        .status,
    ).toBe(404);
    expect((await world.call("GET", "/messages/not-an-id")).status).toBe(400);
  });
});

describe("limits", () => {
  it("pages newest first without gap or overlap", async () => {
    const world = googleWorld();
    const sent: string[] = [];
    for (let index = 0; index < 7; index++) {
      world.passTime(1000);
      sent.unshift((await world.receive({ ...FULL, subject: `Mail ${index}` })).id);
    }
    const seen: string[] = [];
    let token = "";
    do {
      const path = `/messages?maxResults=3${token === "" ? "" : `&pageToken=${token}`}`;
      const { body } = await world.call("GET", path);
      expect(body.resultSizeEstimate).toBe(7);
      seen.push(...body.messages.map(({ id }: { id: string }) => id));
      token = body.nextPageToken ?? "";
    } while (token !== "");
    expect(seen).toEqual(sent);
    const nothing = await world.call("GET", "/messages?q=nothinglikeit");
    expect(nothing.body).toEqual({ resultSizeEstimate: 0 });
    expect((await world.call("GET", "/messages?pageToken=12")).status).toBe(400);
    expect((await world.call("GET", "/messages?filter=unread")).status).toBe(400);
  });

  it("stops a user who spends more than a minute's quota, and lets them go on after it", async () => {
    const world = googleWorld();
    const { access_token: token } = (await world.token()).body;
    let status = 200;
    let calls = 0;
    while (status !== 429 && calls < 4000) {
      calls += 1;
      ({ status } = await world.call("GET", "/messages", { token }));
    }
    expect(calls).toBe(3001);
    expect(await world.call("GET", "/messages", { token })).toMatchObject({
      status: 429,
      body: {
        error: {
          status: "RESOURCE_EXHAUSTED",
          errors: [{ domain: "usageLimits", reason: "userRateLimitExceeded" }],
        },
      },
    });
    world.passTime(60_000);
    expect((await world.call("GET", "/messages", { token })).status).toBe(200);
  });

  it("answers a fault with Google's quota and back-end errors", async () => {
    const world = googleWorld();
    const fault = async (status: number) => (await world.gmail.faultAnswer!(status).json()) as unknown;
    expect(await fault(429)).toMatchObject({
      error: { code: 429, status: "RESOURCE_EXHAUSTED", errors: [{ reason: "rateLimitExceeded" }] },
    });
    expect(await fault(403)).toMatchObject({ error: { errors: [{ reason: "userRateLimitExceeded" }] } });
    expect(await fault(503)).toMatchObject({ error: { status: "UNAVAILABLE" } });
  });
});
