import { Link } from "@tanstack/react-router";
import type { ThreadLine } from "../../../../src/messaging/api/threads.ts";
import { EnvelopeSimpleIcon, PhoneIcon } from "../../components/icons.ts";
import { Avatar } from "../../team/people/avatar.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { WhoRang } from "../../components/who-rang.tsx";
import { addressOf, type ListParams } from "./thread-lists.ts";

interface RowProps {
  readonly thread: ThreadLine;
  readonly isOpen: boolean;
  /** The assignee's name; null if there is none. */
  readonly assignee: string | null;
  readonly drafts: number;
  /** Its line or mailbox, if there are several. */
  readonly line: string | null;
  readonly within?: ListParams;
  /** Why it can’t wait, where that is shown. */
  readonly urgent?: string | null;
}

/** A thread in a list: the person, the last message, and what it is waiting for. */
export function ThreadRow({ thread, isOpen, assignee, drafts, line, within = {}, urgent = null }: RowProps) {
  const { channel, call, subject, name, shown, place, lastAt, lastDirection, lastWords, unread } = thread;
  return (
    <li>
      <Link
        {...addressOf(thread, within)}
        data-row
        aria-current={isOpen ? "page" : undefined}
        className={`relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-kumo-hairline px-4 py-2.5 hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:-outline-offset-2 ${isOpen ? "bg-kumo-info-tint" : ""}`}
      >
        {unread ? <span className="absolute top-5.5 left-1.5 size-1.5 rounded-full bg-kumo-brand" /> : null}
        <Avatar name={name ?? "#"} />
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className={`min-w-0 flex-1 truncate ${unread ? "font-semibold" : ""}`}>
              {unread ? <span className="sr-only">Unread, </span> : null}
              {clipped(name ?? shown, 100)}
              {place ? <span className="font-normal text-kumo-subtle"> · {clipped(place, 60)}</span> : null}
            </span>
            <span className="inline-flex shrink-0 items-center gap-1 text-xs text-kumo-subtle">
              {channel === "email" ? (
                <EnvelopeSimpleIcon role="img" aria-label="E-mail" className="size-3.5" />
              ) : null}
              {channel === "call" ? (
                <PhoneIcon
                  role="img"
                  aria-label={call === "missed" ? "Missed call" : call === "voicemail" ? "Voicemail" : "Call"}
                  className={`size-3.5 ${call === "spoken" ? "" : "text-kumo-danger"}`}
                />
              ) : null}
              <Time at={lastAt} />
            </span>
          </span>
          <span className="truncate text-sm text-kumo-subtle">
            {subject ? <span className="text-kumo-default">{clipped(subject, 100)} · </span> : null}
            {lastDirection === "outgoing" && channel !== "call" ? "Us: " : ""}
            {clipped(lastWords.replaceAll("\n", " "), 160)}
          </span>
          <Foot thread={thread} assignee={assignee} drafts={drafts} line={line} urgent={urgent} />
          {urgent === null ? null : <WhoRang subjects={[thread.conversationId]} />}
        </span>
      </Link>
    </li>
  );
}

function Foot({ thread, assignee, drafts, line, urgent }: Required<Omit<RowProps, "isOpen" | "within">>) {
  return (
    <span className="flex items-center gap-2 pt-0.5 text-xs">
      {urgent === null ? null : (
        <span className="min-w-0 truncate font-medium text-kumo-danger">Urgent: {clipped(urgent, 80)}</span>
      )}
      <Standing thread={thread} />
      {drafts > 0 ? (
        <span className="shrink-0 rounded-full bg-kumo-warning-tint px-2 py-px font-medium text-kumo-warning">
          Draft waiting
        </span>
      ) : null}
      <span className="min-w-0 flex-1 truncate text-right text-kumo-subtle">
        {[line, assignee].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

/** What it is waiting for. */
function Standing({ thread: { status, waitsSince, nextAt, promised } }: { thread: ThreadLine }) {
  if (promised !== null && status !== "snoozed") return <PromisedBy dueAt={nextAt} />;
  if (status === "snoozed" && nextAt !== null)
    return (
      <span className="shrink-0 text-kumo-subtle">
        Snoozed until <Time at={nextAt} as="upcoming" />
      </span>
    );
  if (status === "done") return <span className="shrink-0 text-kumo-subtle">Done</span>;
  if (status === "answered") return <span className="shrink-0 text-kumo-subtle">Answered</span>;
  return waitsSince === null ? (
    <span className="shrink-0 font-medium text-kumo-link">Back in the inbox</span>
  ) : (
    <span className="shrink-0 font-medium text-kumo-link">
      Waiting <Time at={waitsSince} as="span" />
    </span>
  );
}

/** When what we promised is due; `dueAt` is null once it was. */
export function PromisedBy({ dueAt }: { dueAt: string | null }) {
  return dueAt === null ? (
    <span className="shrink-0 font-medium text-kumo-warning">Promised, overdue</span>
  ) : (
    <span className="shrink-0 text-kumo-subtle">
      Promised, due <Time at={dueAt} as="upcoming" />
    </span>
  );
}
