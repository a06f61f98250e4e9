/** Whole threads are read and e-mails are sorted: our client and our effects against the sandbox's Gmail. */
import { beforeEach, describe, expect, it } from "vitest";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import type { EffectBytes, EffectExecutor } from "../../../../src/approvals/ports.ts";
import { FORMATS } from "../../../support/formats.ts";
import { mailIn } from "../../../../src/integrations/connections/index.ts";
import { googleMailboxes } from "../../../../src/integrations/google/mailboxes.ts";
import type { GoogleAccount } from "../../../../src/integrations/google/read.ts";
import type { GoogleCall } from "../../../../src/integrations/google/client.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { LIMITS } from "../../../../src/kernel/limits.ts";
import { foundOutcome } from "../../../../src/agent/tools/answer.ts";
import type { AnyTool, ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { readEmail } from "../../../../src/messaging/tools/mail/read-email.ts";
import { readEmailThread } from "../../../../src/messaging/tools/mail/read-email-thread.ts";
import { sortEmails } from "../../../../src/messaging/tools/mail/sort-emails.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { googleWorld, OFFICE, type GoogleWorld } from "./google-world.ts";
import { effectWorld } from "../../../support/effect-world.ts";

const MAILBOX = { address: OFFICE, name: "Office" };

let world: GoogleWorld;
let account: GoogleAccount;
let executor: EffectExecutor;

beforeEach(() => {
  world = googleWorld();
  account = {
    connection: { id: "conn_alder_google", settings: { mailboxes: [MAILBOX] } },
    clock: { now: () => Date.now() },
    formats: FORMATS,
    client,
  } as unknown as GoogleAccount;
  executor = createExecutor((async () => account) as unknown as FindAccount, effectWorld());
});

/** Our calls, answered by the sandbox within this process. */
async function client({ method, path, query = {}, body, mailbox }: GoogleCall): Promise<unknown> {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) asked.append(name, String(one));
  const answer = await world.call(method, `${path}?${asked.toString()}`, {
    as: mailbox,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status < 300) return answer.body;
  throw new IntegrationError("google", `google answered ${answer.status}`, {
    outcome: "not_applied",
    status: answer.status,
  });
}

const services = () => ({
  mail: mailIn(googleMailboxes(account), MAILBOX, [OFFICE]),
  timeZone: "America/New_York",
  linksOf: async () => () => "/conversations/email:t1",
  mustAllow: () => undefined,
});
const receive = (more: Record<string, unknown> = {}) =>
  world.receive({
    from: "Nora Quist <nora@mail.example>",
    to: OFFICE,
    subject: "The lease",
    body: "Hello",
    ...more,
  });
const labelsOf = async (id: string): Promise<string[]> =>
  (await world.call("GET", `/messages/${id}?format=minimal`)).body.labelIds;

async function sorted(input: object) {
  const tool: AnyTool = sortEmails;
  if (tool.effect !== "external") throw new TypeError("not an external tool");
  return tool.resolve(tool.input.parse(input), services(), seenIn());
}

async function effectOf(input: object): Promise<EffectBytes> {
  const resolution = await sorted(input);
  const [effect] = resolution.kind === "resolved" ? resolution.effects : [];
  if (effect === undefined) throw new Error(JSON.stringify(resolution));
  return effect;
}

const perform = (effect: EffectBytes) =>
  executor.perform(effect, { idempotencyKey: "effect_1", deadlineMs: Infinity });

async function undo(effect: EffectBytes): Promise<string> {
  const offer = executor.compensation(effect, null);
  if (offer === null) throw new Error("no undo");
  await perform(offer.effect);
  return offer.label;
}

/** A tool's answer as the model gets it, cut where it is too long. */
async function read(tool: ReadTool, input: object): Promise<Record<string, unknown>> {
  const result = await tool.run(tool.input.parse(input), services(), seenIn());
  if (result.kind !== "ok" && result.kind !== "list") throw new Error(JSON.stringify(result));
  const { content } = foundOutcome(tool, result);
  expect(content.length).toBeLessThan(LIMITS.toolResultChars + 500);
  return JSON.parse(content) as Record<string, unknown>;
}

/** Lines of 60 characters, and a last one that turns their meaning. */
const LAST = "None of this is agreed unless the deposit is paid by Friday.";
const longText = (chars: number): string =>
  [...Array.from({ length: chars / 61 }, (_, at) => `Line ${at} `.padEnd(60, 'é"x')), LAST].join("\n");

describe("read_email", () => {
  const pages = async (id: string) => {
    const texts = { text: "", quotedHistory: "" };
    let from: unknown;
    do {
      const page = await read(readEmail as ReadTool, { id, ...(from === undefined ? {} : { from }) });
      texts.text += (page["text"] as string | undefined) ?? "";
      texts.quotedHistory += (page["quotedHistory"] as string | undefined) ?? "";
      from = page["nextFrom"];
    } while (from !== undefined);
    return texts;
  };

  it("reads an e-mail of 60,000 characters to its last line, in parts that lose nothing", async () => {
    const body = longText(60_000);
    const { id } = await receive({ body });
    const first = await read(readEmail as ReadTool, { id });
    expect(first).toMatchObject({ characters: body.length, nextFrom: expect.any(Number) });
    expect(await pages(id)).toEqual({ text: body, quotedHistory: "" });
  });

  it("reads the history below it as well, to its end", async () => {
    const history = ["On Mon, Nov 23, 2026, Tom <tom@mail.example> wrote:", ...longText(30_000).split("\n")];
    const { id } = await receive({ body: `Yes, as below.\n\n${history.join("\n> ")}` });
    const { text, quotedHistory } = await pages(id);
    expect(text).toBe("Yes, as below.");
    expect(quotedHistory.endsWith(LAST)).toBe(true);
    expect(quotedHistory.split("\n")).toHaveLength(history.length);
  });

  it("says how long it is where there is nothing to go on with", async () => {
    const { id } = await receive({ body: "Hello" });
    await expect(read(readEmail as ReadTool, { id, from: 5 })).rejects.toThrow("It has 5 characters");
  });
});

describe("read_email_thread", () => {
  it("reads every e-mail of a long thread once, in order, in parts of a bounded size", async () => {
    const first = await receive({ body: "Number 1" });
    let last = first;
    for (let count = 2; count <= 11; count++)
      last = await receive({
        subject: "Re: The lease",
        body: `Number ${count} ${"word ".repeat(count % 2 === 0 ? 1_000 : 10)}`,
        threadId: first.threadId,
      });
    const texts: unknown[] = [];
    let fromEmail: unknown = 1;
    while (fromEmail !== null) {
      const answer = await read(readEmailThread as ReadTool, { id: last.id, fromEmail });
      expect(answer).toMatchObject({ subject: "Re: The lease", emails: 11, mailbox: OFFICE });
      texts.push(...(answer["items"] as { text: string }[]).map(({ text }) => text));
      fromEmail = answer["nextEmail"] ?? null;
    }
    expect(texts.map((text) => /^Number \d+/.exec(String(text))?.[0])).toEqual(
      Array.from({ length: 11 }, (_, index) => `Number ${index + 1}`),
    );
  });

  it("says of an e-mail that is longer where read_email reads on", async () => {
    const body = longText(60_000);
    const { id } = await receive({ body });
    const { items } = await read(readEmailThread as ReadTool, { id });
    const [{ text, characters, nextFrom }] = items as [
      { text: string; characters: number; nextFrom: number },
    ];
    const rest = await read(readEmail as ReadTool, { id, from: nextFrom });
    expect(characters).toBe(body.length);
    expect(body.startsWith(text + String(rest["text"]))).toBe(true);
  });

  it("asks for an id there is", async () => {
    await expect(read(readEmailThread as ReadTool, { id: "abc123" })).rejects.toThrow("search_emails");
  });
});

describe("sort_emails", () => {
  it("archives only what lies in the inbox, and its undo moves just that back", async () => {
    const [one, two] = [await receive({ subject: "Invoice" }), await receive()];
    await perform(await effectOf({ ids: [two.id], change: "archive" }));
    const effect = await effectOf({ ids: [one.id, two.id], change: "archive" });
    expect(effect.document).toMatchObject({ emailIds: [one.id], subjects: ["Invoice"] });
    expect(effectKinds().describe(effect).title).toBe(`Archive 1 e-mail in ${OFFICE}`);
    await perform(effect);
    // A crash after the call: doing it again changes nothing.
    await perform(effect);
    expect(await labelsOf(one.id)).not.toContain("INBOX");
    expect(await undo(effect)).toBe("Move back to the inbox");
    expect(await labelsOf(one.id)).toContain("INBOX");
    expect(await labelsOf(two.id)).not.toContain("INBOX");
    expect(await sorted({ ids: [one.id], change: "add_label", label: "inbox" })).toMatchObject({
      kind: "retry",
    });
  });

  it("puts a label on, making it where there is none, and takes it off again", async () => {
    const { id } = await receive();
    expect(await sorted({ ids: [id], change: "add_label", label: "Leads" })).toMatchObject({
      lints: [{ code: "new_label" }],
    });
    const effect = await effectOf({ ids: [id], change: "add_label", label: "Leads" });
    await perform(effect);
    const labels = await services().mail.labels(OFFICE);
    const leads = labels.find(({ name }) => name === "Leads")?.id;
    expect(await labelsOf(id)).toContain(leads);
    // However it is written: no second label is made.
    const off = await effectOf({ ids: [id], change: "remove_label", label: "leads" });
    expect(off.document["label"]).toBe("Leads");
    await perform(off);
    expect(await labelsOf(id)).not.toContain(leads);
    expect(await undo(off)).toBe("Put the label back");
    expect(await labelsOf(id)).toContain(leads);
  });

  it("changes none of Gmail's own labels, and says what is wrong", async () => {
    const { id } = await receive();
    const said = async (input: object) => {
      const resolution = await sorted(input);
      return resolution.kind === "retry" ? resolution.message : JSON.stringify(resolution);
    };
    for (const label of ["TRASH", "spam", "unread"])
      expect(await said({ ids: [id], change: "add_label", label }), label).toContain("mailbox's own");
    expect(await said({ ids: [id], change: "remove_label", label: "Leads" })).toContain("no label");
    expect(await said({ ids: [id], change: "add_label" })).toContain("needs label");
    expect(await said({ ids: ["abc123"], change: "archive" })).toContain("search_emails");
  });

  it("leaves what a standing rule labeled as it is: that has no undo", () => {
    const document = {
      connectionId: "conn_alder_google",
      mailbox: OFFICE,
      emailIds: ["abc"],
      label: "Steward",
    };
    expect(executor.compensation({ kind: "email.label", document }, null)).toBeNull();
  });
});
