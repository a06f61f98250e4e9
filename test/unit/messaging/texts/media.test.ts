/** Photos and files of texts: from the webhook to a picture on the page, through our own server alone. */
import { beforeAll, describe, expect, it } from "vitest";
import { createOutsideHttp } from "../../../../src/platform/outside-http.ts";
import { readEvent } from "../../../../src/messaging/sms/inbound.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { texts } from "../../../../src/messaging/tables/inbox.ts";
import { lineOf, textRow, wordsOf } from "../../../../src/messaging/inbox/index.ts";
import { quoMedia } from "../../../../src/integrations/quo/media.ts";
import { mediaViews } from "../../../../src/messaging/api/text-media.ts";
import { readTextMedia } from "../../../../src/messaging/texts/index.ts";
import { photoOf } from "../../../../src/kernel/picture.ts";
import { messageReceived } from "../../../../sandbox/quo/signing.ts";
import { quoStore } from "../../../../sandbox/quo/store.ts";
import { derivedId } from "../../../../src/kernel/ids.ts";
import { tenantFilePrefix } from "../../../../src/kernel/tenant-names.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { demoD1 } from "../../../support/node-d1.ts";
import { testApp, SECRETS } from "../../../support/node-app.ts";
import { quoWorld } from "../../integrations/quo/quo-world.ts";

const world = quoWorld();
const STORE = "http://sandbox.test/quo/media";
const called: string[] = [];
const http = createOutsideHttp({
  allows: ({ origin }) => origin === "http://sandbox.test",
  fetch: (async (input: URL, init?: RequestInit) => {
    called.push(`${input.href} ${JSON.stringify(init?.headers ?? {})}`);
    return world.quo.handle({
      method: "GET",
      url: input,
      path: input.pathname.slice("/quo".length),
      headers: new Headers(),
      body: Buffer.alloc(0),
      signal: new AbortController().signal,
    });
  }) as typeof fetch,
});
const media = quoMedia(http, STORE);
const kept = new Map<string, Uint8Array<ArrayBuffer>>();
let db: TenantDb;

/** A text comes in with these samples, in a shape of Quo's events. */
async function receive(names: readonly string[], text: string, shape: "v3" | "v4" | "2026-03-30" = "v3") {
  await world.quo.inbound?.sms?.({ from: "+14125550142", text, media: names });
  const account = quoStore(world.context).accounts.find(({ records }) =>
    records.messages.some((one) => one.media !== undefined && one.text === text),
  );
  const message = account?.records.messages.at(-1);
  if (account === undefined || message === undefined) throw new Error("nothing came in");
  const body = messageReceived(account, message, shape, { id: `EV${message.id}`, nowMs: Date.now() });
  const event = readEvent(JSON.parse(JSON.stringify(body)), "", new Date().toISOString());
  if (event?.text === null || event === null) throw new Error("the event could not be read");
  const row = await textRow(event.text, "connection_alder_quo", new Date().toISOString());
  await db.insert(texts, row);
  return row;
}

const read = (textId: string, index: number) =>
  readTextMedia(
    {
      db,
      fetchMedia: (_connection, url) => media(url),
      kept: {
        get: (name) => Promise.resolve(kept.get(name) ?? null),
        put: async (name, bytes) => void kept.set(name, bytes),
      },
    },
    { textId, index },
  );

beforeAll(async () => {
  db = dbFor(await demoD1(), "tenant_alder");
});

describe("photos and files of a text", () => {
  it.each(["v3", "v4", "2026-03-30"] as const)(
    "are kept with a text of shape %s, and said in words",
    async (shape) => {
      const row = await receive(["photo", "document"], `look at this ${shape}`, shape);
      expect(row).toMatchObject({
        attachments: 2,
        media: [{ type: "image/png" }, { type: "application/pdf" }],
      });
      expect(wordsOf(row)).toBe(
        `look at this ${shape}\n(1 photo and 1 file, which people can see under Texts)`,
      );
      expect(lineOf({ ...row, text: "" })).toBe("(1 photo and 1 file)");
      expect(mediaViews(row.media)).toEqual([
        { index: 0, type: "image/png", isPhoto: true },
        { index: 1, type: "application/pdf", isPhoto: false },
      ]);
    },
  );

  it("are brought from the store once, without the account's key, and then are ours", async () => {
    const { id } = await receive(["photo"], "a leak");
    called.length = 0;
    const first = await read(id, 0);
    expect(first.photoType).toBe("image/png");
    expect(photoOf(first.bytes)?.type).toBe("image/png");
    expect(called).toEqual([`${STORE}/photo {}`]);
    expect((await read(id, 0)).bytes).toEqual(first.bytes);
    expect(called).toHaveLength(1);
    await expect(read(id, 1)).rejects.toMatchObject({ code: "not_found" });
    await expect(read("AC-nobody", 0)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are what their bytes are: a page that claims to be a photo is only ever saved", async () => {
    const { id } = await receive(["disguised"], "see my photo");
    expect(await read(id, 0)).toMatchObject({ photoType: null });
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "https://elsewhere.example/quo/media/photo",
    "http://sandbox.test/control/reset",
    "http://sandbox.test/quo/media/../v1/messages",
    "http://sandbox.test/quo/media/%2e%2e/v1/messages",
    "file:///etc/passwd",
    "photo",
  ])("at %s are never asked for", async (url) => {
    called.length = 0;
    expect(await media(url)).toBeNull();
    expect(called).toEqual([]);
  });

  it("that are larger than what is read from outside are refused, not cut", async () => {
    const large = createOutsideHttp({
      allows: () => true,
      maxBytes: 1000,
      fetch: (async () => new Response(new Uint8Array(2000))) as typeof fetch,
    });
    await expect(quoMedia(large, STORE)(`${STORE}/photo`)).rejects.toThrow("more than 1000 bytes");
  });

  it("are given to signed-in people alone, as pictures or to be saved, and asked about each time", async () => {
    const stored = [new Uint8Array([0xff, 0xd8, 0xff]), new Uint8Array([60])];
    const byKey = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [index, bytes] of stored.entries()) {
      const name = await derivedId("text-media", "connection_alder_quo", "AC1", String(index));
      byKey.set(`${await tenantFilePrefix("tenant_alder")}attachments/${name}`, bytes);
    }
    const bucket = {
      get: async (key: string) => {
        const bytes = byKey.get(key);
        return bytes === undefined ? null : { arrayBuffer: () => Promise.resolve(bytes.buffer) };
      },
    };
    const app = testApp({ bindings: { FILES: bucket } });
    await insertInto(app.records, "texts", "tenant_alder", {
      id: "AC1",
      connection_id: "connection_alder_quo",
      at: "2026-11-21T10:00:00.000Z",
      media: JSON.stringify(stored.map(() => ({ url: `${STORE}/photo`, type: "image/jpeg" }))),
    });
    const get = (
      path: string,
      headers: Record<string, string> = { cookie: `steward_session=${SECRETS.member}` },
    ) => app.request(path, { headers });
    expect((await get("/api/text-media/AC1/0", {})).status).toBe(401);
    const shown = await get("/api/text-media/AC1/0");
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'inline; filename="text-2026-11-21-1.jpg"',
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
    expect((await get("/api/text-media/AC1/0?save=1")).headers.get("content-disposition")).toMatch(
      /^attachment/,
    );
    const saved = await get("/api/text-media/AC1/1");
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
    const cookie = `steward_session=${SECRETS.member}`;
    const again = await get("/api/text-media/AC1/0", {
      cookie,
      "if-none-match": shown.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
    for (const bad of ["-1", "x", "1.5"]) expect((await get(`/api/text-media/AC1/${bad}`)).status).toBe(404);
  });
});
