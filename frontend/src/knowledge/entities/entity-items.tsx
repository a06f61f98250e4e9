/** Everything from, with, or about an entity, newest first, by day; each a link to where it stands. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { EntityItem, EntityPage } from "../../../../src/knowledge/api/entities.ts";
import {
  CalendarBlankIcon,
  ChatTextIcon,
  CheckIcon,
  EnvelopeSimpleIcon,
  FileTextIcon,
  PhoneIcon,
} from "../../components/icons.ts";
import { InsideLink } from "../../components/inside-link.tsx";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useNow } from "../../components/now.ts";
import { Empty } from "../../components/page.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { dayName, KIND_WORDS } from "../../components/words.ts";
import { entityItemsQuery } from "./entity-words.ts";

const ICONS = {
  text: ChatTextIcon,
  call: PhoneIcon,
  email: EnvelopeSimpleIcon,
  document: FileTextIcon,
  event: CalendarBlankIcon,
  issue: CheckIcon,
} as const;

export function EntityItems({ entity: { id, name, type } }: { entity: EntityPage }) {
  const zone = useZone();
  const now = useNow();
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(entityItemsQuery(id));
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <ListSkeleton rows={6} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <Empty title="Nothing here yet">
        Texts, calls, e-mails, documents, events, and tasks with or about <bdi>{clipped(name, 60)}</bdi> will
        appear here.
      </Empty>
    );
  const days = [...Map.groupBy(items, ({ at }) => dayName(at, now, zone))];
  return (
    <section aria-label="Everything on record" className="flex min-w-0 flex-col gap-3">
      {days.map(([day, list]) => (
        <section key={day} aria-label={day}>
          <h2 className="pb-1 text-xs font-medium text-kumo-subtle">{day}</h2>
          <ol className="sheet overflow-hidden">
            {list.map((item) => (
              <Item key={`${item.kind} ${item.id}`} item={item} names={type !== "person"} />
            ))}
          </ol>
        </section>
      ))}
      <MorePages query={pages} words="Older" />
    </section>
  );
}

/** `names`: says with whom a text or call was, where that may be several. */
function Item({ item, names }: { item: EntityItem; names: boolean }) {
  const { kind, at, title, words, url, outgoing, who } = item;
  const name = names ? clipped(who, 60) : "";
  const by = outgoing ? (name === "" ? "Sent" : `Sent to ${name}`) : name;
  const Icon = ICONS[kind];
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      <InsideLink
        href={url}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="mt-0.5 size-4 text-kumo-subtle" />
        <span className="min-w-0">
          <span className="sr-only">{KIND_WORDS[kind === "text" ? "sms" : kind]}, </span>
          {title === "" ? null : (
            <span className="block truncate font-medium">
              <bdi>{clipped(title, 160)}</bdi>
            </span>
          )}
          {words === "" ? null : (
            <span className={`line-clamp-2 wrap-anywhere ${title === "" ? "" : "text-kumo-subtle"}`}>
              {by === "" || title !== "" ? null : <span className="text-kumo-subtle">{by}: </span>}
              {clipped(words, 300)}
            </span>
          )}
        </span>
        <span className="text-xs leading-5 text-kumo-subtle">
          <Time at={at} as="clock" />
        </span>
      </InsideLink>
    </li>
  );
}
