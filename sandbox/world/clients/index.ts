/** What the brokerage's clients wrote and said, in its phone system and mailbox. Ursula Klein has never written. */
import type { DemoTenant } from "../company.ts";
import { stableId } from "../contacts.ts";
import { lineFor, parseLine, personOf } from "../conversations.ts";
import { durationMs } from "../duration.ts";
import type { PinnedMail } from "../mail/types.ts";
import type { PinnedThread, WorldCall, WorldContact } from "../types.ts";
import { BOUND_CLIENTS } from "./bound.ts";
import { OPEN_CLIENTS } from "./open/index.ts";
import type { ClientCall } from "./types.ts";

const CLIENTS = [...OPEN_CLIENTS, ...BOUND_CLIENTS];

export const CLIENT_MAIL: readonly PinnedMail[] = CLIENTS.flatMap(({ contact, mails }) =>
  mails.map(([subject, staff, ago, ...lines]) => ({ contact, staff, subject, ago, lines })),
);

export const CLIENT_TEXTS: readonly PinnedThread[] = CLIENTS.flatMap(({ contact, texts }) =>
  texts.map(([staff, ago, ...lines]) => ({ contact, staff, ago, lines })),
);

/** Oldest first. */
export function clientCalls(
  tenant: DemoTenant,
  contacts: readonly WorldContact[],
  nowMs: number,
): WorldCall[] {
  const calls = CLIENTS.flatMap(({ contact: name, calls: told }) => {
    const contact = contacts.find(({ firstName, lastName }) => `${firstName} ${lastName ?? ""}` === name);
    if (contact === undefined) throw new Error(`No contact ${name} for a call`);
    return told.map((call) => callOf(tenant, contact, call, nowMs));
  });
  return calls.sort((left, right) => left.createdAt.localeCompare(right.createdAt));
}

function callOf(tenant: DemoTenant, contact: WorldContact, call: ClientCall, nowMs: number): WorldCall {
  const { staff, ago, outgoing, seconds, points, next, said } = call;
  return {
    id: `AC${stableId("call", tenant.id, contact.id, ago)}`,
    phoneNumberId: lineFor(tenant, contact.kind).phoneNumberId,
    participant: contact.phones[0]?.value ?? "",
    direction: outgoing === true ? "outgoing" : "incoming",
    status: "completed",
    durationS: seconds,
    userId: personOf(tenant, staff).quoUserId,
    createdAt: new Date(nowMs - durationMs(ago)).toISOString(),
    summary: { points, nextSteps: next },
    dialogue: said.map((line) => {
      const { incoming, wordings } = parseLine(line);
      return { who: incoming ? "them" : "us", text: wordings.join(" || ") };
    }),
  };
}
