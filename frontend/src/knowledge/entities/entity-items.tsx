/** Everything from, with, or about an entity, newest first, by day; each item links to its source. */
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
import { PagedList } from "../../components/paged-list.tsx";
import { Empty } from "../../components/page.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { KIND_WORDS } from "../../components/words.ts";
import { entityItemsQuery } from "./entity-words.ts";
import { DayList } from "../../components/day-list.tsx";

const ICONS = {
  text: ChatTextIcon,
  call: PhoneIcon,
  email: EnvelopeSimpleIcon,
  document: FileTextIcon,
  event: CalendarBlankIcon,
  issue: CheckIcon,
} as const;

export function EntityItems({ entity: { id, name, type } }: { entity: EntityPage }) {
  const query = useInfiniteQuery(entityItemsQuery(id));
  return (
    <section aria-label="Everything on record" className="flex min-w-0 flex-col gap-3">
      <PagedList
        query={query}
        rows={6}
        more="Older"
        empty={
          <Empty title="Nothing here yet">
            Texts, calls, e-mails, documents, events, and tasks with or about <bdi>{clipped(name, 60)}</bdi>{" "}
            will appear here.
          </Empty>
        }
      >
        {(items) => (
          <DayList items={items}>
            {(item) => <Item key={`${item.kind} ${item.id}`} item={item} names={type !== "person"} />}
          </DayList>
        )}
      </PagedList>
    </section>
  );
}

/** `names`: shows the other person of a text or call if there can be several. */
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
