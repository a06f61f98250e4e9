/** One e-mail thread: the e-mails with what Steward did, the team's notes, and what to do about it. */
import { useRef, useState } from "react";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { ThreadEntry, ThreadState } from "../../../../src/messaging/api/threads.ts";
import { OpenConversation } from "../../agent/conversation/conversation-page.tsx";
import { emailThreadQuery } from "../text-queries.ts";
import { EntryLine } from "./entry-line.tsx";
import { NoteComposer } from "./note-composer.tsx";
import { Standing, ThreadActs } from "./thread-acts.tsx";
import { useFinish } from "./use-finish.ts";
import { useMarkRead } from "./use-mark-read.ts";

export default function EmailThreadPage() {
  const id = useParams({ strict: false }).id ?? "";
  return <OpenConversation key={id} id={id} bar={<InboxBar threadId={threadIn(id)} />} />;
}

/** `email:<thread>` */
function threadIn(conversationId: string): string {
  return conversationId.slice(conversationId.indexOf(":") + 1);
}

function InboxBar({ threadId }: { threadId: string }) {
  const { data } = useQuery(emailThreadQuery(threadId));
  useMarkRead(data?.state ?? null);
  // A colleague's e-mail to Steward waits for no one here.
  if (!data?.state) return null;
  return <Bar state={data.state} entries={data.entries} />;
}

function Bar({ state, entries }: { state: ThreadState; entries: readonly ThreadEntry[] }) {
  const act = useFinish(state);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const notes = entries.filter(({ kind }) => kind === "note").length;
  return (
    <section aria-label="Inbox actions" className="shrink-0 border-b border-kumo-line bg-kumo-base">
      <div className="flex flex-wrap items-center gap-2 px-4 py-1.5 text-xs text-kumo-subtle">
        <span className="min-w-0 flex-1">
          <Standing state={state} />
        </span>
        <Button
          size="sm"
          variant="ghost"
          className="touch"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {notes === 0 ? "Notes" : `Notes (${notes})`}
        </Button>
        <ThreadActs state={state} onAct={act} onReply={() => undefined} />
      </div>
      {isOpen ? (
        <div className="flex max-h-72 flex-col gap-2 overflow-y-auto border-t border-kumo-hairline px-4 py-3">
          {entries.map((entry) => (
            <EntryLine key={entry.id} entry={entry} />
          ))}
          <NoteComposer number={state.number} line={state.line} box={box} />
        </div>
      ) : null}
    </section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(emailThreadQuery(threadIn(id)));
}
