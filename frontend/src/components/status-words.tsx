import { CONVERSATION_STATUS_WORDS, type ShownStatus } from "./words.ts";

const STYLES: Readonly<Record<ShownStatus, string>> = {
  idle: "text-kumo-subtle",
  held_back: "text-kumo-default",
  running: "text-kumo-default",
  waiting_approval: "rounded-full bg-kumo-info-tint px-2 font-medium text-kumo-link ring ring-kumo-info/30",
  waiting_answer: "rounded-full bg-kumo-info-tint px-2 font-medium text-kumo-link ring ring-kumo-info/30",
  failed: "font-medium text-kumo-danger",
  stopped: "text-kumo-default",
};

/** A conversation's state in words; a pulse beside "working" is only an echo of the word. `doing` says what it works at. */
export function StatusWords({ status, doing }: { status: ShownStatus; doing?: string | undefined }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${doing ? "min-w-0" : "shrink-0"} ${STYLES[status]}`}
    >
      {status === "running" ? (
        <span aria-hidden className="breathe size-1.5 shrink-0 rounded-full bg-kumo-brand" />
      ) : null}
      <span className="truncate">
        {CONVERSATION_STATUS_WORDS[status]}
        {doing ? `: ${doing}` : ""}
      </span>
    </span>
  );
}
