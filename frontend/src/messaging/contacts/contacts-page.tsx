/** Contacts of the phone system and the team's own by name, or those that match a search. */
import { lazy, Suspense, useRef, useState } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import type { contactEndpoints, ContactLine } from "../../../../src/messaging/api/contacts.ts";
import { contactsQuery } from "../contact-queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { PlusIcon } from "../../components/icons.ts";
import { useIsAdmin } from "../../components/session.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { ListSearch } from "../../components/list-search.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Notice } from "../../components/notice.tsx";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { Avatar } from "../../team/people/avatar.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";

type Sync = z.output<typeof contactEndpoints.list.output>["sync"];

const ContactForm = lazy(whenReachable(() => import("./contact-form.tsx")));

export default function ContactsPage() {
  const { q = "" } = useSearch({ from: "/inside/contacts" });
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title="Contacts"
      actions={
        <>
          <BringIn />
          <Button
            variant="primary"
            className="touch shrink-0"
            icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
            onClick={() => setCreating(true)}
          >
            New contact
          </Button>
        </>
      }
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
      {creating ? (
        <Suspense fallback={null}>
          <ContactForm person={null} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Import from another system's file; admins only. */
function BringIn() {
  return useIsAdmin() ? (
    <ButtonLink to="/contacts/import" className="touch shrink-0">
      Import
    </ButtonLink>
  ) : null;
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
  return (
    <Empty title="No contacts yet" action={<BringIn />}>
      {state === "not_connected"
        ? "Import the people you work with from a file, or add them one by one. Your phone system’s contacts join them once an admin connects it."
        : "People in your phone system appear here, and those you add or import."}
    </Empty>
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
