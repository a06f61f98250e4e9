/** NAME-IS-CONTENT: whatever somebody outside may be called, and whatever they call things, stands in a prompt fenced or not at all. */
import { describe, expect, it } from "vitest";
import { transcriptOf } from "../../../src/agent/compaction.ts";
import { buildRequest, contextTail, systemBlocks } from "../../../src/agent/build-request.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import { withoutOwnMarks } from "../../../src/agent/own-marks.ts";
import { taskParts } from "../../../src/agent/sub-run-prompt.ts";
import type { TriggeredBy } from "../../../src/agent/guidance.ts";
import type { ThreadFacts } from "../../../src/agent/thread-block.ts";
import type { WaitingDraft } from "../../../src/agent/waiting-drafts.ts";
import type { LogMessage } from "../../../src/agent/conversations/types.ts";
import type { Source } from "../../../src/agent/api/conversation.ts";
import type { Author, Part } from "../../../src/agent/api/message.ts";
import { scheduledTrigger } from "../../../src/agent/schedules/trigger.ts";
import { approvalOf, smsEffect } from "../../support/approval-of.ts";
import { HOSTILE_NAMES, MARKER, unfenced } from "../../support/fences.ts";

const NUMBER = "+14125550142";
const NOW = { nowMs: Date.parse("2026-11-21T15:00:00Z"), timeZone: "America/New_York" };

function messageOf(author: Author, parts: readonly Part[], context: string | null = null): LogMessage {
  return {
    seq: 1,
    id: "m1",
    kind: parts.some(({ type }) => type === "outcome") ? "outcome" : "inbound",
    role: "user",
    parts,
    author,
    createdAt: "2026-11-21T15:00:00Z",
    runId: "run_1",
    queued: false,
    context,
    modelStop: null,
    fallback: null,
    standsOn: null,
  };
}

/** All the model reads of these messages, as text. */
function promptOf(message: LogMessage, summary: string | null = null): string {
  const request = buildRequest({
    agent: steward,
    model: "claude-sonnet-5-5",
    tools: [],
    system: systemBlocks(steward, ""),
    compaction: summary === null ? null : { throughSeq: 0, summary, createdAt: "2026-11-21T15:00:00Z" },
    messages: [message],
    thinkingAfterSeq: 0,
  });
  const blocks = request.messages.flatMap(({ content }) => content as { text?: string }[]);
  return blocks.map(({ text = "" }) => text).join("\n");
}

const hello = [{ type: "text", text: "Hello" }];
const contact = (name: string): Author => ({ kind: "contact", id: "c1", name });

/** A message of somebody outside with its context. */
function heard(author: Author, source: Source, trigger: TriggeredBy, parts: readonly Part[] = hello): string {
  return promptOf(messageOf(author, parts, contextTail({ ...NOW, speaker: author, source, trigger })));
}

function threadOf(name: string): ThreadFacts {
  const at = "2026-11-20T10:00:00Z";
  return {
    timeZone: NOW.timeZone,
    contacts: [
      {
        id: "c1",
        name,
        company: name,
        role: name,
        numbers: [NUMBER],
        emails: [`${name}@x.example`],
        internal: false,
      },
      { id: "c2", name, company: null, role: null, numbers: [NUMBER], emails: [], internal: true },
    ],
    before: [{ at, who: name, words: name }],
    older: true,
    since: false,
    drafts: [{ id: "a1", createdAt: at, conversationTitle: name, words: name }],
    notePath: "daily_notes/2026-11-21_said.md",
    noted: [name],
    teamNotes: [{ at, who: name, words: name }],
    remarks: [name],
    readMore: "list_messages",
  };
}

const emailOf = (name: string): Part => ({
  type: "email",
  emailId: "e1",
  mailbox: "office@alderfinch.example",
  from: { name, address: `${name}@x.example` },
  to: [name],
  cc: [name],
  subject: name,
  text: name,
  quoted: name,
  hidden: name,
  attachments: [{ index: 0, name, type: name, sizeBytes: 10 }],
});

const draftOf = (name: string): WaitingDraft => ({
  ...approvalOf({ effects: [smsEffect({ text: name })] }),
  title: `Text message to ${name}`,
});

/** Each way a name takes into a prompt. */
const WAYS: Readonly<Record<string, (name: string) => string>> = {
  "a contact who texts": (name) =>
    heard(contact(name), "sms", { contact: { id: "c1", name, phone: NUMBER } }),
  "a stranger who texts, and calls": (name) =>
    heard(contact(name), "sms", { contact: { name, phone: NUMBER }, came: { texts: true, calls: true } }),
  "a contact's card, thread and notes": (name) =>
    heard(contact("Maria"), "sms", { contact: { name: "Maria", phone: NUMBER }, thread: threadOf(name) }),
  "somebody who was asked": (name) => heard(contact(name), "web_chat", { contact: null, answering: name }),
  "the sender of an e-mail, its subject and its files": (name) =>
    heard(contact(name), "email", { contact: { name }, address: `${name}@x.example` }, [emailOf(name)]),
  "the sender of a lead": (name) =>
    heard(contact(name), "email", {
      contact: { name },
      address: `${name}@x.example`,
      skill: { path: "skills/lead-qualification/SKILL.md", version: "1", content: "Be kind." },
      thread: threadOf(name),
    }),
  "drafts that wait": (name) =>
    promptOf(
      messageOf(
        { kind: "user", name: "Dana" },
        hello,
        contextTail({
          ...NOW,
          speaker: { kind: "user", name: "Dana" },
          source: "web_chat",
          waiting: [draftOf(name)],
        }),
      ),
    ),
  "what became of a draft": (name) =>
    promptOf(
      messageOf({ kind: "system", name: "Steward" }, [
        {
          type: "outcome",
          approvalId: "a1",
          state: "done",
          text: `Text sent to ${name}. Approved by Dana.`,
          receipts: [],
          decidedBy: "Dana",
          reason: null,
          edits: [],
        },
      ]),
    ),
  "a schedule's title": (name) => {
    const row = { id: "s1", title: name, instruction: "List the repairs", tells: null, createdBy: null };
    const { message, identity } = scheduledTrigger(
      row,
      { scheduleId: "s1", slotAt: "2026-11-21T15:00:00.000Z" },
      { ...NOW, tenantId: "t" },
    );
    const text = [{ type: "text", text: message.text }];
    return heard(message.author, identity.source, { contact: null }, text);
  },
  "a compaction's transcript": (name) =>
    `<transcript>\n${withoutOwnMarks(transcriptOf(null, [messageOf(contact(name), [emailOf(name)])], "America/New_York"))}\n</transcript>`,
  "a compaction's summary": (name) => promptOf(messageOf({ kind: "user", name: "Dana" }, hello), name),
  "material of a task": (name) =>
    taskParts({ agent: "x", task: "Look it up", context: name }, [foundItem(name)], {
      ...NOW,
      title: "Steward",
      hasForm: false,
    })
      .map((part) => (part as { text?: string }).text ?? "")
      .join("\n"),
};

/** A thing of which everything is a name somebody chose. */
function foundItem(name: string) {
  return { id: name, source: "E-mail", type: name, title: name, date: "2026-11-20", text: name };
}

describe("NAME-IS-CONTENT", () => {
  const cases = Object.keys(WAYS).flatMap((way) => HOSTILE_NAMES.map((name) => [way, name] as const));

  it("is asked of at least 200 cases", () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });

  it.each(Object.entries(WAYS))("%s: no name stands unfenced, and none ends its fence", (_way, prompt) => {
    const loose = HOSTILE_NAMES.filter((name) => unfenced(prompt(name)).includes(MARKER));
    expect(loose).toEqual([]);
  });

  it("and is told to the model where it has to know it", () => {
    const told = heard(contact("Maria Lopez"), "sms", {
      contact: { id: "c1", name: "Maria Lopez", phone: NUMBER },
    });
    expect(told).toContain("came in from <name_from_outside>Maria Lopez</name_from_outside>, +14125550142.");
  });
});
