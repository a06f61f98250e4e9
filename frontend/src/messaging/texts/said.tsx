/** The messages of a thread: texts as bubbles, with calls between them. */
import { useRef } from "react";
import { TEXT_REASONS } from "../../../../src/messaging/api/reasons.ts";
import type { ThreadItem } from "../../../../src/messaging/api/texts.ts";
import { Folded, Plain } from "../../components/folded.tsx";
import { PhoneIcon } from "../../components/icons.ts";
import { clipped } from "../../components/text-pieces.ts";
import { useShownPassage } from "../../knowledge/passage/use-passage.ts";
import TextMedia from "../media/text-media.tsx";
import { Time } from "../../components/time.tsx";

const MAX_SAID = { chars: 2000, lines: 40 };

type Text = Extract<ThreadItem, { kind: "text" }>;
type Call = Extract<ThreadItem, { kind: "call" }>;

interface SaidProps<Item> {
  readonly item: Item;
  /** It was asked for. */
  readonly wanted: boolean;
  /** The sender changed, so the name is shown. */
  readonly first: boolean;
}

/** `from` is the thread's contact. */
export function Said({ item, from, ...props }: SaidProps<ThreadItem> & { from: string }) {
  return item.kind === "call" ? (
    <CallBox item={item} {...props} />
  ) : (
    <Bubble item={item} from={from} {...props} />
  );
}

const WANTED = "ring-2 ring-kumo-brand!";

function Bubble({ item, wanted, first, from }: SaidProps<Text> & { from: string }) {
  const ours = item.direction === "outgoing";
  const writer = item.by ?? (item.byHand ? "In the phone app" : null);
  return (
    <div
      data-item={item.id}
      aria-current={wanted ? "true" : undefined}
      className={`flex max-w-[min(100%,34rem)] flex-col gap-0.5 ${ours ? "items-end self-end" : "self-start"}`}
    >
      {ours && first && writer !== null ? (
        <p className="px-1 text-xs text-kumo-subtle">{clipped(writer, 120)}</p>
      ) : null}
      {item.attachments > 0 ? (
        <TextMedia
          textId={item.id}
          media={item.media}
          elsewhere={item.attachments - item.media.length}
          from={ours ? (writer ?? "your team") : from}
          at={item.at}
        />
      ) : null}
      {item.text === "" ? <Remarks item={item} /> : <Words item={item} wanted={wanted} />}
    </div>
  );
}

function Words({ item, wanted }: { item: Text; wanted: boolean }) {
  const look =
    item.direction === "outgoing"
      ? "bg-kumo-info-tint ring-kumo-info/25"
      : "self-start bg-kumo-base ring-kumo-line";
  const said = useRef<HTMLDivElement>(null);
  useShownPassage(said, wanted);
  return (
    <div ref={said} className={`rounded-2xl px-3.5 py-2 ${look} ${wanted ? WANTED : "ring"}`}>
      <div className="text-base whitespace-pre-wrap wrap-anywhere">
        <Folded text={item.text} {...MAX_SAID}>
          {(shown) => <Plain text={shown} />}
        </Folded>
      </div>
      <Remarks item={item} />
    </div>
  );
}

function CallBox({ item, wanted }: SaidProps<Call>) {
  const said = useRef<HTMLDivElement>(null);
  useShownPassage(said, wanted);
  return (
    <div
      ref={said}
      data-item={item.id}
      aria-current={wanted ? "true" : undefined}
      className={`rounded-2xl bg-kumo-base px-3.5 py-2 ${wanted ? WANTED : "ring ring-kumo-line"}`}
    >
      <CallWords item={item} />
    </div>
  );
}

const DELIVERY: Readonly<Record<string, string>> = {
  sent: "Sent",
  delivered: "Delivered",
  undelivered: "Undelivered",
  failed: "Undelivered",
  queued: "On its way",
};

/** Its time, its delivery state, and its other recipients. */
function Remarks({ item }: { item: Text }) {
  const ours = item.direction === "outgoing";
  const delivery = item.delivery === null ? null : (DELIVERY[item.delivery] ?? clipped(item.delivery, 40));
  const remarks = [
    ours ? (delivery ?? "Sent") : "",
    item.notAnswered === null ? "" : `Not answered: ${TEXT_REASONS[item.notAnswered]}`,
    item.others.length > 0 ? `Also to ${item.others.map((one) => one.name ?? one.shown).join(", ")}` : "",
  ].filter(Boolean);
  return (
    <p className="pt-0.5 text-xs text-kumo-subtle">
      <Time at={item.at} as="clock" />
      {remarks.length > 0 ? ` · ${clipped(remarks.join(" · "), 300)}` : ""}
    </p>
  );
}

function CallWords({ item }: { item: Call }) {
  const minutes = item.durationSeconds === null ? 0 : Math.ceil(item.durationSeconds / 60);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center gap-2 text-sm font-medium">
        <PhoneIcon aria-hidden className="size-4 shrink-0" />
        <span>
          {item.direction === "incoming" ? "They called" : "We called"}
          {minutes > 0 ? `, ${minutes} min` : ", no answer"} · <Time at={item.at} as="clock" />
        </span>
      </p>
      <Points lines={item.summary} />
      {item.nextSteps.length > 0 ? <p className="font-medium">Next steps</p> : null}
      <Points lines={item.nextSteps} />
      {item.transcript.length > 0 ? <Transcript lines={item.transcript} /> : null}
      {item.notAnswered === null ? null : (
        <p className="text-xs text-kumo-subtle">Not answered: {TEXT_REASONS[item.notAnswered]}</p>
      )}
    </div>
  );
}

function Points({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="list-disc pl-5 text-base wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Transcript({ lines }: { lines: Call["transcript"] }) {
  return (
    <details>
      <summary className="touch inline-flex cursor-pointer items-center text-sm text-kumo-link">
        Transcript
      </summary>
      <dl className="flex flex-col gap-1 pt-1">
        {lines.map((line, index) => (
          <div key={index} className="flex gap-2">
            <dt className="w-14 shrink-0 text-kumo-subtle">
              {line.name ? clipped(line.name, 60) : line.who === "team" ? "Us" : "Them"}
            </dt>
            <dd className="min-w-0 wrap-anywhere">{line.text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
