/** How much search covers, and rebuilding its index. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { searchEndpoints } from "../../../../src/knowledge/api/search.ts";
import { type SearchStatus } from "../../../../src/platform/api/search.ts";
import { call } from "../../api/call.ts";
import { searchStatusQuery } from "../../messaging/text-queries.ts";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { count, KIND_WORDS } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

function kindWords(source: string): string {
  return (KIND_WORDS as Readonly<Record<string, string>>)[source]?.toLowerCase() ?? source;
}

export default function SearchIndexSettings() {
  const client = useQueryClient();
  const admin = useIsAdmin();
  const query = useQuery(searchStatusQuery);
  const { data } = query;
  const rebuilding = useMutation({
    mutationFn: () => call(searchEndpoints.rebuild, {}),
    onSuccess: (status) => client.setQueryData(searchStatusQuery.queryKey, status),
  });
  return (
    <Section
      title="Search index"
      lead="The index is built from your records and compared with them every night. You can rebuild it anytime; search keeps working meanwhile."
    >
      {data === undefined ? (
        <NotLoaded query={query} rows={1} />
      ) : (
        <Rows>
          <RowItem>
            <Covered status={data} />
            {admin ? (
              <Button
                className="touch"
                disabled={data.rebuild !== null}
                loading={rebuilding.isPending}
                onClick={() => rebuilding.mutate()}
              >
                Rebuild index
              </Button>
            ) : null}
          </RowItem>
        </Rows>
      )}
    </Section>
  );
}

const MEANING_OFF = {
  turned_off:
    "Search by meaning is off: the operator of this deployment turned it off (MEANING = “off”). Search matches words only.",
  no_model: "Search by meaning is off: this deployment has no embedding model. Search matches words only.",
} as const;

function Covered({ status }: { status: SearchStatus }) {
  const { items, bySource, rebuild, check, meaningOff } = status;
  const kinds = Object.entries(bySource).map(([source, amount]) => count(amount, kindWords(source)));
  return (
    <p role="status" className="min-w-0 flex-1 basis-56">
      {items === 0 ? "Nothing is indexed yet." : `Indexed: ${kinds.join(", ")}.`}
      {meaningOff ? <span className="block text-sm text-kumo-subtle">{MEANING_OFF[meaningOff]}</span> : null}
      {check ? <Checked check={check} /> : null}
      {rebuild ? (
        <span className="block text-sm text-kumo-subtle">
          Rebuilding: {rebuild.done.toLocaleString("en-US")} so far. {rebuild.problem ?? ""}
        </span>
      ) : null}
    </p>
  );
}

function Checked({ check }: { check: NonNullable<SearchStatus["check"]> }) {
  const { at, isWhole, looked, missing, outdated, orphaned, vectors } = check;
  const repaired = [
    missing > 0 ? `${count(missing, "missing item")} added` : "",
    outdated > 0 ? `${count(outdated, "outdated item")} updated` : "",
    orphaned > 0 ? `${count(orphaned, "deleted item")} removed` : "",
    vectors > 0 ? `${count(vectors, "vector")} repaired` : "",
  ].filter((part) => part !== "");
  const found = repaired.length === 0 ? "Everything matched." : `Repaired: ${repaired.join(", ")}.`;
  return (
    <span className="block text-sm text-kumo-subtle">
      Compared with your records <Time at={at} />. {found}
      {isWhole ? "" : ` ${looked.toLocaleString("en-US")} entries so far; the rest follows tonight.`}
    </span>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(searchStatusQuery);
}
