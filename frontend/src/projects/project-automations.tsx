/** Rules of a project: when something happens to a task, something is done to it. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { Switch } from "@cloudflare/kumo/components/switch";
import { automationsEndpoints, type Automation } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { automationsQuery, projectQuery } from "./project-queries.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { Column } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { count } from "../components/words.ts";
import { AutomationForm } from "./automation-form.tsx";
import { plainConditions, ruleSentence, type RuleNames } from "./automation-words.ts";
import { renewProjects, useRemove } from "./use-record.ts";
import { useTags, useTeam } from "./use-team.ts";
import { RecordList, RecordDialog, type OpenRecord } from "../components/record-list.tsx";

const NO_PHASES: readonly never[] = [];

export default function ProjectAutomations() {
  const id = useParams({ strict: false }).id ?? "";
  const { data: project } = useQuery(projectQuery(id));
  const { nameOf } = useTeam();
  const tags = useTags();
  const names: RuleNames = { nameOf, tags, phases: project?.phases ?? NO_PHASES };
  const [open, setOpen] = useState<OpenRecord<Automation>>(null);
  return (
    <Column gap="gap-4">
      <RecordList
        query={useQuery(automationsQuery(id))}
        add="New automation"
        onAdd={() => setOpen("new")}
        emptyTitle="No automations yet"
        empty="Let routine steps happen automatically, such as notifying someone when a task is blocked."
      >
        {(rules) => (
          <ul className="sheet">
            {rules.map((rule) => (
              <Line key={rule.id} rule={rule} names={names} onEdit={() => setOpen(rule)} />
            ))}
          </ul>
        )}
      </RecordList>
      <RecordDialog open={open} noun="automation" onClose={() => setOpen(null)}>
        {(rule) => <AutomationForm projectId={id} rule={rule} names={names} onClose={() => setOpen(null)} />}
      </RecordDialog>
    </Column>
  );
}

function Line({ rule, names, onEdit }: { rule: Automation; names: RuleNames; onEdit: () => void }) {
  const client = useQueryClient();
  const remove = useRemove(automationsEndpoints.remove, "Automation removed.");
  const toggle = useMutation({
    mutationFn: (enabled: boolean) =>
      call(automationsEndpoints.update, {
        params: { id: rule.id },
        body: { enabled, version: rule.version },
      }),
    onSettled: () => renewProjects(client),
  });
  const { name, enabled, runs, lastRunAt, problem } = rule;
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <span className="pt-0.5">
        <Switch
          aria-label={`${clipped(name, 60)} is on`}
          checked={toggle.isPending ? !enabled : enabled}
          onCheckedChange={(now) => toggle.mutate(now)}
        />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{clipped(name, 120)}</p>
        <p className="text-sm wrap-anywhere">{ruleSentence(rule, names)}</p>
        <p className="text-xs text-kumo-subtle">
          {rule.projectId === null ? "All projects · " : ""}
          {lastRunAt === null ? (
            "Never ran"
          ) : (
            <>
              Ran {count(runs, "time")}, last <Time at={lastRunAt} />
            </>
          )}
        </p>
        {problem === null ? null : (
          <p className="text-sm text-kumo-danger">The last run didn’t work: {clipped(problem, 200)}</p>
        )}
      </div>
      <MoreMenu label={`Actions for ${clipped(name, 60)}`} size="sm">
        {plainConditions(rule.conditions) === null ? null : (
          <DropdownMenu.Item onClick={onEdit}>Edit…</DropdownMenu.Item>
        )}
        <DropdownMenu.Item variant="danger" onClick={() => remove.mutate(rule)}>
          Remove
        </DropdownMenu.Item>
      </MoreMenu>
    </li>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(automationsQuery(id));
}
