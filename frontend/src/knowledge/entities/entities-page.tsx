/** The directory: people, companies, properties, projects and topics that the team's records mention, by name. */
import { useEffect, useRef, useState, type RefObject } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { EntityLine } from "../../../../src/knowledge/api/entities.ts";
import { EntityMark } from "./mark.tsx";
import { TextBox } from "../../components/form.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { moveInRows, useRowKeys } from "../../components/keys/use-row-keys.ts";
import { entitiesQuery, TYPE_WORDS, TYPES, type EntityParams } from "./entity-words.ts";

const PAUSE_MS = 150;
const BOX = "[data-search=directory]";

export default function EntitiesPage() {
  const asked = useSearch({ from: "/inside/directory" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked.q ?? "");
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, () => document.querySelector<HTMLInputElement>(BOX));
  const set = (change: EntityParams): void =>
    void navigate({ to: "/directory", search: { ...asked, ...change }, replace: true });
  useEffect(() => {
    if (typed.trim() === (asked.q ?? "")) return;
    const timer = setTimeout(() => set({ q: typed.trim() || undefined }), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Page
      title="Directory"
      below={
        <div className="flex flex-col gap-2.5 px-4 pb-3">
          <TextBox
            type="search"
            aria-label="Search the directory"
            placeholder="Name, company, street, number, or e-mail"
            data-search="directory"
            maxLength={200}
            value={typed}
            onChange={setTyped}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" && event.key !== "Enter") return;
              event.preventDefault();
              moveInRows(list.current, 1);
            }}
            className="w-full max-w-md"
          />
          <div role="group" aria-label="Show" className="flex flex-wrap gap-2 text-sm">
            {TYPES.map(([type, words]) => (
              <button
                key={type}
                type="button"
                aria-pressed={asked.type === type}
                onClick={() => set({ type: asked.type === type ? undefined : type })}
                className="touch h-8 rounded-full px-3 ring ring-kumo-line hover:bg-kumo-tint aria-pressed:bg-kumo-info-tint aria-pressed:font-medium aria-pressed:ring-kumo-info"
              >
                {words}
              </button>
            ))}
          </div>
        </div>
      }
    >
      <Scroll>
        <Listed asked={asked} list={list} />
      </Scroll>
    </Page>
  );
}

function Listed({ asked, list }: { asked: EntityParams; list: RefObject<HTMLUListElement | null> }) {
  const query = useInfiniteQuery(entitiesQuery(asked));
  return (
    <PagedList query={query} rows={10} wide more="Show more" empty={<Nothing asked={asked} />}>
      {(items) => (
        <ul ref={list} aria-label="Found">
          {items.map((item) => (
            <Row key={item.id} item={item} showsType={asked.type === undefined} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Nothing({ asked: { q, type } }: { asked: EntityParams }) {
  const kind = TYPES.find(([one]) => one === type)?.[1].toLowerCase();
  if (q !== undefined)
    return (
      <Empty title={`${kind ? `No ${kind} match` : "Nothing matches"} “${clipped(q, 60)}”`}>
        Try part of a name, an address, or the last four digits of a number.
      </Empty>
    );
  return (
    <Empty title={kind ? `No ${kind} yet` : "Nothing here yet"}>
      People, companies, and places from your contacts, e-mails, documents, and tasks will appear here.
    </Empty>
  );
}

function Row({ item, showsType }: { item: EntityLine; showsType: boolean }) {
  const { id, name, type, detail } = item;
  return (
    <li>
      <Link
        to="/directory/$id"
        params={{ id }}
        data-row
        className="grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-kumo-hairline px-4 py-1.5 hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:-outline-offset-2"
      >
        <EntityMark entity={item} />
        <span className="min-w-0 leading-5">
          <span className="block truncate font-medium">
            <bdi>{clipped(name, 100)}</bdi>
          </span>
          {detail === "" ? null : (
            <span className="block truncate text-xs leading-4 text-kumo-subtle tabular-nums">
              {clipped(detail, 100)}
            </span>
          )}
        </span>
        {showsType ? <span className="text-xs text-kumo-subtle">{TYPE_WORDS[type]}</span> : null}
      </Link>
    </li>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(entitiesQuery({}));
}
