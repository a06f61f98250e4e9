/** Makes the demo companies' text inboxes look in use: some threads assigned, one snoozed, some done, as their own people. */
import { setTimeout as after } from "node:timers/promises";
import * as z from "zod";
import { TENANTS } from "../sandbox/world/company.ts";
import { threadLineSchema, type ThreadAct, type ThreadLine } from "../src/messaging/api/threads.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";

const LOOK_MS = 2_000;
const LOOKS = 60;
/** Leaves inboxes with fewer open threads alone. */
const ENOUGH = 4;
const DAY_MS = 24 * 3_600_000;

const REPLIES = {
  "on-our-way": { name: "On our way", words: "Hi {first name}, someone is on the way now. - {my name}" },
  "office-hours": {
    name: "Office hours",
    words: "Hi {first name}, our office is open Monday to Friday, 9 to 5. - {my name}",
  },
  looking: {
    name: "Looking into it",
    words:
      "Hi {first name}, thanks for letting us know. We're looking into it and will text you today. - {my name}",
  },
} as const;

/** Waits until past texts have been read. Idempotent. */
export async function fillDemoInbox(addresses: DemoAddresses): Promise<void> {
  for (const { people } of TENANTS) {
    const [first, second] = people;
    if (first !== undefined && second !== undefined) await fillInbox(addresses, [first, second]);
  }
}

type Person = (typeof TENANTS)[number]["people"][number];

/** One company's inbox, as two of its people. */
async function fillInbox(
  addresses: DemoAddresses,
  [first, second]: readonly [Person, Person],
): Promise<void> {
  const { appUrl, sandboxUrl } = addresses;
  const headers = await demoSignIn(sandboxUrl, first.email);
  for (const [id, body] of Object.entries(REPLIES))
    await demoCall(`${appUrl}/api/reply-templates/${id}`, z.unknown(), { method: "PUT", headers, body });
  const open = await openThreads(addresses, headers);
  const acts: readonly ThreadAct[] = [
    { kind: "assign", userId: second.id },
    { kind: "assign", userId: first.id },
    { kind: "snooze", until: new Date(Date.now() + DAY_MS).toISOString() },
    { kind: "done" },
  ];
  // The newest stays unassigned.
  const [, ...others] = open;
  const [asked] = others;
  if (asked === undefined) return;
  await note(addresses, headers, asked, `@${second.firstName} can you take this one today?`);
  for (const [index, act] of acts.entries()) {
    const thread = others[index];
    if (thread !== undefined) await actOn(addresses, headers, thread, act);
  }
}

async function openThreads(
  { appUrl }: DemoAddresses,
  headers: Readonly<Record<string, string>>,
): Promise<readonly ThreadLine[]> {
  const page = z.object({ items: z.array(threadLineSchema) });
  let before = -1;
  for (let look = 0; look < LOOKS; look++) {
    const { items } = await demoCall(`${appUrl}/api/text-threads?view=open`, page, {
      method: "GET",
      headers,
    });
    if (items.length === before && items.length >= ENOUGH) return items;
    before = items.length;
    await after(LOOK_MS);
  }
  return [];
}

async function note(
  { appUrl }: DemoAddresses,
  headers: Readonly<Record<string, string>>,
  { number, line }: ThreadLine,
  words: string,
): Promise<void> {
  await demoCall(`${appUrl}/api/text-threads/${encodeURIComponent(number)}/notes`, z.unknown(), {
    headers,
    body: { line, noteId: "demo", words },
  });
}

async function actOn(
  { appUrl }: DemoAddresses,
  headers: Readonly<Record<string, string>>,
  { number, line, lastIncomingAt }: ThreadLine,
  act: ThreadAct,
): Promise<void> {
  await demoCall(`${appUrl}/api/text-threads/${encodeURIComponent(number)}/act`, z.unknown(), {
    headers,
    body: { line, act, seenIncomingAt: lastIncomingAt },
  });
}
