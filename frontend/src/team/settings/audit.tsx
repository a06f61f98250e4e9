/** The audit log: filters, old and new values, and a download. */
import { useState } from "react";
import { useInfiniteQuery, useMutation, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { ARCHIVED_MONTHS } from "../../../../src/team/api/retention.ts";
import {
  AUDIT_AREAS,
  auditAreaSchema,
  auditEndpoints,
  type AuditArea,
  type AuditRow,
} from "../../../../src/team/api/audit.ts";
import { type AuditChange } from "../../../../src/platform/api/audit-change.ts";
import { call } from "../../api/call.ts";
import { teamQuery } from "../../api/queries.ts";
import { Choice } from "../../components/form.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { saveFile } from "../save-file.ts";
import { itemsOf, pagedQuery } from "../../api/paged.ts";

const AREAS: readonly (readonly [AuditArea | "", string])[] = [
  ["", "Everything"],
  ...auditAreaSchema.options.map((area) => [area, AUDIT_AREAS[area]] as const),
];
const DAYS = [
  ["", "Any time"],
  ["1", "Last 24 hours"],
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
  ["365", "Last year"],
] as const;
const STEWARD = ["system:steward", "Steward"] as const;
const EXPORT_MAX = 5000;
const EXPORT_PAGE = 200;

export default function AuditSettings() {
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER);
  const { data: team } = useQuery(teamQuery);
  const query = useInfiniteQuery(auditQuery(filter));
  const people = [
    ["", "Anyone"] as const,
    ...(team?.items ?? []).map(({ id, name }) => [id, name] as const),
    STEWARD,
  ];
  return (
    <Section title="Audit log" lead={<Lead />}>
      <div className="flex flex-wrap items-center gap-2">
        <Choice
          label="What"
          value={filter.area}
          options={AREAS}
          onChange={(area) => setFilter({ ...filter, area })}
        />
        <Choice
          label="Who"
          value={filter.actor}
          options={people}
          onChange={(actor) => setFilter({ ...filter, actor })}
        />
        <Choice
          label="When"
          value={filter.days}
          options={DAYS}
          onChange={(days) => setFilter({ ...filter, days })}
        />
        <Export filter={filter} empty={itemsOf(query.data).length === 0} />
      </div>
      <PagedList query={query} more="Earlier" empty={<Nothing filter={filter} onAll={setFilter} />}>
        {(items) => (
          <Rows>
            {items.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </Rows>
        )}
      </PagedList>
    </Section>
  );
}

function Lead() {
  return (
    <>
      Who decided and changed what, newest first. After {count(ARCHIVED_MONTHS.audit, "month")}, entries move
      to{" "}
      <Link to="/settings/kept" className="link">
        your archive
      </Link>
      .
    </>
  );
}

function Nothing({ filter, onAll }: { filter: AuditFilter; onAll: (filter: AuditFilter) => void }) {
  if (filter.actor === "" && filter.area === "" && filter.days === "")
    return <p className="text-kumo-subtle">Nothing logged yet.</p>;
  return (
    <p className="flex flex-wrap items-center gap-2 text-kumo-subtle">
      Nothing matches these filters.
      <Button size="sm" className="touch" onClick={() => onAll(NO_FILTER)}>
        Clear filters
      </Button>
    </p>
  );
}

function Entry({ row }: { row: AuditRow }) {
  return (
    <RowItem>
      <span className="min-w-0 flex-1 basis-44 wrap-anywhere">
        {clipped(row.sentence, 1000)}
        {row.sentence.startsWith(row.actor.name) ? null : (
          <span className="block text-xs text-kumo-subtle">{row.actor.name}</span>
        )}
        {row.changes.length > 0 ? <Changes changes={row.changes} /> : null}
      </span>
      <span className="self-start text-xs text-kumo-subtle">
        <Time at={row.at} />
      </span>
    </RowItem>
  );
}

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <dl className="mt-1.5 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[minmax(8rem,max-content)_1fr]">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="contents">
          <dt className="text-kumo-subtle">{label}</dt>
          <dd>
            {from === null && to === null ? null : (
              <>
                <del className="text-kumo-subtle">{from ?? "not set"}</del> <span aria-hidden>→</span>{" "}
                <ins className="font-medium no-underline">{to ?? "not set"}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** All rows the filter finds, page by page, so that no response is large. */
async function exportRows(filter: AuditFilter): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(auditEndpoints.audit, {
      query: { ...auditOnly(filter), cursor, limit: EXPORT_PAGE },
    });
    rows.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < EXPORT_MAX);
  return rows;
}

function Export({ filter, empty }: { filter: AuditFilter; empty: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const [rows, { auditCsv }] = await Promise.all([exportRows(filter), import("./audit-csv.ts")]);
      saveFile(
        new Blob([auditCsv(rows)], { type: "text/csv;charset=utf-8" }),
        `audit-${new Date().toISOString().slice(0, 10)}.csv`,
      );
      return rows.length;
    },
    onSuccess: (amount) => {
      if (amount >= EXPORT_MAX)
        toasts.add({
          variant: "info",
          title: `Exported the newest ${amount} entries. Narrow the filters for older ones.`,
        });
    },
  });
  return (
    <Button className="touch sm:ml-auto" loading={isPending} disabled={empty} onClick={() => mutate()}>
      Export CSV
    </Button>
  );
}

/** The audit log's filters; an empty value is ignored. */
interface AuditFilter {
  readonly actor: string;
  readonly area: AuditArea | "";
  readonly days: string;
}

const NO_FILTER: AuditFilter = { actor: "", area: "", days: "" };

const DAY_MS = 24 * 3_600_000;

/** The filter in the server's format. */
function auditOnly({ actor, area, days }: AuditFilter) {
  return {
    ...(actor === "" ? {} : { actor }),
    ...(area === "" ? {} : { area }),
    ...(days === "" ? {} : { from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() }),
  };
}

/** A new filter keeps showing the previous result until its own arrives. */
function auditQuery(filter: AuditFilter) {
  return pagedQuery(
    ["audit", filter.actor, filter.area, filter.days],
    ({ cursor, signal }) =>
      call(auditEndpoints.audit, { signal, query: { ...auditOnly(filter), cursor, limit: 40 } }),
    { keepPrevious: true },
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(teamQuery);
  void client.prefetchInfiniteQuery(auditQuery(NO_FILTER));
}
