/** Everything found for some words: texts, calls, e-mails and files, best first, with what was found marked. */
import { useEffect, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { SearchKind, SearchResult } from "../../../../src/protocol/index.ts";
import { searchQuery } from "../../api/text-queries.ts";
import { MagnifyingGlassIcon } from "../../components/icons.ts";
import { Marked } from "../../components/marked.tsx";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { KIND_WORDS } from "../../components/words.ts";

const KINDS: readonly (readonly [SearchKind, string])[] = [
  ["sms", "Texts"],
  ["call", "Calls"],
  ["email", "E-mails"],
  ["file", "Files"],
];
const PAUSE_MS = 200;

export default function SearchPage() {
  const asked = useSearch({ from: "/inside/search" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked.q);
  usePageTitle(asked.q === "" ? "Search" : `Search: ${asked.q.slice(0, 60)}`);
  const set = (change: Partial<typeof asked>): void =>
    void navigate({ to: "/search", search: { ...asked, ...change }, replace: true });

  useEffect(() => {
    if (typed === asked.q) return;
    const timer = setTimeout(() => set({ q: typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <section aria-label="Search" className="flex min-h-0 w-full flex-col">
      <PageHead
        back="/more"
        title={<h1 className="text-base font-semibold">Search</h1>}
        below={
          <div className="flex flex-col gap-2 px-4 pb-3">
            <label className="flex items-center gap-2 rounded-lg bg-kumo-control px-3 ring ring-kumo-line focus-within:outline-2 focus-within:outline-kumo-brand">
              <MagnifyingGlassIcon aria-hidden className="size-4.5 shrink-0 text-kumo-subtle" />
              <span className="sr-only">What to look for</span>
              <input
                type="search"
                autoFocus
                maxLength={400}
                value={typed}
                placeholder="Words, a name, a unit, a number"
                onChange={(event) => setTyped(event.target.value)}
                className="h-11 w-full bg-transparent text-base outline-none"
              />
            </label>
            <div className="flex flex-wrap items-center gap-2 text-sm">
              {KINDS.map(([kind, words]) => (
                <Chip
                  key={kind}
                  on={asked.sources === kind}
                  onClick={() => set({ sources: asked.sources === kind ? undefined : kind })}
                >
                  {words}
                </Chip>
              ))}
              <Day label="From" value={asked.from} onChange={(from) => set({ from })} />
              <Day label="To" value={asked.to} onChange={(to) => set({ to })} />
            </div>
          </div>
        }
      />
      <Scroll>
        <div className="mx-auto w-full max-w-3xl p-4">
          {asked.q.trim() === "" ? (
            <Empty title="Find anything that was ever written here.">
              A few telling words are enough: “boiler Birch”, “Okafor invoice”, “4B keys”.
            </Empty>
          ) : (
            <Results asked={asked} />
          )}
        </div>
      </Scroll>
    </section>
  );
}

function Results({ asked }: { asked: Parameters<typeof searchQuery>[0] }) {
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery({
    ...searchQuery(asked),
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <ListSkeleton />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <Empty title="Nothing was found.">
        Try fewer words, or another form of them. Old texts can be read from the phone system under Settings,
        Texts.
      </Empty>
    );
  return (
    <div className="flex flex-col gap-3">
      {data.pages[0]?.matched === "some" ? (
        <Notice>Nothing holds all of these words. These hold some of them.</Notice>
      ) : null}
      <ol className="overflow-hidden rounded-xl border border-kumo-line bg-kumo-base">
        {items.map((item) => (
          <Row key={`${item.source} ${item.id}`} item={item} />
        ))}
      </ol>
      <MorePages query={pages} words="More" />
    </div>
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
      className="touch h-8 rounded-full px-3 ring ring-kumo-line hover:bg-kumo-tint aria-pressed:bg-kumo-info-tint aria-pressed:font-medium aria-pressed:ring-kumo-info"
    >
      {children}
    </button>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <label className="flex items-center gap-1.5 text-kumo-subtle">
      {label}
      <input
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
        className="touch h-8 rounded-md bg-kumo-control px-2 text-kumo-default ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
      />
    </label>
  );
}
