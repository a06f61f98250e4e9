/** The sources of an answer: the passages on record, each linked, and the claims without one. */
import { useRef, type ReactNode } from "react";
import type { Message } from "../../../../src/agent/api/message.ts";
import { InsideLink } from "../../components/inside-link.tsx";
import { linkTarget } from "../../components/link-target.ts";
import { withPassage } from "../../knowledge/passage/passage-words.ts";
import { usePageRoots } from "../../components/places-context.tsx";
import { Notice } from "../../components/notice.tsx";
import { useNow } from "../../components/now.ts";
import { useZone } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { dayName, withoutMarks } from "../../components/words.ts";
import { useUnderlined } from "./use-underlined.ts";

const TITLE_CHARS = 60;
const QUOTE_CHARS = 200;
const KINDS: Readonly<Record<string, string>> = {
  texts: "Text",
  calls: "Call",
  emails: "Email",
  files: "File",
  chats: "Conversation",
  notes: "Note",
  documents: "Document",
  events: "Event",
  tasks: "Task",
  slack: "Slack",
};

type Source = NonNullable<Message["contextUsed"]>[number];

export default function AnswerSources({ message }: { message: Message }) {
  const { contextUsed = [], unprovenQuotes = [], unprovenClaims = [], doubtedStatements = [] } = message;
  const section = useRef<HTMLElement>(null);
  useUnderlined(section, unprovenClaims);
  const unproven = [...new Set(unprovenClaims.map(({ words }) => words))];
  const contradicted = doubtedStatements.filter(({ verdict }) => verdict === "contradicted");
  const notStated = doubtedStatements.filter(({ verdict }) => verdict === "not_stated");
  return (
    <section ref={section} aria-label="Sources" className="-mt-2 flex flex-col gap-2 text-sm">
      {contextUsed.length === 0 ? null : (
        <ul className="flex flex-wrap items-center gap-1.5">
          <li className="text-kumo-subtle">Found on record:</li>
          {contextUsed.map((source, index) => (
            <li key={source.id} className="max-w-full" title={source.cited}>
              <SourceLink source={source}>
                {source.cited === undefined ? null : (
                  <span className="mr-1.5 text-kumo-subtle">{index + 1}</span>
                )}
                <SourceWords source={source} />
              </SourceLink>
            </li>
          ))}
        </ul>
      )}
      {unprovenQuotes.length === 0 ? null : (
        <Notice>
          Not word for word in anything Steward read:{" "}
          {unprovenQuotes.map((quote) => `“${withoutMarks(quote, QUOTE_CHARS)}”`).join(", ")}
        </Notice>
      )}
      {unproven.length === 0 ? null : (
        <Notice>
          Not backed up by what Steward looked up:{" "}
          {unproven.map((words) => withoutMarks(words, QUOTE_CHARS)).join(" · ")}. Check{" "}
          {unproven.length === 1 ? "it" : "them"} before you rely on the answer.
        </Notice>
      )}
      {contradicted.map(({ sentence, words = "", link }) => (
        <Notice key={sentence}>
          “{withoutMarks(sentence, QUOTE_CHARS)}” doesn’t match what Steward read:{" "}
          <Quoted words={clipped(words, QUOTE_CHARS)} link={link} />
        </Notice>
      ))}
      {notStated.length === 0 ? null : (
        <Notice>
          Nothing Steward read says so:{" "}
          {notStated.map(({ sentence }) => `“${withoutMarks(sentence, QUOTE_CHARS)}”`).join(" · ")}
        </Notice>
      )}
    </section>
  );
}

/** Words of a source, which open it if it is a page of the app. */
function Quoted({ words, link }: { words: string; link: string | undefined }) {
  const target = linkTarget(link === undefined ? "" : withPassage(link, words), usePageRoots());
  if (target?.inside !== true) return <>“{words}”</>;
  return <InsideLink href={target.href}>“{words}”</InsideLink>;
}

const CHIP =
  "touch inline-flex max-w-full items-center rounded-full bg-kumo-base px-2.5 py-0.5 ring ring-kumo-line wrap-anywhere hover:bg-kumo-tint";

/** Opens the cited passage, or the outside page that contains it. */
function SourceLink({ source: { id, cited }, children }: { source: Source; children: ReactNode }) {
  const target = linkTarget(withPassage(id, cited), usePageRoots());
  if (target === null) return <span className={CHIP}>{children}</span>;
  if (target.inside)
    return (
      <InsideLink href={target.href} className={CHIP}>
        {children}
      </InsideLink>
    );
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" className={CHIP}>
      <span>
        {children} <span className="text-kumo-subtle">({target.host})</span>
      </span>
    </a>
  );
}

/** A passage's day reads `Tue 2026-11-24 10:30` in the team's zone; noon UTC is the same day from UTC−12 to UTC+11. */
function SourceWords({ source: { source, title, at } }: { source: Source }) {
  const now = useNow();
  const zone = useZone();
  const [day] = /\d{4}-\d{2}-\d{2}/.exec(at) ?? [];
  const parts = [
    KINDS[source] ?? "",
    clipped(title, TITLE_CHARS),
    day === undefined ? "" : dayName(`${day}T12:00:00Z`, now, zone),
  ];
  return <>{parts.filter((part) => part !== "").join(" · ")}</>;
}
