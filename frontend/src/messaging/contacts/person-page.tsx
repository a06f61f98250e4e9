/** One person: who they are, what waits to be sent to them, and everything with them in one timeline. */
import { lazy, Suspense, useState } from "react";
import { useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Person } from "../../../../src/messaging/api/contacts.ts";
import { personQuery, timelineQuery } from "../contact-queries.ts";
import { searchQuery } from "../text-queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { ChatTextIcon, FileTextIcon } from "../../components/icons.ts";
import { InsideLink } from "../../components/inside-link.tsx";
import { Notice } from "../../components/notice.tsx";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { Avatar } from "../../team/people/avatar.tsx";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { StartChat } from "../../components/start-chat.tsx";
import { Time } from "../../components/time.tsx";
import { Timeline } from "./timeline.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const ContactForm = lazy(() => import("./contact-form.tsx"));
const TextDirectly = lazy(() => import("../../agent/conversation/text-directly.tsx"));

export default function PersonPage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(personQuery(id));
  const { data } = query;
  const name = data?.name ?? "";
  return (
    <Page
      title={name || "Contact"}
      tab={clipped(name, 80) || "Contact"}
      back="/contacts"
      head={data ? <Title person={data} /> : "Contact"}
      actions={
        data ? (
          <>
            <Edit person={data} />
            <AskAbout person={data} />
            <Write person={data} />
          </>
        ) : null
      }
    >
      <Scroll>
        {data ? <Body key={id} id={id} person={data} /> : <NotLoaded query={query} missing={GONE} inset />}
      </Scroll>
    </Page>
  );
}

const GONE = <Empty title="This contact is gone">They may have been deleted in your phone system.</Empty>;

function firstNameOf({ id, name }: Person): string {
  return id === null ? name : clipped(name.split(" ")[0] ?? name, 30);
}

/** The line below their name. */
function aboutWords({ id, role, place, company, internal, name }: Person): string {
  const parts = [
    internal ? "Your team" : null,
    role,
    place,
    company === name ? null : company,
    id === null ? "Not in your contacts" : null,
  ];
  return clipped(parts.filter(Boolean).join(" · "), 200);
}

function Title({ person }: { person: Person }) {
  return (
    <div className="flex items-center gap-3 py-2.5">
      <span className="max-sm:hidden">
        <Avatar name={person.name} large />
      </span>
      <div className="min-w-0">
        <h1 className="truncate text-lg leading-6 font-semibold">{clipped(person.name, 100)}</h1>
        <p className="text-sm leading-5 text-kumo-subtle max-sm:line-clamp-2 sm:truncate">
          {aboutWords(person)}
        </p>
      </div>
    </div>
  );
}

/** The button to write to them: their thread, or a first text. */
function Write({ person }: { person: Person }) {
  const [direct, setDirect] = useState<"unused" | "open" | "closed">("unused");
  const number = person.numbers.find(({ isKnown }) => isKnown) ?? person.numbers[0];
  if (number === undefined) return null;
  const icon = <ChatTextIcon aria-hidden className="size-4" />;
  if (number.isKnown)
    return (
      <ButtonLink
        to="/texts/$number"
        params={{ number: number.number }}
        variant="primary"
        size="sm"
        className="touch"
        icon={icon}
      >
        Text
      </ButtonLink>
    );
  return (
    <>
      <Button variant="primary" size="sm" className="touch" icon={icon} onClick={() => setDirect("open")}>
        Text…
      </Button>
      {direct === "unused" ? null : (
        <Suspense fallback={null}>
          <TextDirectly
            number={number.number}
            name={person.name}
            open={direct === "open"}
            onClose={() => setDirect("closed")}
          />
        </Suspense>
      )}
    </>
  );
}

/** Contacts of the phone system are changed there. */
function Edit({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  if (!person.own) return null;
  return (
    <>
      <Button size="sm" className="touch" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ContactForm person={person} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function AskAbout({ person }: { person: Person }) {
  const first = firstNameOf(person);
  const which = person.place ?? person.numbers[0]?.shown ?? person.company;
  return (
    <StartChat about={`${person.name}${which ? ` (${which})` : ""}`} spoken={`New chat about ${first}`}>
      <span className="max-sm:hidden">New chat about {first}</span>
    </StartChat>
  );
}

function Body({ id, person }: { id: string; person: Person }) {
  return (
    <div className="mx-auto grid max-w-5xl gap-x-8 gap-y-5 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-5 empty:hidden lg:col-start-2">
        <Others person={person} />
        <Addresses person={person} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Drafts person={person} />
        <Timeline id={id} first={firstNameOf(person)} />
      </div>
      <aside aria-label="Details" className="flex min-w-0 flex-col gap-5 lg:col-start-2">
        {person.notes === "" ? null : (
          <section aria-label="Notes" className="text-sm">
            <p className="text-xs text-kumo-subtle">Notes</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{clipped(person.notes, 4_000)}</p>
          </section>
        )}
        {person.id === null ? null : (
          <Link
            to="/directory/$id"
            params={{ id: `contact:${person.id}` }}
            className="touch self-start text-sm link"
          >
            Everything on record
          </Link>
        )}
        <Files person={person} />
        <Erase id={id} person={person} />
      </aside>
    </div>
  );
}

/** The number or address in the page's address belongs to several people. */
function Others({ person: { others } }: { person: Person }) {
  if (others.length === 0) return null;
  return (
    <Notice tone="warning" title="More than one person has this">
      <Names people={others} />
    </Notice>
  );
}

function Names({ people }: { people: Person["others"] }) {
  return (
    <ul className="inline">
      {people.map(({ id, name }, index) => (
        <li key={id} className="inline">
          {index > 0 ? ", " : ""}
          <Link to="/contacts/$id" params={{ id }} className="link">
            {clipped(name, 80)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Addresses({ person: { numbers, emails } }: { person: Person }) {
  if (numbers.length + emails.length === 0) return null;
  return (
    <section aria-label="Numbers and e-mails" className="flex flex-col gap-2.5 text-sm">
      {numbers.map(({ label, number, shown, optedOut, isKnown, sharedWith }) => (
        <div key={number}>
          <p className="text-xs text-kumo-subtle first-letter:uppercase">{clipped(label, 40)}</p>
          <p className="tabular-nums">
            {isKnown ? (
              <Link to="/texts/$number" params={{ number }} className="hover:underline">
                {shown}
              </Link>
            ) : (
              shown
            )}
          </p>
          {optedOut ? <p className="text-xs text-kumo-danger">Opted out of texts</p> : null}
          <Shared people={sharedWith} />
        </div>
      ))}
      {emails.map(({ address, sharedWith }) => (
        <div key={address}>
          <p className="text-xs text-kumo-subtle">E-mail</p>
          <p className="wrap-anywhere">{clipped(address, 120)}</p>
          <Shared people={sharedWith} />
        </div>
      ))}
    </section>
  );
}

function Shared({ people }: { people: Person["others"] }) {
  if (people.length === 0) return null;
  return (
    <p className="text-xs text-kumo-warning">
      Shared with <Names people={people} />
    </p>
  );
}

function Drafts({ person: { drafts } }: { person: Person }) {
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Waiting for approval" className="flex flex-col gap-1.5">
      <h2 className="text-xs font-medium text-kumo-subtle">Waiting for approval</h2>
      <ul className="flex flex-col gap-2">
        {drafts.map(({ id, title, words, urgent, createdAt }) => (
          <li key={id}>
            <Link
              to="/approvals/$id"
              params={{ id }}
              className="block rounded-xl bg-kumo-warning-tint px-4 py-2.5 ring ring-kumo-warning/40 hover:ring-kumo-warning"
            >
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">
                  {urgent ? "Urgent: " : ""}
                  {clipped(title, 120)}
                </span>
                <span className="shrink-0 text-xs text-kumo-subtle">
                  <Time at={createdAt} />
                </span>
              </span>
              {words ? <span className="line-clamp-2 wrap-anywhere">{clipped(words, 400)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Notes and files that contain every word of their name. */
function Files({ person }: { person: Person }) {
  const { data } = useInfiniteQuery({
    ...searchQuery({ q: person.name, sources: "file" }),
    enabled: person.id !== null,
  });
  const page = data?.pages[0];
  const items = page?.matched === "all" ? page.items.slice(0, 6) : [];
  if (items.length === 0) return null;
  return (
    <section aria-label="Notes and files" className="flex flex-col gap-1.5">
      <h2 className="text-xs font-medium text-kumo-subtle">Notes and files</h2>
      <ul className="flex flex-col gap-0.5 text-sm">
        {items.map(({ id, title, snippet, url }) => (
          <li key={id}>
            <InsideLink
              href={url}
              className="touch -mx-2 flex items-start gap-2 rounded-lg px-2 py-1.5 hover:bg-kumo-tint"
            >
              <FileTextIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-kumo-subtle" />
              <span className="min-w-0">
                <span className="block truncate">{clipped(title, 120)}</span>
                <span className="line-clamp-2 text-xs text-kumo-subtle wrap-anywhere">
                  {clipped(snippet, 200)}
                </span>
              </span>
            </InsideLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For people who ask to have their data deleted. */
function Erase({ id, person }: { id: string; person: Person }) {
  const me = useMe();
  if (me.role !== "admin" || person.internal) return null;
  return (
    <ButtonLink to="/contacts/$id/erase" params={{ id }} size="sm" className="touch self-start">
      Erase for good…
    </ButtonLink>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id === undefined) return;
  void client.prefetchQuery(personQuery(id));
  void client.prefetchInfiniteQuery(timelineQuery(id, undefined));
}
