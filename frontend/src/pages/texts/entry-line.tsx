import type { ThreadEntry } from "../../../../src/protocol/index.ts";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";

/** What the team did with the thread: one quiet line between what was said. */
export function EntryLine({ entry }: { entry: ThreadEntry }) {
  return (
    <p className="py-0.5 text-center text-xs text-kumo-subtle">
      <Words entry={entry} /> · <Time at={entry.at} as="clock" />
    </p>
  );
}

function Words({ entry: { kind, by, words } }: { entry: ThreadEntry }) {
  const who = clipped(by ?? "Someone", 60);
  switch (kind) {
    case "assigned":
      if (words === "") return `${who} unassigned this`;
      return words === by ? `${who} took this` : `${who} assigned this to ${clipped(words, 60)}`;
    case "snoozed":
      return (
        <>
          {who} snoozed this until <Time at={words} as="upcoming" />
        </>
      );
    case "done":
      return `${who} marked this done`;
    case "reopened":
      return `${who} reopened this`;
    case "returned":
      return "Back from snooze";
    case "note":
      return `${who}: ${clipped(words, 200)}`;
  }
}
