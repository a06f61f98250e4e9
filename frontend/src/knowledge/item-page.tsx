/** One item of a connected service as last read: facts, text, and a link to the original. */
import { Suspense, useRef } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { LinkButton } from "@cloudflare/kumo/components/button";
import { knowledgeEndpoints, type KnowledgeItemPage } from "../../../src/knowledge/api/knowledge.ts";
import { call } from "../api/call.ts";
import { EntityChips } from "./entities/chips.tsx";
import { ModelSummary } from "../components/model-summary.tsx";
import { Notice } from "../components/notice.tsx";
import { useShownPassage } from "./passage/use-passage.ts";
import { Column, Page } from "../components/page.tsx";
import { Bar } from "../components/skeleton.tsx";
import { Time } from "../components/time.tsx";
import { KIND_WORDS } from "../components/words.ts";
import { NotLoaded } from "../components/not-loaded.tsx";
import { Markdown } from "../components/lazy-markdown.ts";

const itemQuery = (id: string) =>
  queryOptions({
    queryKey: ["knowledge", "item", id],
    queryFn: ({ signal }) => call(knowledgeEndpoints.item, { params: { id }, signal }),
  });

export default function KnowledgeItemPageView() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(itemQuery(id));
  const { data } = query;
  return (
    <Page
      title="Source"
      tab={data?.title ?? "Source"}
      back="/search"
      head={
        <h1 className="truncate text-base font-semibold">
          <bdi>{data?.title ?? "Source"}</bdi>
        </h1>
      }
      actions={
        data === undefined || data.link === "" ? null : (
          <LinkButton className="touch" href={data.link} target="_blank" rel="noopener noreferrer nofollow">
            Open in {data.service}
          </LinkButton>
        )
      }
    >
      <Column gap="gap-4">
        {data ? (
          <Item item={data} />
        ) : (
          <NotLoaded query={query} skeleton={<Bar className="h-64 w-full rounded-xl" />} />
        )}
      </Column>
    </Page>
  );
}

function Item({ item }: { item: KnowledgeItemPage }) {
  const { kind, service, sourceId, at, readAt, people, facts, note, summary, text, isCut, entities } = item;
  const words = useRef<HTMLElement>(null);
  useShownPassage(words);
  return (
    <>
      <p className="text-sm text-kumo-subtle">
        {KIND_WORDS[kind]} of{" "}
        <Link to="/sources/$id" params={{ id: sourceId }} className="link">
          {service === "" ? "a source" : service}
        </Link>{" "}
        · {kind === "event" ? "begins" : "changed"} <Time at={at} /> · read <Time at={readAt} />
      </p>
      {people.length === 0 && facts.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm wrap-anywhere">
          {[
            ...(people.length === 0 || kind === "event" ? [] : [["People", people.join(", ")] as const]),
            ...facts,
          ].map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-kumo-subtle">{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <EntityChips entities={entities} />
      {note === null ? null : <Notice>{note}</Notice>}
      {summary === null ? null : <ModelSummary text={summary} />}
      {text === "" ? null : (
        <article ref={words} className="sheet p-4 wrap-anywhere sm:p-6">
          <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
            <Markdown text={text} />
          </Suspense>
        </article>
      )}
      {isCut ? <Notice>There’s more. Open it in {service} to read the rest.</Notice> : null}
    </>
  );
}
