/** Texts, calls, and e-mails with one person, newest first, each linked to its place. */
import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  attachedWords,
  textMediaPath,
  type TextMediaView,
} from "../../../../src/messaging/api/text-media.ts";
import { type TimelineItem } from "../../../../src/messaging/api/contacts.ts";
import { timelineQuery } from "../contact-queries.ts";
import { ChatTextIcon, EnvelopeSimpleIcon, PhoneIcon } from "../../components/icons.ts";
import { photoWords } from "../media/media-words.ts";
import { InsideLink } from "../../components/inside-link.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Empty } from "../../components/page.tsx";
import { useZone } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { DayList } from "../../components/day-list.tsx";

type Kind = TimelineItem["kind"];

const TABS: readonly (readonly [Kind | undefined, string])[] = [
  [undefined, "All"],
  ["text", "Texts"],
  ["email", "E-mails"],
  ["call", "Calls"],
];
const ICONS = { text: ChatTextIcon, email: EnvelopeSimpleIcon, call: PhoneIcon } as const;
const KINDS = { text: "Text", email: "E-mail", call: "Call" } as const;

export function Timeline({ id, first }: { id: string; first: string }) {
  const [kind, setKind] = useState<Kind | undefined>();
  const query = useInfiniteQuery(timelineQuery(id, kind));
  return (
    <section aria-label="History" className="flex min-w-0 flex-col gap-3">
      <div role="group" aria-label="Show" className="flex gap-1">
        {TABS.map(([one, words]) => (
          <button
            key={words}
            type="button"
            aria-pressed={kind === one}
            onClick={() => setKind(one)}
            className="touch h-8 rounded-lg px-3 text-sm text-kumo-subtle hover:bg-kumo-tint aria-pressed:bg-kumo-fill aria-pressed:font-medium aria-pressed:text-kumo-default"
          >
            {words}
          </button>
        ))}
      </div>
      <PagedList
        query={query}
        rows={4}
        more="Older"
        empty={
          <Empty title="Nothing here yet">
            {kind === undefined ? `Texts, calls, and e-mails with ${first} will appear here.` : null}
          </Empty>
        }
      >
        {(items) => (
          <DayList items={items}>
            {(item) => <Item key={`${item.kind} ${item.id}`} item={item} first={first} />}
          </DayList>
        )}
      </PagedList>
    </section>
  );
}

function Item({ item, first }: { item: TimelineItem; first: string }) {
  const Icon = ICONS[item.kind];
  const who = item.direction === "incoming" ? first : "Sent";
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      <InsideLink
        href={item.url}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="mt-0.5 size-4 text-kumo-subtle" />
        <span className="min-w-0">
          <span className="sr-only">{KINDS[item.kind]}, </span>
          {item.title ? <span className="block truncate font-medium">{clipped(item.title, 160)}</span> : null}
          <span className="line-clamp-2 wrap-anywhere">
            {item.kind === "call" ? null : <span className="text-kumo-subtle">{who}: </span>}
            {clipped(
              item.words || (item.media === undefined ? "" : attachedWords(item.media.length, item.media)),
              400,
            )}
          </span>
          {item.media === undefined ? null : <Thumbs item={item} media={item.media} first={first} />}
        </span>
        <span className="text-xs leading-5 text-kumo-subtle">
          <Time at={item.at} as="clock" />
        </span>
      </InsideLink>
    </li>
  );
}

/** Small, inside the row that opens the text itself. */
function Thumbs({
  item: { id, at, direction },
  media,
  first,
}: {
  item: TimelineItem;
  media: readonly TextMediaView[];
  first: string;
}) {
  const zone = useZone();
  const photos = media.filter(({ isPhoto }) => isPhoto);
  const from = direction === "incoming" ? first : "your team";
  return (
    <span className="flex flex-wrap gap-1.5 pt-1.5 empty:hidden">
      {photos.slice(0, 4).map((photo) => (
        <Thumb
          key={photo.index}
          address={textMediaPath(id, photo.index)}
          words={photoWords(photos, photo, { from, at }, zone)}
        />
      ))}
    </span>
  );
}

function Thumb({ address, words }: { address: string; words: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <span className="text-sm text-kumo-subtle">(This photo can’t be shown)</span>;
  return (
    <img
      src={address}
      alt={words}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className="size-16 rounded-lg bg-kumo-fill object-cover ring ring-kumo-line"
    />
  );
}
