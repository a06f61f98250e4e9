import type { Conversation } from "../../../src/agent/api/conversation.ts";
import { useNow } from "./now.ts";

const SHOWN_MS = 12 * 3_600_000;

/** Marks a conversation as urgent, with the reason, while that is new. */
export function UrgentMark({ trigger }: Pick<Conversation, "trigger">) {
  const now = useNow();
  const urgent = trigger?.urgent;
  if (urgent === undefined || Date.parse(urgent.at) + SHOWN_MS < new Date(now).getTime()) return null;
  return (
    <span className="min-w-0 truncate text-xs font-medium text-kumo-danger" title={`Urgent: ${urgent.why}`}>
      Urgent: {urgent.why}
    </span>
  );
}
