import type { ConversationStatus } from "../../../src/protocol/index.ts";
import { CONVERSATION_STATUS_WORDS } from "./words.ts";

const STYLES: Readonly<Record<ConversationStatus, string>> = {
  idle: "text-kumo-subtle",
  running: "text-kumo-default",
  waiting_approval: "rounded-full bg-kumo-info-tint px-2 font-medium text-kumo-link ring ring-kumo-info/30",
  waiting_answer: "rounded-full bg-kumo-info-tint px-2 font-medium text-kumo-link ring ring-kumo-info/30",
  failed: "font-medium text-kumo-danger",
  stopped: "text-kumo-default",
};

/** A conversation's state in words; a pulse beside "working" is only an echo of the word. */
export function StatusWords({ status }: { status: ConversationStatus }) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${STYLES[status]}`}>
      {status === "running" ? (
        <span aria-hidden className="breathe size-1.5 rounded-full bg-kumo-brand" />
      ) : null}
      {CONVERSATION_STATUS_WORDS[status]}
    </span>
  );
}
