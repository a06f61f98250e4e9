/** Mail at the sandbox's Microsoft Graph: delta queries, look-ups, MIME, sending, faults. */
import { importPKCS8, SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { HARBOR } from "../../../sandbox/world/company.ts";
import { CLAIMS, microsoftAt, RENEWALS, type Answered, type Json } from "./microsoft-world.ts";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();
const microsoft = microsoftAt(sandbox);
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' };

let access = "";
beforeEach(async () => {
  access = String((await microsoft.signIn())["access_token"]);
});

const call = (path: string, init?: Parameters<typeof microsoft.graph>[2]): Promise<Answered> =>
  microsoft.graph(access, path, init);
const values = (answer: Answered): Json[] => answer.body["value"] as Json[];
const link = (answer: Answered, name: "next" | "delta"): string =>
  (answer.body[`@odata.${name}Link`] as string | undefined) ?? "";
const control = (input: object, path = ""): Promise<Response> =>
  sandbox.post(`/control/microsoft${path}`, input);
const receive = async (subject: string, more: object = {}): Promise<Json> => {
  const answer = await sandbox.post("/control/inbound/email", {
    from: "Patrick Dube <patrick.dube@mail.example>",
    to: CLAIMS,
    subject,
    body: `About ${subject}.`,
    ...more,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
};
const mime = (lines: readonly string[]): string => Buffer.from(lines.join("\r\n")).toString("base64");
const letter = (id: string, to: string, more: readonly string[] = []): string =>
  mime([
    `From: Claims <${CLAIMS}>`,
    `To: ${to}`,
    `Subject: Your claim`,
    `Message-ID: <${id}>`,
    ...more,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "It is filed.",
  ]);
const byMessageId = (id: string, folder = "") =>
  call(`/me${folder}/messages?$filter=${encodeURIComponent(`internetMessageId eq '<${id}>'`)}`);
const outbox = async (): Promise<Json[]> =>
  ((await sandbox.get("/control/outbox?service=microsoft")) as { items: Json[] }).items;

describe("who calls", () => {
  it("is the signed-in person", async () => {
    expect((await call("/me")).body).toMatchObject({ mail: CLAIMS, displayName: "Harborlight Claims" });
    expect((await call("/me?$select=mail")).body).not.toHaveProperty("displayName");
  });

  it("needs a token, the permission, and their own mailbox", async () => {
    expect((await microsoft.graph("nonsense", "/me")).body).toMatchObject({
      error: { code: "InvalidAuthenticationToken", innerError: { "request-id": expect.any(String) } },
    });
    await sandbox.post("/control/microsoft-login", { end: true });
    const limited = String((await microsoft.signIn(RENEWALS, "User.Read"))["access_token"]);
    const denied = await microsoft.graph(limited, "/me/messages");
    expect([denied.status, denied.body]).toMatchObject([403, { error: { code: "ErrorAccessDenied" } }]);
    access = String((await microsoft.signIn())["access_token"]);
    expect((await call(`/users/${RENEWALS}/messages`)).status).toBe(403);
    expect((await call(`/users/${CLAIMS}/messages`)).status).toBe(200);
  });
});

describe("a delta query", () => {
  it("lists the folder in pages, then only what changed", async () => {
    for (const subject of ["one", "two", "three"]) {
      await receive(subject);
      sandbox.clock.ms += 1000;
    }
    const first = await call("/me/mailFolders/inbox/messages/delta?$select=subject,isRead", {
      headers: { prefer: "odata.maxpagesize=2" },
    });
    expect(values(first).map((one) => one["subject"])).toEqual(["three", "two"]);
    expect(Object.keys(values(first)[0] ?? {}).sort()).toEqual([
      "@odata.etag",
      "@odata.type",
      "id",
      "isRead",
      "subject",
    ]);
    expect(first.headers.get("preference-applied")).toBe("odata.maxpagesize=2");
    expect(link(first, "delta")).toBe("");
    const second = await call(link(first, "next"), { headers: { prefer: "odata.maxpagesize=2" } });
    expect(values(second).map((one) => one["subject"])).toEqual(["one"]);
    expect(link(second, "next")).toBe("");

    const quiet = await call(link(second, "delta"));
    expect(values(quiet)).toEqual([]);
    const { messageId: added } = await receive("four");
    const { messageId: gone } = await receive("five");
    await control({ mailbox: CLAIMS, messageId: gone, delete: true }, "/by-hand");
    await control({ mailbox: CLAIMS, messageId: added, isRead: true }, "/by-hand");
    const news = await call(link(quiet, "delta"));
    expect(values(news)).toMatchObject([
      { "@removed": { reason: "deleted" } },
      { subject: "four", isRead: true },
    ]);
    expect(values(await call(link(news, "delta")))).toEqual([]);
    expect(values(await call(link(quiet, "delta")))).toHaveLength(2);
  });

  it("says where a message went, with the ID it had there, or the immutable one", async () => {
    const { id, messageId } = await receive("moving");
    const start = async (headers: Record<string, string>) =>
      call("/me/mailFolders('inbox')/messages/delta", { headers });
    const [plain, immutable] = [await start({}), await start(IMMUTABLE)];
    expect(values(immutable)[0]?.["id"]).toBe(id);
    await control({ mailbox: CLAIMS, messageId, move: "archive" }, "/by-hand");
    const moved = values(await call(link(plain, "delta")));
    expect(moved).toEqual([
      {
        "@odata.type": "#microsoft.graph.message",
        id: values(plain)[0]?.["id"],
        "@removed": { reason: "deleted" },
      },
    ]);
    expect(values(await call(link(immutable, "delta"), { headers: IMMUTABLE }))[0]?.["id"]).toBe(id);
    expect((await call(`/me/messages/${String(values(plain)[0]?.["id"])}`)).status).toBe(404);
    expect((await call(`/me/messages/${String(id)}`)).body["subject"]).toBe("moving");
  });

  it("keeps its filter for all rounds", async () => {
    await receive("old");
    sandbox.clock.ms += 600_000;
    const from = new Date(sandbox.clock.ms - 1000).toISOString();
    const query = new URLSearchParams({ $filter: `receivedDateTime ge ${from}`, changeType: "created" });
    const first = await call(`/me/mailFolders/inbox/messages/delta?${query}`);
    expect(values(first)).toEqual([]);
    const { messageId } = await receive("new");
    await control({ mailbox: CLAIMS, messageId, categories: ["Claims"] }, "/by-hand");
    expect(values(await call(link(first, "delta")))).toMatchObject([{ subject: "new" }]);
    const refused = await call("/me/mailFolders/inbox/messages/delta?$filter=isRead%20eq%20false");
    expect(refused.status).toBe(400);
  });

  it("forgets its tokens on demand", async () => {
    const first = await call("/me/mailFolders/sentitems/messages/delta");
    await control({ endSync: true });
    const gone = await call(link(first, "delta"));
    expect([gone.status, gone.body]).toMatchObject([410, { error: { code: "SyncStateNotFound" } }]);
    expect((await call("/me/mailFolders/sentitems/messages/delta")).status).toBe(200);
  });
});

describe("messages", () => {
  it("are found by Message-ID, conversation, words and time", async () => {
    const { messageId, threadId } = await receive("Skylight & hail", { html: "<b>Broken</b>" });
    await receive("Re: Skylight & hail", { threadId });
    await receive("Something else", { from: "Agnes Whitmore <agnes.whitmore@mail.example>" });
    expect(values(await byMessageId(String(messageId).slice(1, -1)))).toHaveLength(1);
    const find = async (query: Record<string, string>): Promise<unknown[]> =>
      values(await call(`/me/messages?${new URLSearchParams(query)}`)).map((one) => one["subject"]);
    expect(await find({ $filter: `conversationId eq '${String(threadId)}'` })).toHaveLength(2);
    expect(await find({ $search: '"skylig"' })).toHaveLength(2);
    expect(await find({ $search: '"from:agnes.whitmore@mail.example"' })).toEqual(["Something else"]);
    expect(await find({ $search: String.raw`"subject:\"something else\" OR nothing"` })).toEqual([
      "Something else",
    ]);
    const future = new Date(sandbox.clock.ms + 1000).toISOString();
    expect(
      await find({
        $filter: `receivedDateTime le ${future} and isRead eq false`,
        $orderby: "receivedDateTime desc",
      }),
    ).toHaveLength(3);
    expect(await find({ $filter: "contains(subject,'else')" })).toEqual(["Something else"]);
    expect(
      await find({ $filter: "from/emailAddress/address eq 'agnes.whitmore@mail.example'" }),
    ).toHaveLength(1);
  });

  it("are refused the questions that Outlook refuses", async () => {
    await receive("any");
    const code = async (query: Record<string, string>): Promise<unknown> => {
      const { status, body } = await call(`/me/messages?${new URLSearchParams(query)}`);
      return [status, (body["error"] as Json | undefined)?.["code"]];
    };
    expect(await code({ $search: '"x"', $filter: "isRead eq true" })).toEqual([400, "SearchWithFilter"]);
    expect(await code({ $search: '"x"', $orderby: "receivedDateTime" })).toEqual([400, "SearchWithOrderBy"]);
    expect(await code({ $filter: "isRead eq true", $orderby: "receivedDateTime" })).toEqual([
      400,
      "InefficientFilter",
    ]);
    expect(await code({ $select: "colour" })).toEqual([400, "RequestBroker--ParseUri"]);
    expect(await code({ $filter: "size gt 5" })).toEqual([400, "BadRequest"]);
    expect(await code({ $colour: "red" })).toEqual([400, "BadRequest"]);
  });

  it("are paged by ten unless asked otherwise", async () => {
    for (let n = 0; n < 12; n++) await receive(`mail ${n}`);
    const first = await call("/me/messages?$select=subject");
    expect(values(first)).toHaveLength(10);
    expect(values(await call(link(first, "next")))).toHaveLength(2);
    expect(values(await call("/me/messages?$top=12"))).toHaveLength(12);
  });

  it("are read as HTML or text, with headers if selected, and as MIME", async () => {
    const { id } = await receive("Plain <text>", { body: "1 < 2\nyes", headers: { "X-Case": "7" } });
    const read = async (query = "", headers = {}) =>
      (await call(`/me/messages/${String(id)}${query}`, { headers })).body;
    expect((await read())["body"]).toMatchObject({
      contentType: "html",
      content: expect.stringContaining("1 &lt; 2"),
    });
    expect(await read()).not.toHaveProperty("internetMessageHeaders");
    expect((await read("", { prefer: 'outlook.body-content-type="text"' }))["body"]).toEqual({
      contentType: "text",
      content: "1 < 2\r\nyes",
    });
    expect((await read("?$select=internetMessageHeaders"))["internetMessageHeaders"]).toContainEqual({
      name: "X-Case",
      value: "7",
    });
    const raw = await call(`/me/messages/${String(id)}/$value`);
    expect([raw.headers.get("content-type"), raw.text]).toEqual([
      "text/plain",
      expect.stringContaining("X-Case: 7"),
    ]);
    expect(raw.text).toContain("dmarc=pass action=none header.from=mail.example");
    const wrong = await call("/me/messages/nonsense");
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: { code: "ErrorInvalidIdMalformed" } }]);
  });

  it("have attachments", async () => {
    const { id } = await receive("Report", {
      attachments: [{ filename: "report.txt", contentType: "text/plain", text: "No injuries." }],
    });
    expect((await call(`/me/messages/${String(id)}`)).body["hasAttachments"]).toBe(true);
    const [file] = values(await call(`/me/messages/${String(id)}/attachments`, { headers: IMMUTABLE }));
    expect(file).toMatchObject({
      "@odata.type": "#microsoft.graph.fileAttachment",
      name: "report.txt",
      contentType: "text/plain",
      contentBytes: Buffer.from("No injuries.").toString("base64"),
    });
    const path = `/me/messages/${String(id)}/attachments/${String(file?.["id"])}`;
    expect((await call(path, { headers: IMMUTABLE })).body["name"]).toBe("report.txt");
    expect((await call(`${path}/$value`, { headers: IMMUTABLE })).text).toBe("No injuries.");
  });

  it("have IDs of whole base64, by which each is found, immutable or not", async () => {
    await receive("Report", { attachments: [{ filename: "a.txt", text: "A" }] });
    for (const headers of [{}, IMMUTABLE]) {
      const [message] = values(await call("/me/messages", { headers }));
      const path = `/me/messages/${String(message?.["id"])}`;
      const [file] = values(await call(`${path}/attachments`, { headers }));
      const ids = [message?.["id"], message?.["conversationId"], message?.["parentFolderId"], file?.["id"]];
      for (const id of ids) expect(id).toMatch(/^(?:[\w-]{4})+(?:[\w-]{3}=)?$/);
      expect((await call(path)).status).toBe(200);
      expect((await call(`${path}/attachments/${String(file?.["id"])}`, { headers })).status).toBe(200);
      expect((await call(`/me/mailFolders/${String(message?.["parentFolderId"])}/messages`)).status).toBe(
        200,
      );
    }
  });

  it("are sorted by categories, read marks and folders, and nothing else about them changes", async () => {
    const { id } = await receive("Sort me");
    const path = `/me/messages/${String(id)}`;
    const patched = await call(path, { method: "PATCH", json: { isRead: true, categories: ["Claims"] } });
    expect([patched.status, patched.body]).toMatchObject([200, { isRead: true, categories: ["Claims"] }]);
    expect(values(await call("/me/messages?$filter=categories/any(c:c eq 'Claims')"))).toHaveLength(1);
    expect((await call(path, { method: "PATCH", json: { subject: "Forged" } })).status).toBe(400);
    const before = (await call(path)).body["id"];
    const moved = await call(`${path}/move`, { json: { destinationId: "archive" } });
    expect(moved.status).toBe(201);
    expect(moved.body["id"]).not.toBe(before);
    expect(values(await call("/me/mailFolders/inbox/messages"))).toEqual([]);
    expect((await call(path, { headers: IMMUTABLE })).body).toMatchObject({ id, subject: "Sort me" });
    expect((await call("/me/mailFolders/archive")).body).toMatchObject({ totalItemCount: 1 });
  });
});

describe("sending", () => {
  it("as MIME is accepted without a word, and stands in Sent Items under our Message-ID", async () => {
    const { messageId } = await receive("Your claim");
    const answer = await call("/me/sendMail", {
      text: letter("a1@steward.example", "patrick.dube@mail.example", [
        `In-Reply-To: ${String(messageId)}`,
        `References: ${String(messageId)}`,
      ]),
    });
    expect([answer.status, answer.text]).toEqual([202, ""]);
    const [sent] = values(await byMessageId("a1@steward.example", "/mailFolders/sentitems"));
    const [original] = values(await byMessageId(String(messageId).slice(1, -1)));
    expect(sent).toMatchObject({
      isRead: true,
      isDraft: false,
      from: { emailAddress: { address: CLAIMS } },
      conversationId: original?.["conversationId"],
    });
    expect(await outbox()).toMatchObject([
      {
        method: "POST",
        path: "/v1.0/me/sendMail",
        body: { email: { messageId: "<a1@steward.example>", text: "It is filed." } },
      },
    ]);
  });

  it("as JSON takes attachments and headers of ours alone", async () => {
    const message = {
      subject: "Certificate",
      body: { contentType: "Text", content: "Attached." },
      toRecipients: [{ emailAddress: { address: "alma.kessler@mail.example", name: "Alma" } }],
      attachments: [
        {
          "@odata.type": "#microsoft.graph.fileAttachment",
          name: "c.txt",
          contentType: "text/plain",
          contentBytes: "SGk=",
        },
      ],
      internetMessageHeaders: [{ name: "x-steward", value: "1" }],
    };
    expect((await call("/me/sendMail", { json: { message } })).status).toBe(202);
    const [sent] = values(await call("/me/mailFolders/sentitems/messages"));
    expect(sent).toMatchObject({ subject: "Certificate", hasAttachments: true });
    const headers = [{ name: "In-Reply-To", value: "<x@y>" }];
    const refused = await call("/me/sendMail", {
      json: { message: { ...message, internetMessageHeaders: headers } },
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { code: "InvalidInternetMessageHeader" } },
    ]);
    await call("/me/sendMail", { json: { message, saveToSentItems: false } });
    expect(values(await call("/me/mailFolders/sentitems/messages"))).toHaveLength(1);
    expect(await outbox()).toHaveLength(2);
  });

  it("reaches mailboxes at Google and Microsoft", async () => {
    await call("/me/sendMail", {
      text: letter("b1@steward.example", `${RENEWALS}, service@harborlight.example`, [
        `Bcc: ruth@harborlight.example`,
      ]),
    });
    const renewals = String((await microsoft.signIn(RENEWALS))["access_token"]);
    const [there] = values(await microsoft.graph(renewals, "/me/mailFolders/inbox/messages"));
    expect(there).toMatchObject({
      internetMessageId: "<b1@steward.example>",
      bccRecipients: [],
      isRead: false,
    });
    const threads = async (mailbox: string): Promise<unknown> =>
      sandbox.get(`/console/mail/threads?mailbox=${mailbox}`);
    expect(JSON.stringify(await threads("service@harborlight.example"))).toContain("Your claim");
    expect(JSON.stringify(await threads("ruth@harborlight.example"))).toContain("Your claim");
  });

  it("at Google reaches it too", async () => {
    const key = (await sandbox.get(
      `/control/google/service-account?connection=${HARBOR.google.connectionId}`,
    )) as { client_email: string; private_key: string; token_uri: string };
    const assertion = await new SignJWT({ scope: "https://www.googleapis.com/auth/gmail.send" })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(key.client_email)
      .setSubject("service@harborlight.example")
      .setAudience(key.token_uri)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(await importPKCS8(key.private_key, "RS256"));
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
    const granted = await fetch(key.token_uri, { method: "POST", body: new URLSearchParams(form) });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    const raw = Buffer.from(
      `To: ${CLAIMS}, nobody@mail.example\r\nBcc: ${RENEWALS}\r\nSubject: From Google\r\n\r\nHello.`,
    ).toString("base64url");
    const sent = await fetch(`${sandbox.url}/google/gmail/gmail/v1/users/me/messages/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ raw }),
    });
    expect(sent.status).toBe(200);
    const [arrived] = values(await call("/me/mailFolders/inbox/messages"));
    expect(arrived).toMatchObject({ subject: "From Google", bccRecipients: [] });
    const renewals = String((await microsoft.signIn(RENEWALS))["access_token"]);
    expect(values(await microsoft.graph(renewals, "/me/messages"))).toHaveLength(1);
  });

  it("is refused in another's name, to nobody, and garbled", async () => {
    const code = async (text: string): Promise<unknown> => {
      const { status, body } = await call("/me/sendMail", { text });
      return [status, (body["error"] as Json)["code"]];
    };
    expect(
      await code(mime(["From: ruth@harborlight.example", "To: a@mail.example", "Subject: x", "", "x"])),
    ).toEqual([403, "ErrorSendAsDenied"]);
    expect(await code(mime([`From: ${CLAIMS}`, "Subject: x", "", "x"]))).toEqual([
      400,
      "ErrorInvalidRecipients",
    ]);
    expect(await code("not base64!")).toEqual([400, "ErrorMimeContentInvalidBase64String"]);
    expect((await code("A".repeat(4 * 1024 * 1024 + 4))) as unknown[]).toEqual([
      413,
      "RequestEntityTooLarge",
    ]);
    expect(await outbox()).toEqual([]);
  });

  it("twice sends twice; an answer lost after the act leaves one to be found", async () => {
    await sandbox.post("/control/faults", { service: "microsoft", status: 503, count: 1, afterEffect: true });
    const text = letter("c1@steward.example", "patrick.dube@mail.example");
    const lost = await call("/me/sendMail", { text });
    expect([lost.status, lost.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(values(await byMessageId("c1@steward.example", "/mailFolders/sentitems"))).toHaveLength(1);
    await call("/me/sendMail", { text });
    expect(values(await byMessageId("c1@steward.example", "/mailFolders/sentitems"))).toHaveLength(2);
  });

  it("may take its time to appear in Sent Items, or get a Message-ID of Exchange's own", async () => {
    await control({ sentDelayMs: 5000, replaceMessageIds: true });
    const { body } = await call("/me/mailFolders/sentitems/messages/delta");
    await call("/me/sendMail", { text: letter("d1@steward.example", "patrick.dube@mail.example") });
    expect(values(await call(String(body["@odata.deltaLink"])))).toEqual([]);
    sandbox.clock.ms += 5000;
    const news = values(await call(String(body["@odata.deltaLink"])));
    expect(news).toMatchObject([{ internetMessageId: expect.stringContaining("prod.outlook.example") }]);
    expect(values(await byMessageId("d1@steward.example"))).toEqual([]);
  });

  it("by a draft keeps the immutable ID", async () => {
    const draft = await call("/me/messages", {
      text: letter("e1@steward.example", "patrick.dube@mail.example"),
      headers: IMMUTABLE,
    });
    expect([draft.status, draft.body]).toMatchObject([
      201,
      { isDraft: true, internetMessageId: "<e1@steward.example>" },
    ]);
    const path = `/me/messages/${String(draft.body["id"])}`;
    expect((await call(`${path}/send`, { method: "POST" })).status).toBe(202);
    expect((await call(path, { headers: IMMUTABLE })).body).toMatchObject({
      isDraft: false,
      id: draft.body["id"],
    });
    expect(values(await call("/me/mailFolders/drafts/messages"))).toEqual([]);
    expect((await call(`${path}/send`, { method: "POST" })).status).toBe(400);
    expect(await outbox()).toHaveLength(1);
  });
});

describe("the service", () => {
  it("is throttled and fails as Graph does", async () => {
    await sandbox.post("/control/faults", { service: "microsoft", status: 429, count: 1 });
    const answer = await call("/me/messages");
    expect([answer.status, answer.headers.get("retry-after"), answer.body]).toMatchObject([
      429,
      "10",
      { error: { code: "TooManyRequests" } },
    ]);
    expect((await call("/me/messages")).status).toBe(200);
  });

  it("takes the segments of a path as Graph does", async () => {
    await receive("any case");
    expect(values(await call("/me/mailfolders('Inbox')/messages"))).toHaveLength(1);
    expect(values(await call("/Me/MailFolders/INBOX/messages/microsoft.graph.delta()"))).toHaveLength(1);
    expect((await call("/me/contacts")).status).toBe(400);
  });

  it("leaves other mail to Google", async () => {
    const answer = await receive("To Google", { to: "service@harborlight.example" });
    expect(answer["mailbox"]).toBe("service@harborlight.example");
    expect(values(await call("/me/messages"))).toEqual([]);
  });

  it("keeps to Microsoft's description", async () => {
    expect(((await sandbox.get("/control/violations")) as { items: unknown[] }).items).toEqual([]);
  });
});
