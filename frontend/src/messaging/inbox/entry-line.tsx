import type { ThreadEntry } from "../../../../src/messaging/api/threads.ts";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { sentenceList } from "../../components/words.ts";

/** A team action on the thread: one quiet line between messages. */
export function EntryLine({ entry }: { entry: ThreadEntry }) {
  if (entry.kind === "note") return <Note entry={entry} />;
  return (
    <p className="py-0.5 text-center text-xs text-kumo-subtle">
      <Words entry={entry} /> · <Time at={entry.at} as="clock" />
    </p>
  );
}

/** A note of the team's: across the thread and unlike anything that was sent. */
function Note({ entry: { by, words, at, mentions } }: { entry: ThreadEntry }) {
  return (
    <div className="my-1 self-center rounded-xl border-l-4 border-kumo-warning bg-kumo-warning-tint px-3.5 py-2 sm:max-w-[85%] sm:min-w-80">
      <p className="text-xs text-kumo-subtle">
        <span className="font-medium text-kumo-warning">Internal note</span> · {clipped(by ?? "Someone", 60)}{" "}
        · <Time at={at} as="clock" />
      </p>
      <p className="text-base whitespace-pre-wrap wrap-anywhere">{words}</p>
      {mentions.length > 0 ? (
        <p className="text-xs text-kumo-subtle">Notified {clipped(sentenceList(mentions), 200)}</p>
      ) : null}
    </div>
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
    case "kept":
      return `${who} kept the promise`;
    case "returned":
      return words === "" ? "Back from snooze" : `Promised, and due: “${clipped(words, 160)}”`;
    case "note":
      return null;
  }
}
