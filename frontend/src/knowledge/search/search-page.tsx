/** Search results: people first, then texts, calls, e-mails and files, best first, with matches highlighted. */
import { useEffect, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type * as z from "zod";
import { entityEndpoints } from "../../../../src/knowledge/api/entities.ts";
import { type SearchKind, type SearchResult } from "../../../../src/platform/api/search.ts";
import type { saidDaysSchema } from "../../../../src/knowledge/api/search.ts";
import { call } from "../../api/call.ts";
import { foundAccountsQuery, searchQuery } from "../../messaging/text-queries.ts";
import { EntityChips } from "../entities/chips.tsx";
import { TextBox } from "../../components/form.tsx";
import { InsideLink } from "../../components/inside-link.tsx";
import { Marked } from "../../components/marked.tsx";
import { MorePages } from "../../components/paged-list.tsx";
import { Notice } from "../../components/notice.tsx";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { Avatar } from "../../team/people/avatar.tsx";
import { usePeople } from "../../team/people/use-people.ts";
import { Time } from "../../components/time.tsx";
import { KIND_WORDS } from "../../components/words.ts";
import { dateWords } from "../../projects/task-words.ts";
import { DateBox } from "../../approvals/settings/policy-inputs.tsx";
import { itemsOf } from "../../api/paged.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const KINDS: readonly (readonly [SearchKind, string])[] = [
  ["sms", "Texts"],
  ["call", "Calls"],
  ["email", "E-mails"],
  ["file", "Files"],
  ["document", "Documents"],
  ["event", "Events"],
  ["project", "Projects"],
  ["task", "Tasks"],
  ["comment", "Comments"],
  ["issue", "Tasks elsewhere"],
  ["note", "Notes"],
  ["conversation", "Chats"],
  ["account", "Accounts"],
];
const PAUSE_MS = 150;
const MOST_ACCOUNTS = 3;

type Asked = Parameters<typeof searchQuery>[0];

export default function SearchPage() {
  const asked = useSearch({ from: "/inside/search" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked.q);
  const set = (change: Partial<Asked>): void =>
    void navigate({ to: "/search", search: { ...asked, ...change }, replace: true });

  useEffect(() => {
    if (typed === asked.q) return;
    const timer = setTimeout(() => set({ q: typed, days: undefined }), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <Page
      title="Search"
      tab={asked.q === "" ? "Search" : `Search: ${asked.q.slice(0, 60)}`}
      below={
        <div className="flex flex-col gap-2.5 px-4 pb-3">
          <TextBox
            type="search"
            autoFocus
            aria-label="Search everything"
            maxLength={400}
            value={typed}
            placeholder="A name, a unit, a number, a few words"
            onChange={setTyped}
            className="h-10 w-full text-base"
          />
          {isBlank(asked) ? null : <Filters asked={asked} onChange={set} />}
        </div>
      }
    >
      <Scroll>
        <div className="mx-auto w-full max-w-3xl p-4">
          {asked.q.trim() === "" ? (
            <Empty title="Search everything your team wrote">
              Try a few keywords: “boiler Birch”, “Okafor invoice”, “4B keys”.
            </Empty>
          ) : (
            <>
              <People words={asked.q} />
              <Directory words={asked.q.trim()} />
              {asked.sources === undefined ? (
                <Accounts words={asked.q.trim()} onAll={() => set({ sources: "account" })} />
              ) : null}
              <Results asked={asked} onEveryDay={() => set({ days: "0" })} />
            </>
          )}
        </div>
      </Scroll>
    </Page>
  );
}

/** Whether nothing is asked yet, so that there is nothing to filter. */
function isBlank({ q, sources, from, to }: Asked): boolean {
  return q.trim() === "" && sources === undefined && from === undefined && to === undefined;
}

function Filters({ asked, onChange }: { asked: Asked; onChange: (change: Partial<Asked>) => void }) {
  const day = (value: string): string | undefined => (value === "" ? undefined : value);
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      {/* One line on a phone, moved sideways. */}
      <div className="-mx-4 flex min-w-0 gap-2 px-4 py-0.5 max-sm:overflow-x-auto sm:contents">
        {KINDS.map(([kind, words]) => (
          <Chip
            key={kind}
            on={asked.sources === kind}
            onClick={() => onChange({ sources: asked.sources === kind ? undefined : kind })}
          >
            {words}
          </Chip>
        ))}
      </div>
      <span className="flex items-center gap-1.5 text-kumo-subtle">
        From{" "}
        <DateBox label="From" value={asked.from ?? ""} onChange={(from) => onChange({ from: day(from) })} />
      </span>
      <span className="flex items-center gap-1.5 text-kumo-subtle">
        to <DateBox label="To" value={asked.to ?? ""} onChange={(to) => onChange({ to: day(to) })} />
      </span>
    </div>
  );
}

/** People the words name, above all other results. */
function People({ words }: { words: string }) {
  const people = usePeople(words.trim());
  if (people.length === 0) return null;
  return (
    <section aria-label="People" className="flex flex-col gap-1.5 pb-4">
      <h2 className="px-1 text-xs font-medium text-kumo-subtle">People</h2>
      <ul className="flex flex-wrap gap-2">
        {people.map(({ key, name, detail, href }) => (
          <li key={key}>
            <InsideLink
              href={href}
              className="touch sheet flex items-center gap-2.5 px-3 py-2 hover:bg-kumo-tint"
            >
              <Avatar name={name} />
              <span>
                <span className="block leading-tight font-medium">{name}</span>
                <span className="block text-xs leading-tight text-kumo-subtle tabular-nums">{detail}</span>
              </span>
            </InsideLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Other directory entries they name: properties, companies, projects, topics. */
function Directory({ words }: { words: string }) {
  const { data } = useQuery({
    queryKey: ["entities", "named", words],
    queryFn: ({ signal }) => call(entityEndpoints.list, { signal, query: { q: words, limit: 12 } }),
    placeholderData: (before) => before,
  });
  const things = (data?.items ?? []).filter(({ type }) => type !== "person").slice(0, 6);
  if (things.length === 0) return null;
  return (
    <section aria-label="Directory" className="flex flex-col gap-1.5 pb-4">
      <h2 className="px-1 text-xs font-medium text-kumo-subtle">Directory</h2>
      <EntityChips entities={things} />
    </section>
  );
}

/** Accounts that the words name, or may mean. */
function Accounts({ words, onAll }: { words: string; onAll: () => void }) {
  const { items, isNear } = useFoundAccounts(words);
  if (items.length === 0) return null;
  return (
    <section aria-label="Accounts" className="flex flex-col gap-1.5 pb-4">
      <h2 className="flex items-baseline justify-between px-1 text-xs font-medium text-kumo-subtle">
        {isNear ? "Possible matches" : "Accounts"}
        {items.length > MOST_ACCOUNTS ? (
          <button type="button" className="touch link" onClick={onAll}>
            See all
          </button>
        ) : null}
      </h2>
      <ol className="sheet overflow-hidden">
        {items.slice(0, MOST_ACCOUNTS).map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ol>
    </section>
  );
}

/** `isNear`: found by meaning, or by some of the words. */
function useFoundAccounts(words: string) {
  const { data } = useInfiniteQuery(foundAccountsQuery(words));
  const [page] = data?.pages ?? [];
  return { items: page?.items ?? [], isNear: page?.matched === "some" || isByMeaning(page?.items) };
}

/** Found by meaning: there are no words to highlight. */
function isByMeaning([first]: readonly SearchResult[] = []): boolean {
  return first !== undefined && first.titleRanges.length + first.snippetRanges.length === 0;
}

function Results({ asked, onEveryDay }: { asked: Asked; onEveryDay: () => void }) {
  const isOfAccounts = asked.sources === "account";
  const query = useInfiniteQuery({
    ...searchQuery(isOfAccounts ? { ...asked, meaning: "1" } : asked),
    placeholderData: (before) => before,
  });
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  const [first] = data.pages;
  return (
    <div className="flex flex-col gap-3">
      {first?.said === undefined ? null : <SaidDays said={first.said} onEveryDay={onEveryDay} />}
      <Found asked={asked} items={itemsOf(data)} isSome={first?.matched === "some"} />
      <MorePages query={query} words="More results" />
    </div>
  );
}

function Found({ asked, items, isSome }: { asked: Asked; items: readonly SearchResult[]; isSome: boolean }) {
  const isOfAll = asked.sources === undefined;
  const { items: accounts } = useFoundAccounts(asked.q.trim());
  // Without a filter, accounts are above.
  const shown = isOfAll ? items.filter(({ source }) => source !== "account") : items;
  if (shown.length === 0)
    return isOfAll && accounts.length > 0 ? null : (
      <Empty title="No results">
        Try fewer or different words. You can import past texts under Settings → Texts.
      </Empty>
    );
  return (
    <>
      {isSome ? <Notice>Nothing matches all of these words. These results match some of them.</Notice> : null}
      <ol className="sheet overflow-hidden">
        {shown.map((item) => (
          <Row key={`${item.source} ${item.id}`} item={item} />
        ))}
      </ol>
    </>
  );
}

/** How a part of the words was understood, and how to turn that off. */
function SaidDays({ said, onEveryDay }: { said: z.infer<typeof saidDaysSchema>; onEveryDay: () => void }) {
  const days =
    said.from === said.to ? dateWords(said.from) : `${dateWords(said.from)} to ${dateWords(said.to)}`;
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-2 px-1 text-sm text-kumo-subtle">
      <span>
        “{said.words}”: only {days}.
      </span>
      <button type="button" className="touch link" onClick={onEveryDay}>
        Search every day
      </button>
    </p>
  );
}

function Row({ item }: { item: SearchResult }) {
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      <Link
        to={item.url}
        className="flex flex-col gap-0.5 px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">
            <Marked text={item.title} ranges={item.titleRanges} />
          </span>
          <span className="shrink-0 text-xs text-kumo-subtle">
            {KIND_WORDS[item.source]} · <Time at={item.at} />
          </span>
        </span>
        <span className="line-clamp-3 wrap-anywhere">
          {item.meta["direction"] === "outgoing" ? <span className="text-kumo-subtle">Sent: </span> : null}
          <Marked text={item.snippet} ranges={item.snippetRanges} />
        </span>
      </Link>
    </li>
  );
}

function Chip({ on, onClick, children }: { on: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className="touch h-8 shrink-0 rounded-full px-3 whitespace-nowrap ring ring-kumo-line hover:bg-kumo-tint aria-pressed:bg-kumo-info-tint aria-pressed:font-medium aria-pressed:ring-kumo-info"
    >
      {children}
    </button>
  );
}
