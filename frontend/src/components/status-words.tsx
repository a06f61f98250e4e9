import { CONVERSATION_STATUS_WORDS, type ShownStatus } from "./words.ts";

const WAITS =
  "rounded-full bg-kumo-warning-tint px-2 font-medium text-kumo-warning ring ring-kumo-warning/35";

const STYLES: Readonly<Record<ShownStatus, string>> = {
  idle: "text-kumo-subtle",
  held_back: "text-kumo-default",
  running: "text-kumo-default",
  waiting_approval: WAITS,
  waiting_answer: WAITS,
  failed: "font-medium text-kumo-danger",
  stopped: "text-kumo-default",
  paused: "text-kumo-default",
  closed: "text-kumo-subtle",
};

/** A conversation's state in words; the pulse beside "Working" is decorative. `detail` says what it is doing, or why it stopped. */
export function StatusWords({ status, detail }: { status: ShownStatus; detail?: string | null | undefined }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${detail ? "min-w-0" : "shrink-0"} ${STYLES[status]}`}
    >
      {status === "running" ? (
        <span aria-hidden className="breathe size-1.5 shrink-0 rounded-full bg-kumo-brand" />
      ) : null}
      <span className="truncate">
        {CONVERSATION_STATUS_WORDS[status]}
        {detail ? `: ${detail}` : ""}
      </span>
    </span>
  );
}
