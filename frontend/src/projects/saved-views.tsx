/** Kept views of a project's tasks: what one filters, sorts and groups by, under a name; for oneself or for the team. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import {
  projectViewsEndpoints,
  type ProjectView,
  type ViewSettings,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { viewsQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { TextBox, Tick } from "../components/form.tsx";
import { useMe } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { taskParams, type TaskParams } from "./project-params.ts";
import { offerUndo } from "./use-task-acts.ts";

const FILTERS = ["q", "status", "priority", "who", "tag", "phase", "due"] as const;

/** The parts of an address that a view saves. */
export function settingsOf(params: TaskParams, layout: ViewSettings["layout"]): ViewSettings {
  return {
    layout,
    filter: Object.fromEntries(
      FILTERS.flatMap((key) => (params[key] === undefined ? [] : [[key, params[key]]])),
    ),
    sort: params.sort === undefined ? null : `${params.sort}${params.down === true ? " desc" : ""}`,
    group: params.group ?? null,
    columns: [],
  };
}

/** The address of a kept view. */
export function paramsOf({ filter, sort, group }: ViewSettings): TaskParams {
  const [by, down] = sort?.split(" ") ?? [];
  return taskParams({ ...filter, sort: by, down: down === "desc", group });
}

const isSame = (left: ViewSettings, right: ViewSettings): boolean =>
  JSON.stringify(settingsOf(paramsOf(left), left.layout)) === JSON.stringify(right);

interface Props {
  readonly projectId: string;
  readonly layout: ViewSettings["layout"];
  readonly params: TaskParams;
}

const isPlain = ({ filter, sort, group }: ViewSettings): boolean =>
  Object.keys(filter).length === 0 && sort === null && group === null;

export function SavedViews({ projectId, layout, params }: Props) {
  const { data = [] } = useQuery(viewsQuery(projectId));
  const [naming, setNaming] = useState(false);
  const now = settingsOf(params, layout);
  const shown = data.find(({ settings }) => isSame(settings, now)) ?? null;
  if (data.length === 0 && isPlain(now)) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenu.Trigger
          render={
            <Button size="sm" className="touch max-w-48">
              <span className="truncate">{shown === null ? "Views" : clipped(shown.name, 40)}</span>
            </Button>
          }
        />
        <DropdownMenu.Content align="end">
          {data.map((view) => (
            <DropdownMenu.Item
              key={view.id}
              render={
                <Link to="/projects/$id/list" params={{ id: projectId }} search={paramsOf(view.settings)}>
                  <span className="flex w-full items-baseline justify-between gap-4">
                    {clipped(view.name, 60)}
                    <span className="text-xs text-kumo-subtle">{view.shared ? "Team" : "Only you"}</span>
                  </span>
                </Link>
              }
            />
          ))}
          {shown === null && !isPlain(now) ? (
            <DropdownMenu.Item onClick={() => setNaming(true)}>Save this view…</DropdownMenu.Item>
          ) : null}
          {shown === null ? null : <RemoveItem projectId={projectId} view={shown} />}
        </DropdownMenu.Content>
      </DropdownMenu>
      <Modal open={naming} title="Save this view" onClose={() => setNaming(false)}>
        <NameView projectId={projectId} settings={now} onClose={() => setNaming(false)} />
      </Modal>
    </>
  );
}

/** Only one's own views. */
function RemoveItem({ projectId, view }: { projectId: string; view: ProjectView }) {
  const me = useMe();
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () =>
      call(projectViewsEndpoints.remove, { params: { id: view.id }, query: { version: view.version } }),
    onSuccess: ({ changeId }) => offerUndo(client, "View removed.", [changeId]),
    onSettled: () => client.invalidateQueries(viewsQuery(projectId)),
  });
  if (view.ownerId !== me.user.id) return null;
  return (
    <DropdownMenu.Item variant="danger" onClick={() => removing.mutate()}>
      Remove “{clipped(view.name, 40)}”
    </DropdownMenu.Item>
  );
}

function NameView({
  projectId,
  settings,
  onClose,
}: {
  projectId: string;
  settings: ViewSettings;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [id] = useState(newId);
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      call(projectViewsEndpoints.create, { body: { id, projectId, name: name.trim(), shared, settings } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      await client.invalidateQueries(viewsQuery(projectId));
      onClose();
    },
  });
  return (
    <DialogForm
      job={saving}
      ready={name.trim() !== ""}
      onCancel={onClose}
      act="Save"
      onSubmit={() => saving.mutate()}
    >
      <TextBox label="Name" autoFocus value={name} maxLength={60} onChange={setName} className="w-full" />
      <Tick label="Show it to the whole team" checked={shared} onChange={setShared} />
    </DialogForm>
  );
}
