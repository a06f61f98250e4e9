/** Reminders out of phone calls: what a colleague said in one is their own; whose words can't be known waits, and says so. */
import { beforeEach, expect, it } from "vitest";
import { ALDER } from "../../../../sandbox/world/company.ts";
import type { InternalTool } from "../../../../src/agent/tools/define-tool.ts";
import { createSchedule } from "../../../../src/agent/schedules/tools/create-schedule.ts";
import { schedules } from "../../../../src/agent/tables/schedules.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import type { CallWords } from "../../../../src/messaging/tables/inbox.ts";
import { saidInCall } from "../../../../src/messaging/texts/index.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { freshRecords, records } from "../../../support/node-d1.ts";
import { seenIn } from "../tools/world.ts";

const SENTENCE = "Remind me on Friday to call Lucinda about the strap.";
const STEWARD = { kind: "system", id: "system:steward", name: "Steward" } as const;
const PRIYA = { memberId: "user_demo_priya", name: "Priya Raman" };

async function reminded(
  transcript: readonly CallWords[] | null,
  { instruction = SENTENCE, messageId = "call.AC1", speaker = STEWARD as never, said = [] as string[] } = {},
) {
  const db = dbFor(records, ALDER.id);
  if (transcript !== null)
    await insertInto(records, "calls", ALDER.id, {
      id: "AC1",
      connection_id: "quo",
      direction: "incoming",
      status: "completed",
      at: "2026-11-30T10:00:00Z",
      received_at: "2026-11-30T10:00:00Z",
      state: "handed",
      attempts: 1,
      transcript: JSON.stringify(transcript),
    });
  const tool = createSchedule as unknown as InternalTool;
  const asker = { speaker, said, outside: true, outsideWords: true };
  const result = await tool.run(
    tool.input.parse({ title: "Call Lucinda", instruction, at: "2026-12-04T09:00" }),
    {
      db,
      clock: { now: () => Date.parse("2026-11-30T12:00:00Z") },
      timeZone: "America/New_York",
      announce: async () => {},
      notify: async () => {},
      toldSince: async () => [],
      onRecord: async () => new Set(),
      saidInCall: (id: string) => saidInCall(db, id),
    },
    { ...seenIn(), messageId, asker },
  );
  expect(result).toMatchObject({ kind: "ok" });
  return (result as { readonly data: Readonly<Record<string, unknown>> }).data;
}

beforeEach(() => freshRecords());

it("what a colleague said in the call starts, as theirs", async () => {
  const made = await reminded([
    { who: "contact", name: null, text: "Is the strap there?" },
    { who: "team", text: `I'll look. ${SENTENCE} Good.`, ...PRIYA },
  ]);
  expect(made).toMatchObject({ status: "active" });
  expect(made["message"]).toBeUndefined();
  const [row] = await dbFor(records, ALDER.id).rows(schedules);
  expect(row).toMatchObject({ createdBy: { kind: "user", id: "user_demo_priya", name: "Priya Raman" } });
});

it.each([
  [
    "what the other side said",
    [
      { who: "contact", name: null, text: SENTENCE },
      { who: "team", text: "I see.", ...PRIYA },
    ],
    {},
    "it follows from a phone call, and no colleague said exactly this in it.",
  ],
  [
    "what a colleague said otherwise",
    [{ who: "team", text: SENTENCE, ...PRIYA }],
    { instruction: "Remind Priya to pay Lucinda on Friday." },
    "it follows from a phone call, and no colleague said exactly this in it.",
  ],
  [
    "what nobody knows who said",
    [{ who: "team", name: null, text: SENTENCE, userId: "US1" }],
    {},
    "it follows from a phone call, and its transcript doesn't tell which colleague spoke.",
  ],
  [
    "a text",
    null,
    { messageId: "text.1" },
    "words from outside led to it, and no colleague asked for it here.",
  ],
  [
    "a chat",
    null,
    {
      messageId: "m1",
      speaker: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } as never,
      said: ["Hi."],
    },
    "words from outside were read here, and this is no exact quote of theirs.",
  ],
] as const)("%s is only proposed, and the refusal says why", async (_, transcript, more, why) => {
  const made = await reminded(transcript as never, more as never);
  expect(made).toMatchObject({ status: "proposed" });
  expect(made["message"]).toBe(
    `Nothing runs before a colleague presses Start, here in the chat or under Schedules: ${why}`,
  );
});
