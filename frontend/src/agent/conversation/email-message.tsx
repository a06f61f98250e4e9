/** An e-mail in a conversation, looking like one. Everything in it was written outside: shown as text, never followed, fetched or run. */
import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { mailEndpoints } from "../../../../src/messaging/api/mail.ts";
import { MEMBER_MAIL } from "../../../../src/messaging/api/reasons.ts";
import { type EmailPart, type Message } from "../../../../src/agent/api/message.ts";
import { call } from "../../api/call.ts";
import { Folded, Plain } from "../../components/folded.tsx";
import { DownloadSimpleIcon, EnvelopeSimpleIcon } from "../../components/icons.ts";
import { placeInText } from "../../knowledge/passage/passage-words.ts";
import { usePassage, useShownPassage } from "../../knowledge/passage/use-passage.ts";
import { ModelSummary } from "../../components/model-summary.tsx";
import { Notice } from "../../components/notice.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { sizeWords } from "../../workspace/paths.ts";

interface Props {
  readonly message: Message;
  readonly part: EmailPart;
  /** It was forwarded by a colleague, whose own words are above it. */
  readonly isEnclosed?: boolean;
}

const MAX_SHOWN = { chars: 4000, lines: 60 };
const SHEET = "sheet flex max-w-[95%] flex-col gap-2.5 rounded-bl-sm px-4 py-3 sm:max-w-[90%]";

export default function EmailMessage({ message, part, isEnclosed = false }: Props) {
  const words = useRef<HTMLElement>(null);
  useShownPassage(words);
  return (
    <article
      ref={words}
      aria-label={`E-mail from ${clipped(part.from.name || part.from.address, 100)}`}
      className={SHEET}
    >
      {isEnclosed ? <Enclosed part={part} /> : <Head message={message} part={part} />}
      {isEnclosed ? null : <Summary part={part} />}
      {isEnclosed && part.text === "" ? null : <Body text={part.text || "(no text)"} />}
      {part.wholeChars === undefined ? null : (
        <Notice>This e-mail is longer. Open it in the mailbox to read all of it.</Notice>
      )}
      {part.notTheirs === undefined ? null : <Notice tone="warning">{MEMBER_MAIL[part.notTheirs]}</Notice>}
      {part.hidden === "" ? null : (
        <Notice tone="warning" title="This e-mail contains hidden text.">
          <p>Steward didn’t see it, and treats this e-mail as untrusted.</p>
          <Hidden summary="Show hidden text" text={part.hidden} />
        </Notice>
      )}
      {part.quoted === "" ? null : <Hidden summary="Earlier messages" text={part.quoted} />}
      <Attachments part={part} />
    </article>
  );
}

/** A message that a colleague quoted or shared in Slack. */
export function QuotedMessage({ message, text }: { readonly message: Message; readonly text: string }) {
  const by = clipped(message.author.name, 100);
  return (
    <article aria-label={`Quoted by ${by}`} className={SHEET}>
      <header className="text-xs text-kumo-subtle">Quoted or shared in {by}’s message</header>
      <Body text={text} />
    </article>
  );
}

function Body({ text }: { text: string }) {
  const passage = usePassage();
  const isSought = passage !== null && placeInText(text, passage) !== null;
  return (
    <div className="text-base whitespace-pre-wrap wrap-anywhere">
      <Folded key={String(isSought)} text={text} {...MAX_SHOWN} open={isSought}>
        {(shown) => <Plain text={shown} />}
      </Folded>
    </div>
  );
}

function Head({ message, part }: { message: Message; part: EmailPart }) {
  const { from, to, cc } = part;
  return (
    <header className="flex flex-col gap-1 border-b border-kumo-hairline pb-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {clipped(part.subject, 300) || "(no subject)"}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-xs text-kumo-subtle">
          <EnvelopeSimpleIcon aria-hidden className="size-3.5" />
          <span className="sr-only">E-mail, </span>
          <Time at={message.createdAt} as="clock" />
          {message.queued ? " · not read yet" : ""}
        </span>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-kumo-subtle">
        <dt>From</dt>
        <dd className="wrap-anywhere">
          {from.name ? <span className="text-kumo-default">{clipped(from.name, 100)} </span> : null}
          {clipped(from.address, 300) || "(no address)"}
        </dd>
        <dt>To</dt>
        <dd className="wrap-anywhere">{clipped(to.length > 0 ? to.join(", ") : part.mailbox, 1000)}</dd>
        {cc.length > 0 ? (
          <>
            <dt>Cc</dt>
            <dd className="wrap-anywhere">{clipped(cc.join(", "), 1000)}</dd>
          </>
        ) : null}
      </dl>
    </header>
  );
}

/** The model's summary; most e-mails have none, and rendering never waits for it. */
function Summary({ part: { mailbox, emailId } }: { part: EmailPart }) {
  const conversationId = useParams({ strict: false }).id ?? "";
  const { data } = useQuery({
    queryKey: ["schedules", "mail", "summaries", conversationId],
    queryFn: ({ signal }) => call(mailEndpoints.summaries, { query: { conversationId }, signal }),
  });
  const summary = data?.items.find((one) => one.mailbox === mailbox && one.id === emailId)?.summary;
  return summary === undefined ? null : <ModelSummary text={summary} />;
}

function Enclosed({ part }: { part: EmailPart }) {
  return (
    <header className="text-xs text-kumo-subtle">
      {part.text === "" ? "Came with" : "Forwarded or quoted in"} {clipped(part.from.name, 100)}’s e-mail
    </header>
  );
}

function Hidden({ summary, text }: { summary: string; text: string }) {
  return (
    <details className="text-sm">
      <summary className="touch inline-flex cursor-pointer items-center link">{summary}</summary>
      <div className="mt-1.5 border-l-2 border-kumo-line pl-3 whitespace-pre-wrap text-kumo-subtle wrap-anywhere">
        <Folded text={text} {...MAX_SHOWN}>
          {(shown) => <Plain text={shown} />}
        </Folded>
      </div>
    </details>
  );
}

function Attachments({ part }: { part: EmailPart }) {
  if (part.attachments.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2">
      {part.attachments.map(({ index, name, type, sizeBytes }) => (
        <li key={index} className="max-w-full">
          <a
            href={`/api/mails/${encodeURIComponent(part.emailId)}/attachments/${index}`}
            download={name}
            className="touch flex max-w-full items-center gap-2 rounded-lg border border-kumo-line px-3 py-1.5 text-sm hover:bg-kumo-tint"
          >
            <DownloadSimpleIcon aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0 truncate">{clipped(name, 200)}</span>
            <span className="shrink-0 text-xs text-kumo-subtle">
              {sizeWords(sizeBytes)} · {clipped(type, 60)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
