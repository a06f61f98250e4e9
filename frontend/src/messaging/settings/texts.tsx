/** Texts: how far the phone system's past has been read. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { textEndpoints, type Backfill } from "../../../../src/messaging/api/texts.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { backfillsQuery } from "../text-queries.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function TextSettings() {
  const query = useQuery(backfillsQuery);
  const { data } = query;
  return (
    <>
      <Section
        title="Past texts and calls"
        lead="Import what’s in your phone system so that Steward and search know it. Importing sends nothing, starts nothing, and picks up where it left off."
      >
        {data === undefined ? <NotLoaded query={query} /> : null}
        {data?.items.length === 0 ? (
          <Empty title="No phone system connected yet">
            An admin can connect one under Settings → Connections.
          </Empty>
        ) : null}
        {data && data.items.length > 0 ? (
          <Rows>
            {data.items.map((item) => (
              <Past key={item.connectionId} item={item} />
            ))}
          </Rows>
        ) : null}
      </Section>
      <Section title="Incoming texts">
        <p>
          Which lines Steward responds to, how it groups texts, and which words are urgent are set in{" "}
          <Link to="/settings/policy" className="link">
            Policy
          </Link>
          .
        </p>
      </Section>
    </>
  );
}

const STATE_WORDS: Readonly<Record<Backfill["state"], string>> = {
  never: "Not imported yet",
  running: "Importing…",
  stopped: "Stopped",
  done: "Imported",
};
const BUTTONS: Readonly<Record<Backfill["state"], string>> = {
  never: "Import",
  running: "Stop",
  stopped: "Continue",
  done: "Import again",
};

function Past({ item }: { item: Backfill }) {
  const client = useQueryClient();
  const admin = useIsAdmin();
  const changing = useMutation({
    mutationFn: () => {
      const endpoint = item.state === "running" ? textEndpoints.stopBackfill : textEndpoints.startBackfill;
      return call(endpoint, { params: { id: item.connectionId } });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: () => client.invalidateQueries(backfillsQuery),
  });
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{item.label}</p>
        <p className="text-sm text-kumo-subtle">
          {item.lines.map((line) => `${line.label} ${line.shown}`).join(" · ")}
        </p>
        <Progress item={item} />
        {item.problem ? (
          <div className="pt-1.5">
            <Notice tone="warning">{item.problem} Retrying automatically.</Notice>
          </div>
        ) : null}
        {changing.error ? <ErrorNotice error={changing.error} /> : null}
      </div>
      {admin ? (
        <Button className="touch" loading={changing.isPending} onClick={() => changing.mutate()}>
          {BUTTONS[item.state]}
        </Button>
      ) : null}
    </RowItem>
  );
}

function Progress({ item }: { item: Backfill }) {
  const amounts = `${count(item.conversations, "conversation")}, ${count(item.texts, "text")} (${item.added.toLocaleString("en-US")} new)`;
  return (
    <p role="status" className="text-sm">
      {STATE_WORDS[item.state]}
      {item.state === "never" ? "" : `: ${amounts}`}
      {item.updatedAt ? (
        <span className="text-kumo-subtle">
          {" "}
          · <Time at={item.updatedAt} />
          {item.startedByName ? `, started by ${item.startedByName}` : ""}
        </span>
      ) : null}
    </p>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(backfillsQuery);
}
