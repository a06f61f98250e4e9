/** What was read when: syncs of one or several sources, newest first, and what went wrong. */
import { useQuery } from "@tanstack/react-query";
import type { KnowledgeSync } from "../../../../src/knowledge/api/knowledge.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Section } from "../../components/settings/section.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { SHELF_WORDS, syncsQuery, THING_WORDS } from "./sources-query.ts";

const STATUS_WORDS: Readonly<Record<KnowledgeSync["status"], string>> = {
  running: "Reading",
  completed: "Completed",
  failed: "Failed; Steward will retry",
};

export function SyncHistory() {
  const query = useQuery(syncsQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={2} />;
  if (data.items.length === 0) return null;
  return (
    <Section title="History" lead="What was read in the last 30 days: on request, and in full once a day.">
      <ul className="flex flex-col gap-3">
        {data.items.map((sync) => (
          <li key={sync.id} className="sheet flex flex-col gap-1 p-4 text-sm">
            <p>
              <span className="font-medium">{STATUS_WORDS[sync.status]}</span>{" "}
              <span className="text-kumo-subtle">
                <Time at={sync.startedAt} />
                {sync.by === null ? "" : `, for ${sync.by}`}
              </span>
            </p>
            {sync.sources.map((run) => (
              <Run key={run.id} run={run} isAlone={sync.sources.length === 1} />
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Run({ run, isAlone }: { run: KnowledgeSync["sources"][number]; isAlone: boolean }) {
  const { service, kind, person, windowDays, status, items, problem } = run;
  const [one, many] = THING_WORDS[kind];
  return (
    <p className="wrap-anywhere">
      {service}: {SHELF_WORDS[kind]}
      {person === "" ? "" : ` of ${person}`}, {count(windowDays, "day")}
      {status === "running" ? "" : `, ${count(items, one, many)}`}
      {isAlone ? "" : ` (${STATUS_WORDS[status].toLowerCase()})`}
      {problem === null ? "" : `. ${problem}`}
    </p>
  );
}
