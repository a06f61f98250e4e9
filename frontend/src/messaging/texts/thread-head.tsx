/** The head of a text thread: its contact, its assignee, and its actions. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type * as z from "zod";
import { threadEndpoints, type ThreadAct, type ThreadState } from "../../../../src/messaging/api/threads.ts";
import { type textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { call } from "../../api/call.ts";
import { PageHead } from "../../components/page.tsx";
import { PersonLink } from "../../team/people/person-link.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Standing, ThreadActs } from "../inbox/thread-acts.tsx";
import { listSearch } from "../inbox/thread-lists.ts";

type Part = z.output<typeof textEndpoints.thread.output>;

interface HeadProps {
  readonly number: string;
  readonly name: string;
  readonly head: Part | undefined;
  readonly onAct: (act: ThreadAct) => void;
  readonly onReply: () => void;
}

export function ThreadHead({ number, name, head, onAct, onReply }: HeadProps) {
  const state = head?.state ?? null;
  return (
    <PageHead
      back="/texts"
      title={
        <>
          <h1 className="truncate text-base font-semibold">
            <PersonLink id={number}>{clipped(name, 100)}</PersonLink>
          </h1>
          <p className="truncate text-xs text-kumo-subtle">{about(number, name, head)}</p>
        </>
      }
      below={head ? <Below head={head} /> : undefined}
    >
      {state === null ? null : <ThreadActs state={state} onAct={onAct} onReply={onReply} />}
    </PageHead>
  );
}

function about(number: string, name: string, head: Part | undefined): string {
  const { shown = number, role = null, company = null } = head?.contact ?? {};
  return clipped([shown, role, company].filter((words) => words && words !== name).join(" · "), 200);
}

/** Its state, its line, and links to everything else with this number. */
function Below({ head: { state, line, otherLines, contact, conversationId } }: { head: Part }) {
  const link = "touch link";
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 pb-2 text-xs text-kumo-subtle">
      {state ? <Standing state={state} /> : null}
      {line && otherLines.length > 0 ? <span>On {clipped(line.label, 40)}</span> : null}
      {otherLines.map((other) => (
        <Link
          key={other.number}
          to="/texts/$number"
          params={{ number: contact.number }}
          search={(before) => ({ ...listSearch(before), line: other.number })}
          className={link}
        >
          Also on {clipped(other.label, 40)}
        </Link>
      ))}
      {conversationId ? (
        <Link to="/conversations/$id" params={{ id: conversationId }} className={link}>
          What Steward did
        </Link>
      ) : null}
      {state?.status === "open" ? <MarkUnread state={state} /> : null}
    </p>
  );
}

/** For the user only. An open thread counts as read, so this goes back to the list. */
function MarkUnread({ state: { number, line } }: { state: ThreadState }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const within = useSearch({ from: "/inside/texts" });
  const { mutate } = useMutation({
    mutationFn: async () => {
      await navigate({ to: "/texts", search: listSearch(within) });
      await call(threadEndpoints.read, { params: { number }, body: { line, readUpTo: null } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["texts"] }),
  });
  return (
    <button type="button" className="touch link" onClick={() => mutate()}>
      Mark as unread
    </button>
  );
}
