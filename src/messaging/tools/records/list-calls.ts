import * as z from "zod";
import { listLines } from "../../../integrations/quo/connection.ts";
import { contactsAt } from "../../contacts/index.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { formatNumber } from "../../../kernel/phone.ts";
import { isMissed, listCalls as callsOnRecord, type RecordedCall } from "../../texts/index.ts";
import { passage, type PassagePlace } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { RecordServices } from "./index.ts";
import { numbersOf, personAsked } from "./person-asked.ts";
import { textPlace } from "./text-place.ts";
import { spanIn } from "../../../kernel/calendar.ts";

const SUMMARY_CHARS = 300;
export const day = z.iso.date().describe("As 2026-11-21, in the team's time zone");

export const listCalls = defineTool({
  name: "list_calls",
  title: "Check the calls",
  done: "Checked the calls",
  description:
    "Lists phone calls on record, newest first: with whom, when, on which line, how long, and what the summary says. Narrow it to a person (Maria Lopez, " +
    "+14125550142), to days or to missed calls; get_call reads one with its transcript.",
  keywords: "phone rang called voicemail missed callback spoke talked conversation yesterday today",
  input: z.strictObject({
    contact: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .optional()
      .describe("Only with this person: name, phone number or contact id"),
    missed: z.boolean().optional().describe("True for calls that came in and nobody took"),
    direction: z.enum(["incoming", "outgoing"]).optional().describe("Both if left out"),
    from: day.optional(),
    to: day.optional().describe("The last day that counts"),
    olderThan: z.iso
      .datetime()
      .optional()
      .describe("For the next page: what the page before gave as olderThan"),
    limit: z.int().min(1).max(50).optional().describe("Most calls to return; 20 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: ({ contact, missed }) =>
    `Checking the ${missed === true ? "missed " : ""}calls${contact === undefined ? "" : ` with ${contact}`}`,
  async run({ contact, missed, direction, from, to, olderThan, limit = 20 }, services: RecordServices) {
    const { db, timeZone } = services;
    const person = contact === undefined ? null : await personAsked(db, contact);
    if (typeof person === "string") return retry(person);
    const span = spanIn({ from, to }, timeZone);
    const page = await callsOnRecord(db, {
      ...span,
      to: olderThan === undefined || (span.to ?? olderThan) < olderThan ? span.to : olderThan,
      ...(person === null ? {} : { numbers: numbersOf(person) }),
      direction,
      missed,
      limit,
    });
    const [nameAt, lines] = await Promise.all([
      contactsAt(db, [...new Set(page.items.flatMap(({ contactNumber }) => contactNumber ?? []))]),
      listLines(db),
    ]);
    const nameOf = (number: string): string | null => nameAt(number)?.name ?? null;
    const lineOf = (id: string | null) => lines.find(({ phoneNumberId }) => phoneNumberId === id)?.label;
    return {
      kind: "list",
      beside: {
        ...(page.items.length === 0 && page.olderThan === null
          ? { found: "No such call is on record." }
          : {}),
        olderThan: page.olderThan,
      },
      items: page.items.map((call) => ({
        id: call.id,
        at: localTime(call.at, timeZone),
        ...partyOf(call, nameOf),
        ...howOf(call),
        line: lineOf(call.lineId) ?? null,
        summary:
          call.summary === null
            ? null
            : passage(call.summary.join(" ").slice(0, SUMMARY_CHARS), callPlace(call, nameOf, timeZone)),
      })),
      more: page.olderThan !== null,
      keep: "first",
      outside: true,
    };
  },
});

export function partyOf(
  { contactNumber: number }: RecordedCall,
  nameOf: (number: string) => string | null,
): Record<string, Json> {
  if (number === null) return { with: "an unknown number" };
  return { with: nameOf(number) ?? formatNumber(number), number };
}

/** Citable location of a call; none if the number is unknown. */
export function callPlace(
  { id, at, contactNumber }: RecordedCall,
  nameOf: (number: string) => string | null,
  timeZone: string,
): PassagePlace {
  const number = contactNumber ?? "";
  return textPlace(
    { id, at, kind: "call", from: "call" },
    { contact: nameOf(number) ?? formatNumber(number), number },
    timeZone,
  );
}

/** The outcome of a call. */
export function howOf(call: RecordedCall): Record<string, Json> {
  const { direction, durationSeconds, status } = call;
  const minutes = Math.ceil((durationSeconds ?? 0) / 60);
  return {
    direction,
    ...(isMissed(call) ? { missed: true } : {}),
    ...(minutes > 0 ? { minutes } : { status }),
  };
}
