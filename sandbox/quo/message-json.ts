/** Messages and lines as the API returns them; shared by the API, webhooks and the console. */
import { stableId } from "../world/contacts.ts";
import type { DemoLine } from "../world/company.ts";
import type { WorldMessage } from "../world/index.ts";
import { QuoError } from "./answers.ts";
import type { QuoAccount } from "./store.ts";

const DELIVERED_AFTER_MS = 1500;

/** A line by ID or number; throws QuoError 404. */
export function lineOf(account: QuoAccount, idOrNumber: unknown): DemoLine {
  const line = account.tenant.quo.lines.find(
    ({ phoneNumberId, number }) => phoneNumberId === idOrNumber || number === idOrNumber,
  );
  if (line === undefined) throw new QuoError(404, "Phone number not found.");
  return line;
}

/** The conversation ID for a line and a number or group. */
export function conversationId({
  phoneNumberId,
  participant,
  others = [],
}: Pick<WorldMessage, "phoneNumberId" | "participant" | "others">): string {
  return `CN${stableId("conversation", phoneNumberId, ...[participant, ...others].toSorted())}`;
}

function statusOf({ isUndelivered = false }: WorldMessage, settled: boolean) {
  if (!settled) return "sent";
  return isUndelivered ? "undelivered" : "delivered";
}

/** Outgoing messages become delivered after a moment. */
export function messageJson(account: QuoAccount, message: WorldMessage, nowMs: number) {
  const line = lineOf(account, message.phoneNumberId);
  const incoming = message.direction === "incoming";
  const settled = nowMs - Date.parse(message.createdAt) >= DELIVERED_AFTER_MS;
  return {
    id: message.id,
    to: [incoming ? line.number : message.participant, ...(message.others ?? [])],
    from: incoming ? message.participant : line.number,
    text: message.text,
    phoneNumberId: message.phoneNumberId,
    conversationId: conversationId(message),
    direction: message.direction,
    userId: message.userId,
    status: statusOf(message, incoming || settled),
    createdAt: message.createdAt,
    updatedAt: message.createdAt,
  };
}
