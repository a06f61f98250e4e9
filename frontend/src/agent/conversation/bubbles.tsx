/** Messages of people and the agent. */
import { Suspense } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { Message } from "../../../../src/agent/api/message.ts";
import { pageOfSubject, shownSubject, subjectIn } from "../../../../src/agent/api/subject.ts";
import type { OutboxEntry } from "../../api/outbox.ts";
import { Folded, Plain } from "../../components/folded.tsx";
import { InsideLink } from "../../components/inside-link.tsx";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { Markdown } from "../../components/lazy-markdown.ts";

/** Characters of a message shown before it is folded. */
const MAX_SAID = { chars: 4000, lines: 60 };
const MAX_WRITTEN = { chars: 20_000, lines: 400 };

export function AgentWords({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <div className="max-w-full text-base">
      {streaming ? (
        <Written text={text} streaming />
      ) : (
        <Folded text={text} {...MAX_WRITTEN}>
          {(shown) => <Written text={shown} />}
        </Folded>
      )}
    </div>
  );
}

function Written({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const plain = (
    <p className="whitespace-pre-wrap wrap-anywhere">
      <Plain text={text} />
    </p>
  );
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} streaming={streaming} />
    </Suspense>
  );
}

function Bubble({ mine, text }: { mine: boolean; text: string }) {
  const said = subjectIn(text);
  if (said !== null)
    return (
      <>
        <Subject about={said.about} />
        <Bubble mine={mine} text={said.words} />
      </>
    );
  return (
    <div
      className={`max-w-[85%] rounded-2xl px-3.5 py-2 text-base whitespace-pre-wrap wrap-anywhere ${
        mine
          ? "rounded-br-sm bg-kumo-info-tint ring ring-kumo-info/20"
          : "rounded-bl-sm bg-kumo-base ring ring-kumo-line"
      }`}
    >
      <Folded text={text} {...MAX_SAID}>
        {(shown) => <Plain text={shown} />}
      </Folded>
    </div>
  );
}

/** What a message is about, above it. */
function Subject({ about }: { about: string }) {
  const page = pageOfSubject(about);
  const shown = clipped(shownSubject(about), 80);
  return (
    <p className="mb-1 max-w-[85%] truncate rounded-full bg-kumo-info-tint px-3 py-0.5 text-sm text-kumo-link">
      About {page === null ? shown : <InsideLink href={page}>{shown}</InsideLink>}
    </p>
  );
}

/** A person's words: mine at the right, a colleague's or a contact's at the left with the name. */
export function PersonWords({ message, text }: { message: Message; text: string }) {
  const me = useMe();
  const mine = message.author.kind === "user" && message.author.id === me.user.id;
  return (
    <div className={`flex flex-col gap-0.5 ${mine ? "items-end" : "items-start"}`}>
      <p className="px-1 text-xs text-kumo-subtle">
        {mine ? <span className="sr-only">You</span> : clipped(message.author.name, 100)}
        {mine ? "" : " · "}
        <Time at={message.createdAt} as="clock" />
        {message.queued ? waitWords(message) : ""}
      </p>
      <Bubble mine={mine} text={text} />
    </div>
  );
}

/** A contact's texts are collected for a moment before the agent handles them together. */
function waitWords({ author }: Message): string {
  return author.kind === "contact" ? " · not read yet" : " · next in line";
}

/** Something the system says in the thread. */
export function SystemWords({ text }: { text: string }) {
  return (
    <div className="text-center text-sm whitespace-pre-wrap text-kumo-subtle wrap-anywhere">
      <Folded text={text} {...MAX_SAID}>
        {(shown) => <Plain text={shown} />}
      </Folded>
    </div>
  );
}

/** My own message before the server's copy of it is here. */
export function PendingWords({
  entry,
  lineOpen,
  onRetry,
  onDiscard,
}: {
  entry: OutboxEntry;
  lineOpen: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  return (
    <div className="flex flex-col items-end gap-1">
      <Bubble mine text={entry.text} />
      {entry.state === "refused" ? (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-sm">
          <span className="text-kumo-danger">Not sent: {entry.problem}</span>
          <Button size="sm" className="touch" onClick={onRetry}>
            Try again
          </Button>
          <Button size="sm" variant="ghost" className="touch" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      ) : (
        <p className="px-1 text-xs text-kumo-subtle">
          {lineOpen ? "Sending…" : "Will send when you’re online"}
        </p>
      )}
    </div>
  );
}
