import type { ContactBook } from "../../../../src/integrations/connections/index.ts";
import { bookOf } from "../../../support/contact-book.ts";
import type { Line, TextMessage, Texting } from "../../../../src/integrations/connections/index.ts";
import { describe, expect, it } from "vitest";
import type { Resolution } from "../../../../src/approvals/ports.ts";
import { createContact } from "../../../../src/messaging/tools/contacts/create-contact.ts";
import type { AnyTool } from "../../../../src/agent/tools/define-tool.ts";
import { sendMessages } from "../../../../src/messaging/tools/messages/send-messages.ts";
import { resolveText, sendMessage } from "../../../../src/messaging/tools/messages/send-message.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import { describe as describeCall } from "../../../../src/approvals/index.ts";
import { lintEffects } from "../../../../src/approvals/lints.ts";
import { smsSize } from "../../../../src/messaging/api/sms-size.ts";
import {
  contact,
  LINES,
  MARIA,
  message,
  NO_TEXTS,
  OWN_COMPANY,
  seenIn,
  textingOf,
  textServices,
  TOM,
} from "./world.ts";

async function resolve(
  input: Record<string, unknown>,
  texting: Texting = textingOf([MARIA, TOM], [message("AC1", "incoming", "The heater is broken again")]),
  options: { tool?: AnyTool; conversationId?: string } = {},
): Promise<Resolution> {
  const tool = options.tool ?? sendMessage;
  if (tool.effect !== "external") throw new TypeError("not an external tool");
  return tool.resolve(tool.input.parse(input), textServices(texting), seenIn(options.conversationId));
}

async function resolved(...args: Parameters<typeof resolve>) {
  const resolution = await resolve(...args);
  if (resolution.kind !== "resolved") throw new Error(`${resolution.kind}: ${resolution.message}`);
  const described = describeCall(effectKinds(), resolution, args[2]?.conversationId ?? "chat-1");
  return { ...described, effects: resolution.effects, observed: resolution.observed };
}

const lintCodes = async (...args: Parameters<typeof resolve>) => {
  const { lints, effects } = await resolved(...args);
  return [...lints, ...lintEffects(effectKinds(), effects)].map(({ code }) => code);
};

describe("send_message", () => {
  it("takes a contact's id: of a number two share it is the one that is meant, and an only one's number is what people edit", async () => {
    const luis = contact("Luis Lopez", { id: "c_luis", numbers: MARIA.numbers });
    const both = textingOf([MARIA, luis]);
    const text = "On our way.";
    const shared = await resolve({ to: "c_luis", text }, both);
    expect(shared).toMatchObject({
      effects: [{ document: { to: { number: "+14125550142", name: "Luis Lopez", contactId: "c_luis" } } }],
      lints: expect.arrayContaining([
        expect.objectContaining({ message: "This number also belongs to Maria Lopez." }),
      ]) as unknown,
    });
    expect(shared).not.toHaveProperty("arguments");
    const greeted = await resolve({ to: "+14125550142", text: "Hi Luis, on our way." }, both);
    expect(greeted).toMatchObject({ effects: [{ document: { to: { contactId: "c_luis" } } }] });
    const nobody = await resolve({ to: "+14125550142", text: "On our way to see what Luis said." }, both);
    expect(nobody).toMatchObject({ effects: [{ document: { to: { contactId: "c_maria" } } }] });
    const alone = await resolve({ to: "c_maria", text }, textingOf([MARIA]));
    expect(alone).toMatchObject({ arguments: { to: "+14125550142", text } });
    const two = { ...MARIA, numbers: [...MARIA.numbers, { label: "Work", number: "+14125550143" }] };
    expect(await resolve({ to: "c_maria", text }, textingOf([two]))).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("+14125550142, +14125550143") as unknown,
    });
  });

  it("resolves to every byte that would be sent", async () => {
    const resolution = await resolved({ to: "(412) 555-0142", text: "On our way.\r\nDana" });
    expect(resolution.effects).toEqual([
      {
        kind: "sms.send",
        document: {
          connectionId: "conn_alder_quo",
          from: {
            phoneNumberId: "PNshared",
            number: "+14125550100",
            label: "Shared line",
            audience: "external",
          },
          to: { number: "+14125550142", name: "Maria Lopez", contactId: "c_maria", company: null },
          text: "On our way.\nDana",
        },
      },
    ]);
    expect(resolution.title).toBe("Text message to Maria Lopez");
    expect(resolution.target).toBe("Maria Lopez, +1 412 555 0142");
    expect(resolution.threadKey).toBe("sms:+14125550142");
    expect(resolution.preconditions).toEqual([
      {
        kind: "newest_message",
        connectionId: "conn_alder_quo",
        number: "+14125550142",
        messageId: "AC1",
        at: message("AC1", "incoming", "").at,
        direction: "incoming",
      },
      { kind: "not_opted_out", number: "+14125550142" },
      { kind: "number_stands", contactId: "c_maria", number: "+14125550142" },
    ]);
    expect(resolution.facts).toEqual({
      recipients: [{ address: "+14125550142", known: "contact" }],
      makesContact: false,
    });
    expect(resolution.repliesToText).toBe(true);
  });

  it("answers from the line they were last texted with, if it faces them", async () => {
    const second = {
      phoneNumberId: "PNsecond",
      number: "+14125550102",
      label: "Leasing",
      audience: "external",
    };
    const from = async (thread: readonly TextMessage[]) => {
      const texting = { ...textingOf([MARIA], thread), lines: [...LINES, second as Line] };
      return (await resolved({ to: "+14125550142", text: "On our way." }, texting)).effects[0]?.document[
        "from"
      ];
    };
    const first = message("AC1", "incoming", "The heater is broken");
    const leasing = { ...message("AC2", "incoming", "Is 2A free?"), to: second.number };
    expect(await from([first, leasing])).toMatchObject({ number: second.number });
    expect(await from([leasing, first])).toMatchObject({ number: first.to });
    const team = LINES.find(({ audience }) => audience === "internal")?.number ?? "";
    expect(await from([leasing, { ...first, to: team }])).toMatchObject({ number: second.number });
  });

  it("is urgent where the agent says so, and otherwise not", async () => {
    const draft = { to: MARIA.numbers[0]?.number, text: "Please leave the flat now." };
    expect((await resolved({ ...draft, urgent: true })).urgent).toBe(true);
    expect((await resolved(draft)).urgent).toBe(false);
  });

  it("texts the team's own people from the internal line and no one else", async () => {
    const line = async (to: string) => (await resolved({ to, text: "Hello" })).effects[0]?.document["from"];
    expect(await line("+14125550114")).toMatchObject({ phoneNumberId: "PNteam", audience: "internal" });
    expect(await line("+14125550142")).toMatchObject({ phoneNumberId: "PNshared", audience: "external" });
  });

  it("sends nothing from a line of the wrong audience when the right one is missing", async () => {
    const onlyExternal = textingOf([MARIA, TOM], [], LINES.slice(0, 1));
    expect(await resolve({ to: "+14125550114", text: "Hello" }, onlyExternal)).toMatchObject({
      kind: "failed",
    });
    const onlyInternal = textingOf([MARIA, TOM], [], LINES.slice(1));
    expect(await resolve({ to: "+14125550142", text: "Hello" }, onlyInternal)).toMatchObject({
      kind: "failed",
    });
  });

  it("says that a number is unknown and how to bundle the contact", async () => {
    const resolution = await resolve({ to: "+14125550199", text: "Hello" });
    expect(resolution).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("createContact") as string,
    });
  });

  it("texts a number that is no contact, and makes none, where it was texted with, is on record or a person of the team wrote it", async () => {
    const to = "+14125550199";
    const asStranger = {
      effects: [
        { kind: "sms.send", document: { to: { number: to, name: "+1 412 555 0199", contactId: null } } },
      ],
    };
    const theirs = { ...message("AC9", "incoming", "Is 2A still free?"), from: to };
    const wroteIn = await resolved({ to, text: "Hi Ines, yes." }, textingOf([MARIA], [theirs]));
    expect(wroteIn).toMatchObject({
      ...asStranger,
      facts: { makesContact: false, recipients: [{ known: "new" }] },
    });
    // Nobody's name is known, so none can be wrong.
    expect(wroteIn.lints).toEqual([
      expect.objectContaining({
        code: "recipient_unknown",
        message: expect.stringContaining("stays out") as unknown,
      }),
    ]);
    const asked = async (services: object, asker: object | null) =>
      resolveText(
        { to, text: "Hello" },
        { ...textServices(textingOf([MARIA])), ...services } as never,
        { asker } as never,
      );
    const said = (words: string) => ({ ...seenIn().asker, said: [words] });
    const known = { records: { ...NO_TEXTS, isKnown: async (number: string) => number === to } };
    expect(await asked(known, said("call them back"))).toMatchObject(asStranger);
    expect(await asked({}, said("Text (412) 555-0199 that we are late"))).toMatchObject(asStranger);
    expect(await asked({}, said("Text (412) 555-0198 that we are late"))).toMatchObject({ kind: "retry" });
    // A person changed the number on the card.
    expect(await asked({}, null)).toMatchObject(asStranger);
  });

  it("asks the provider again before it calls a number unknown", async () => {
    const contacts: ContactBook = {
      ...bookOf([]),
      owners: (keys, options) => bookOf(options?.isSure === true ? [MARIA] : []).owners(keys),
    };
    const texting = { ...textingOf([]), contacts };
    expect(await resolve({ to: "+14125550142", text: "Hello" }, texting)).toMatchObject({ kind: "resolved" });
  });

  it("bundles a new contact with its text, contact first", async () => {
    const createContactFields = { firstName: "Ines", lastName: "Vidal", role: "Applicant" };
    const resolution = await resolved(
      { to: "+14125550199", text: "Hello", createContact: createContactFields },
      textingOf([MARIA]),
    );
    expect(resolution.effects.map(({ kind }) => kind)).toEqual(["contact.create", "sms.send"]);
    expect(resolution.effects[0]?.document).toEqual({
      connectionId: "conn_alder_quo",
      firstName: "Ines",
      lastName: "Vidal",
      company: null,
      role: "Applicant",
      number: "+14125550199",
      email: null,
    });
    expect(resolution.effects[1]?.document["to"]).toEqual({
      number: "+14125550199",
      name: "Ines Vidal",
      contactId: null,
      company: null,
    });
    expect(resolution.lints).toContainEqual(
      expect.objectContaining({ code: "recipient_unknown", path: "/1/to/number" }),
    );
    expect(resolution.preconditions[0]).toMatchObject({ messageId: null });
  });

  it("uses the internal line for a new contact of the own company", async () => {
    const createContactFields = { firstName: "Noor", company: OWN_COMPANY.toUpperCase() };
    const resolution = await resolved(
      { to: "+14125550199", text: "Hello", createContact: createContactFields },
      textingOf([]),
    );
    expect(resolution.effects[1]?.document["from"]).toMatchObject({ audience: "internal" });
    // That it says so itself makes no one a colleague.
    expect(resolution.facts).toEqual({
      recipients: [{ address: "+14125550199", known: "new" }],
      makesContact: true,
    });
  });

  it.each([
    ["a number that is none", { to: "12", text: "Hello" }],
    ["the company's own line", { to: "+14125550100", text: "Hello" }],
    [
      "createContact for somebody known",
      { to: "+14125550142", text: "Hello", createContact: { firstName: "M" } },
    ],
  ])("asks for other arguments on %s", async (_what, input) => {
    expect(await resolve({ ...input, to: input.to.padEnd(3, "0") })).toMatchObject({ kind: "retry" });
  });

  it("does not text who has opted out, until they start again", async () => {
    const stopped = [message("AC1", "incoming", "Stop."), message("AC22", "incoming", "and fix the heater")];
    expect(await resolve({ to: "+14125550142", text: "Hello" }, textingOf([MARIA], stopped))).toMatchObject({
      kind: "failed",
    });
    const again = [...stopped, message("AC333", "incoming", "START")];
    expect(await resolve({ to: "+14125550142", text: "Hello" }, textingOf([MARIA], again))).toMatchObject({
      kind: "resolved",
    });
    const ours = [message("AC1", "outgoing", "STOP")];
    expect(await resolve({ to: "+14125550142", text: "Hello" }, textingOf([MARIA], ours))).toMatchObject({
      kind: "resolved",
    });
  });

  it("knows the recipient in their own conversation", async () => {
    const resolution = await resolved({ to: "+14125550142", text: "Hello" }, undefined, {
      conversationId: "sms:+14125550142",
    });
    expect(resolution.facts.recipients).toEqual([{ address: "+14125550142", known: "conversation" }]);
  });

  it.each([
    ["a name that is not theirs", "Hi Mario, we are on our way.", "name_differs"],
    ["a Spanish greeting of somebody else", "Hola Sofía, vamos en camino.", "name_differs"],
    ["another unit", "We will come to unit 4C at nine.", "unit_differs"],
    ["another unit with a number sign", "About #12: done.", "unit_differs"],
    ["more than one segment", "x".repeat(161), "segments"],
  ])("warns of %s", async (_what, text, code) => {
    expect(await lintCodes({ to: "+14125550142", text })).toEqual([code]);
  });

  it.each([
    "Hi Maria, on our way.",
    "Hi María!",
    "Hello Ms. Lopez,",
    "Hi there, done.",
    "Hi again",
    "Hi, the water is back.",
    "Unit 4B is ready.",
    "x".repeat(160),
  ])("has nothing to say about %s", async (text) => {
    expect(await lintCodes({ to: "+14125550142", text })).toEqual([]);
  });

  it("tells of a first contact and of a shared number", async () => {
    const partner = contact("Luis Lopez", { numbers: MARIA.numbers });
    const codes = await lintCodes({ to: "+14125550142", text: "Hello" }, textingOf([MARIA, partner]));
    expect(codes).toEqual(["shared_number", "first_contact"]);
  });
});

describe("create_contact", () => {
  it("refuses a number that is in the contacts", async () => {
    const input = { firstName: "Maria", number: "412-555-0142" };
    expect(await resolve(input, undefined, { tool: createContact })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Maria Lopez") as string,
    });
  });

  it("resolves to one document with every field", async () => {
    const input = {
      firstName: "Ines",
      lastName: "Vidal",
      number: "(412) 555-0199",
      email: "ines@example.com",
    };
    const resolution = await resolved(input, undefined, { tool: createContact });
    expect(resolution.effects[0]?.document).toEqual({
      connectionId: "conn_alder_quo",
      firstName: "Ines",
      lastName: "Vidal",
      company: null,
      role: null,
      number: "+14125550199",
      email: "ines@example.com",
    });
  });
});

describe("segments", () => {
  it.each([
    ["", 0],
    ["x".repeat(160), 1],
    ["x".repeat(161), 2],
    ["€".repeat(80), 1],
    ["€".repeat(81), 2],
    ["ó".repeat(70), 1],
    ["ó".repeat(71), 2],
    ["ñ".repeat(160), 1],
    ["x".repeat(306), 2],
    ["x".repeat(307), 3],
    ["ó".repeat(134), 2],
    ["ó".repeat(135), 3],
    // An escape and what it escapes stay in one part of 153.
    [`${"x".repeat(152)}€${"x".repeat(151)}`, 2],
    [`${"x".repeat(152)}€${"x".repeat(152)}`, 3],
    ["€".repeat(152), 2],
    ["€".repeat(153), 3],
    // So do the halves of an emoji, in one of 67.
    [`${"ó".repeat(66)}👍${"ó".repeat(65)}`, 2],
    [`${"ó".repeat(66)}👍${"ó".repeat(66)}`, 3],
    ["👍".repeat(35), 1],
    ["👍".repeat(66), 2],
    ["👍".repeat(67), 3],
  ])("counts them as the networks do: %j", (text, expected) => {
    expect(smsSize(text).segments).toBe(expected);
  });
});

describe("send_messages", () => {
  const texting = textingOf([MARIA, TOM], [message("AC1", "incoming", "The heater is broken again")]);
  const several = (...texts: object[]) => resolve({ texts }, texting, { tool: sendMessages });

  it("is one approval of several texts, each to its own person by its own line, with what each had last written", async () => {
    const resolution = await several(
      { to: "c_maria", text: "Hi Maria" },
      { to: "+14125550114", text: "Hi Ana" },
    );
    expect(resolution).toMatchObject({
      effects: [
        { document: { to: { name: "Maria Lopez" }, from: { audience: "external" }, text: "Hi Maria" } },
        { document: { to: { name: "Tom Okafor" }, from: { audience: "internal" }, text: "Hi Ana" } },
      ],
      observed: [
        { kind: "newest_message", number: "+14125550142", messageId: "AC1" },
        { kind: "newest_message", number: "+14125550114" },
      ],
      lints: [{ code: "name_differs", path: "/1/text" }],
      arguments: { texts: [{ to: "+14125550142" }, { to: "+14125550114" }] },
    });
    if (resolution.kind !== "resolved") throw new Error(resolution.message);
    expect(describeCall(effectKinds(), resolution, "chat-1")).toMatchObject({
      title: "2 text messages",
      threadKey: null,
      repliesToText: false,
    });
  });

  it("names who can't be texted, and lets nobody be texted twice", async () => {
    const to = "+14125550142";
    expect(await several({ to, text: "Hi" }, { to: "+13125550188", text: "Hi" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("+13125550188: No one in the contacts") as unknown,
    });
    expect(await several({ to, text: "Hi" }, { to, text: "Again" })).toMatchObject({ kind: "retry" });
  });
});
