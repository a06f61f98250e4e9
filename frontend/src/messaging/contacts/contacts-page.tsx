/** Contacts of the phone system by name, or those that match a search. */
import { useRef } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type * as z from "zod";
import type { contactEndpoints, ContactLine } from "../../../../src/messaging/api/contacts.ts";
import { contactsQuery } from "../contact-queries.ts";
import { ListSearch } from "../../components/list-search.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Notice } from "../../components/notice.tsx";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { Avatar } from "../../team/people/avatar.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";

type Sync = z.output<typeof contactEndpoints.list.output>["sync"];

export default function ContactsPage() {
  const { q = "" } = useSearch({ from: "/inside/contacts" });
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Page
      title="Contacts"
      below={
        <div className="px-4 pb-3">
          <ListSearch
            name="contacts"
            words={q}
            placeholder="Name, unit, company, number, or e-mail"
            list={list}
            onWords={(words) => void navigate({ to: "/contacts", search: { q: words }, replace: true })}
          />
        </div>
      }
    >
      <Scroll>
        <Listed words={q} list={list} />
      </Scroll>
    </Page>
  );
}

function Listed({ words, list }: { words: string; list: React.RefObject<HTMLUListElement | null> }) {
  const query = useInfiniteQuery(contactsQuery(words));
  const sync = query.data?.pages[0]?.sync;
  return (
    <>
      <Unread sync={sync} />
      <PagedList
        query={query}
        rows={10}
        wide
        more="More contacts"
        empty={<NoOne words={words} state={sync?.state ?? "done"} />}
      >
        {(items) => (
          <ul ref={list} aria-label="People">
            {items.map((item) => (
              <Row key={item.id} contact={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

/** Why the list may be incomplete. */
function Unread({ sync }: { sync: Sync | undefined }) {
  if (sync?.state === "reading")
    return (
      <p role="status" className="border-b border-kumo-hairline px-4 py-2.5 text-sm text-kumo-subtle">
        Reading your phone system’s contacts… {count(sync.read, "contact")} so far
      </p>
    );
  if (!sync?.problem) return null;
  return (
    <div className="p-4">
      <Notice tone="warning" title="Your phone system isn’t answering.">
        These are the contacts as we last read them. We’ll keep trying.
      </Notice>
    </div>
  );
}

function NoOne({ words, state }: { words: string; state: Sync["state"] }) {
  if (state === "reading") return null;
  if (words !== "")
    return (
      <Empty title={`No one matches “${clipped(words, 60)}”`}>
        Try part of a name, a unit such as 4B, or the last four digits of a number.
      </Empty>
    );
  return state === "not_connected" ? (
    <Empty title="No phone system is connected">
      Your phone system’s contacts will appear here once an admin connects it.
    </Empty>
  ) : (
    <Empty title="No contacts yet">People you add to your phone system will appear here.</Empty>
  );
}

const TOUCHES = { text: "Text", call: "Call", email: "E-mail" } as const;

function Row({ contact }: { contact: ContactLine }) {
  const { id, name, role, place, company, phone, email, internal, last } = contact;
  const about = [internal ? "Your team" : null, role, company === name ? null : company].filter(Boolean);
  return (
    <li>
      <Link
        to="/contacts/$id"
        params={{ id }}
        data-row
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-kumo-hairline px-4 py-1.5 hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:-outline-offset-2 md:grid-cols-[auto_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_8.5rem]"
      >
        <Avatar name={name} />
        <span className="min-w-0">
          <span className="block truncate leading-5 font-medium">{clipped(name, 100)}</span>
          <span className="block truncate text-xs leading-4 text-kumo-subtle">
            {clipped(about.join(" · "), 120)}
            {place ? (
              <span className="md:hidden">
                {about.length > 0 ? " · " : ""}
                {clipped(place, 80)}
              </span>
            ) : null}
          </span>
        </span>
        <span className="truncate text-sm max-md:hidden">{clipped(place ?? "", 80)}</span>
        <span className="truncate text-sm text-kumo-subtle tabular-nums max-md:hidden">
          {phone ?? clipped(email ?? "", 60)}
        </span>
        <span className="text-right text-xs whitespace-nowrap text-kumo-subtle">
          {last ? (
            <>
              <span className="max-md:sr-only">{TOUCHES[last.kind]} </span>
              <Time at={last.at} />
            </>
          ) : null}
        </span>
      </Link>
    </li>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(contactsQuery(""));
}
