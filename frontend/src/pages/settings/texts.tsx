/** Texts: how far the phone system's past has been read, and how much search knows. */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { searchEndpoints, textEndpoints, type Backfill } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { backfillsQuery, searchStatusQuery } from "../../api/text-queries.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { count, KIND_WORDS } from "../../components/words.ts";
import { RowItem, Rows, Section } from "./section.tsx";

export default function TextSettings() {
  const { data, error, isPending, refetch } = useQuery(backfillsQuery);
  return (
    <>
      <Section
        title="Old texts and calls"
        lead="Steward reads what is in the phone system, so that search and the agent know it. It starts nothing by itself, sends nothing, and goes on by itself after an interruption."
      >
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {isPending ? <ListSkeleton /> : null}
        {data?.items.length === 0 ? (
          <Empty title="No phone system is connected yet.">The README says how to connect one.</Empty>
        ) : null}
        {data && data.items.length > 0 ? (
          <Rows>
            {data.items.map((item) => (
              <Past key={item.connectionId} item={item} />
            ))}
          </Rows>
        ) : null}
      </Section>
      <SearchIndex />
      <Section title="What starts a run">
        <p>
          Which lines start runs, how long texts are gathered and which words are urgent stands in the{" "}
          <Link to="/settings/policy" className="text-kumo-link underline underline-offset-2">
            policy
          </Link>
          .
        </p>
      </Section>
    </>
  );
}

const STATE_WORDS: Readonly<Record<Backfill["state"], string>> = {
  never: "Not read yet",
  running: "Reading…",
  stopped: "Stopped",
  done: "Read",
};

function Past({ item }: { item: Backfill }) {
  const client = useQueryClient();
  const admin = useMe().role === "admin";
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  async function change(endpoint: typeof textEndpoints.startBackfill): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await call(endpoint, { params: { id: item.connectionId } });
      await client.invalidateQueries(backfillsQuery);
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  }

  const button = { never: "Read old texts", stopped: "Go on", done: "Read again", running: "Stop" }[
    item.state
  ];
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{item.label}</p>
        <p className="text-sm text-kumo-subtle">
          {item.lines.map((line) => `${line.label} ${line.shown}`).join(" · ")}
        </p>
        <p role="status" className="text-sm">
          {STATE_WORDS[item.state]}
          {item.state === "never"
            ? ""
            : `: ${count(item.conversations, "conversation")}, ${count(item.texts, "text")}, ${item.added.toLocaleString("en-US")} of them new`}
          {item.updatedAt ? (
            <span className="text-kumo-subtle">
              {" "}
              · <Time at={item.updatedAt} />
              {item.startedByName ? `, started by ${item.startedByName}` : ""}
            </span>
          ) : null}
        </p>
        {item.problem ? (
          <div className="pt-1.5">
            <Notice tone="warning">{item.problem} It is tried again by itself.</Notice>
          </div>
        ) : null}
        {problem === null ? null : <ErrorNotice error={problem} />}
      </div>
      {admin ? (
        <Button
          className="touch"
          loading={busy}
          onClick={() =>
            void change(item.state === "running" ? textEndpoints.stopBackfill : textEndpoints.startBackfill)
          }
        >
          {button}
        </Button>
      ) : null}
    </RowItem>
  );
}

function kindWords(source: string): string {
  return (KIND_WORDS as Readonly<Record<string, string>>)[source]?.toLowerCase() ?? source;
}

function SearchIndex() {
  const client = useQueryClient();
  const admin = useMe().role === "admin";
  const { data, error, refetch } = useQuery(searchStatusQuery);
  const [problem, setProblem] = useState<unknown>(null);

  async function rebuild(): Promise<void> {
    setProblem(null);
    try {
      client.setQueryData(searchStatusQuery.queryKey, await call(searchEndpoints.rebuild, {}));
    } catch (failure) {
      setProblem(failure);
    }
  }

  return (
    <Section
      title="Search"
      lead="What search knows is made from the records, and can be made anew at any time."
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {problem === null ? null : <ErrorNotice error={problem} />}
      {data ? (
        <Rows>
          <RowItem>
            <p role="status" className="min-w-0 flex-1 basis-56">
              {data.items === 0
                ? "Nothing is known yet."
                : `Known: ${Object.entries(data.bySource)
                    .map(([source, amount]) => count(amount, kindWords(source)))
                    .join(", ")}.`}
              {data.rebuild ? (
                <span className="block text-sm text-kumo-subtle">
                  Being made anew: {data.rebuild.done} so far. {data.rebuild.problem ?? ""}
                </span>
              ) : null}
            </p>
            {admin ? (
              <Button className="touch" disabled={data.rebuild !== null} onClick={() => void rebuild()}>
                Make it anew
              </Button>
            ) : null}
          </RowItem>
        </Rows>
      ) : null}
    </Section>
  );
}
