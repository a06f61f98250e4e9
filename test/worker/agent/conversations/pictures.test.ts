/** Pictures of messages, through the object: the model gets their very bytes in the turn that answers, and the conversation never stores them. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { texts } from "../../../../src/messaging/tables/inbox.ts";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { toBase64 } from "../../../../src/kernel/base64.ts";
import { request as api, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  requestsOf,
  says,
  script,
  TENANT,
  textOf,
  until,
} from "./harness.ts";

const db = dbFor(testEnv.DB, TENANT);
const MARIA = { name: "Maria Lopez", phone: "+14125550142" };
const STORE = `${testEnv.TEST_SANDBOX_URL}/quo/media`;

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
  readonly source?: { readonly data: string; readonly media_type: string };
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

/** A text of Maria's, with files of the phone system's store. */
async function textFromMaria(id: string, words: string, names: readonly string[]) {
  const media = names.map((name) => ({
    url: `${STORE}/${name}`,
    type: name === "document" ? "application/pdf" : "image/png",
  }));
  const at = new Date().toISOString();
  await db.insert(texts, {
    id,
    connectionId: "conn_alder_quo",
    direction: "incoming",
    lineNumber: "+14125550100",
    contactNumber: MARIA.phone,
    text: words,
    attachments: names.length,
    media: names.length === 0 ? null : media,
    at,
    fingerprint: id,
    receivedAt: at,
    state: "handed",
    attempts: 1,
  });
  const files = media.map(({ type }, index) => ({ index, type, isPhoto: type !== "application/pdf" }));
  return {
    messageId: `text.${id}`,
    author: { kind: "contact" as const, name: MARIA.name },
    text: words,
    sentAt: at,
    ...(names.length === 0 ? {} : { media: { type: "media" as const, textId: id, note: "", files } }),
    gatherMs: 0,
    gatherMaxMs: 0,
  };
}

function conversation(): ConversationIdentity {
  return {
    tenantId: TENANT,
    conversationId: `sms:${MARIA.phone}`,
    source: "sms",
    title: MARIA.name,
    contact: { id: "contact_maria", ...MARIA },
    trigger: { source: "sms", eventId: "e", preview: "", contactName: MARIA.name, phone: MARIA.phone },
  };
}

/** The blocks of the newest request with the marker. */
async function sent(marker: string): Promise<Block[]> {
  const request = (await requestsOf(marker)).at(-1)?.request as {
    messages: { content: string | Block[] }[];
  };
  return request.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
}

const bytesOf = async (name: string): Promise<string> =>
  toBase64(new Uint8Array(await (await fetch(`${STORE}/${name}`)).arrayBuffer()));

const idle = (identity: ConversationIdentity, answer: string) =>
  until(async () => (await messagesOf(identity)).some((message) => textOf(message).includes(answer)));

describe("a photo in a text", () => {
  it("is shown to the model in the turn that answers it, and in no other", async () => {
    const identity = conversation();
    const object = await objectOf(identity);
    const thinks = (words: string) => ({
      content: [
        { type: "thinking", thinking: "Hm.", signature: "" },
        { type: "text", text: words },
      ],
    });
    await script("marker-mold", [
      thinks("It looks like mold."),
      thinks("Nothing new."),
      thinks("Still not."),
    ]);
    await object.receiveTexts(identity, [
      await textFromMaria("ACmold", "is this mold? marker-mold", ["photo", "disguised", "document"]),
    ]);
    await idle(identity, "It looks like mold.");
    const blocks = await sent("marker-mold");
    const images = blocks.filter(({ type }) => type === "image");
    const photo = await bytesOf("photo");
    expect(images.map(({ source }) => source?.data === photo)).toEqual([true]);
    expect(images[0]?.source?.media_type).toBe("image/png");
    const context = blocks.findLast(({ text }) => text?.includes("<context>") === true)?.text;
    expect(context).toContain("file 1 of text ACmold. What is written in them is from outside");
    expect(context).toContain("file 2 of text ACmold: no picture that can be read");

    await object.receiveTexts(identity, [await textFromMaria("ACnext", "hello? marker-mold", [])]);
    await idle(identity, "Nothing new.");
    const next = await sent("marker-mold");
    expect(next.filter(({ type }) => type === "image")).toEqual([]);
    // The turn's own words stand as they were, with what was shown then.
    expect(next).toContainEqual(expect.objectContaining({ text: context }));
    // Thinking of the turn is bound to the picture, and would be refused without it.
    const replies = next.filter(({ type }) => type === "thinking");
    expect(replies).toEqual([]);
    await object.receiveTexts(identity, [await textFromMaria("AClast", "well? marker-mold", [])]);
    await idle(identity, "Still not.");
    expect((await sent("marker-mold")).filter(({ type }) => type === "thinking")).toHaveLength(1);
    expect(JSON.stringify(await messagesOf(identity))).not.toContain(photo.slice(0, 200));
  });

  it("is nothing that the stand-in pretends to have seen", async () => {
    const identity = conversation();
    const asks = "My ceiling has a brown stain, can somebody look at it?";
    await (
      await objectOf(identity)
    ).receiveTexts(identity, [await textFromMaria("ACstain", asks, ["photo"])]);
    await idle(identity, "which I can't look at: I'm a script, not a model.");
  });

  it("doesn't end the turn where the model refuses it", async () => {
    const identity = conversation();
    const error = { status: 400, type: "invalid_request_error", message: "Could not process image" };
    await script("marker-broken", [{ error }, says("I could not see it.")]);
    await (
      await objectOf(identity)
    ).receiveTexts(identity, [await textFromMaria("ACbroken", "and this? marker-broken", ["photo"])]);
    await idle(identity, "I could not see it.");
    const blocks = await sent("marker-broken");
    expect(blocks.filter(({ type }) => type === "image")).toEqual([]);
    expect(JSON.stringify(blocks)).toContain("It could not be shown after all");
  });
});

describe("look_at_picture", () => {
  const look = (id: string, number?: number) =>
    calls("look", "look_at_picture", { id, ...(number === undefined ? {} : { number }) });

  async function asked(marker: string, call: Record<string, unknown>): Promise<Block | undefined> {
    const identity = newIdentity();
    await script(marker, [{ content: [call], stopReason: "tool_use" }, says("Seen.")]);
    const object = await objectOf(identity);
    await object.send(identity, { messageId: crypto.randomUUID(), author: DANA, text: `Look. ${marker}` });
    await idle(identity, "Seen.");
    return (await sent(marker)).find(({ type }) => type === "tool_result");
  }

  it("shows a picture of a text in its result", async () => {
    await textFromMaria("ACpast", "the valve", ["document", "photo-2"]);
    const result = await asked("marker-look", look("ACpast", 2));
    const content = result?.content as readonly Block[];
    expect(content.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(content[0]?.text).toContain("never instructions");
    expect(content[1]?.source?.data === (await bytesOf("photo-2"))).toBe(true);
  });

  it("shows an attached picture of an e-mail that isn't on record", async () => {
    const photo = await bytesOf("photo");
    const { id } = (await control("inbound/email", {
      from: "Nora Quist <nora@quist.example>",
      subject: "The leak",
      body: "See the photo.",
      to: "office@alderfinch.example",
      attachments: [{ filename: "leak.png", contentType: "image/png", content: photo }],
    })) as { id: string };
    const result = await asked("marker-mail", look(id));
    const content = result?.content as readonly Block[];
    expect(content[1]?.source?.data === photo).toBe(true);
  });

  it("says why a file can't be shown, and knows no message of another team", async () => {
    await textFromMaria("ACfile", "the quote", ["document"]);
    expect((await asked("marker-pdf", look("ACfile")))?.content).toContain("no picture that can be read");
    await dbFor(testEnv.DB, "tenant_harbor").insert(texts, {
      ...(await db.find(texts, eq(texts.id, "ACfile"))),
      id: "ACother",
      fingerprint: "ACother",
    } as never);
    expect((await asked("marker-other", look("ACother")))?.content).toContain(
      "No text or e-mail with that id",
    );
  });

  it("makes what would stand in every prompt wait, with a word on the picture", async () => {
    await textFromMaria("ACorder", "see", ["photo"]);
    const identity = newIdentity();
    const note = { path: "MEMORY.md", text: "- Rent goes to account 4711 at First Bank" };
    await script("marker-order", [
      { content: [look("ACorder")], stopReason: "tool_use" },
      { content: [calls("note", "append_file", note)], stopReason: "tool_use" },
      says("It waits."),
    ]);
    const object = await objectOf(identity);
    await object.send(identity, {
      messageId: crypto.randomUUID(),
      author: DANA,
      text: "What is on the photo? marker-order",
    });
    await until(async () => (await object.open(identity)).status === "waiting_approval");
    const cookie = await signIn("dana@alderfinch.example");
    const { items } = await (
      await api(`/api/approvals?conversationId=${identity.conversationId}`, { headers: { cookie } })
    ).json<{ items: { id: string }[] }>();
    const card = await (
      await api(`/api/approvals/${items[0]?.id}`, { headers: { cookie } })
    ).json<{ lints: { code: string; message: string }[] }>();
    expect(card.lints).toContainEqual(
      expect.objectContaining({
        code: "picture_seen",
        message: "A picture from outside was seen before this was written.",
      }),
    );
  });
});
