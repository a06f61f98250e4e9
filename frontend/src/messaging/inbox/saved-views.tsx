/** Personal saved filters beside the standard lists. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { savedViewEndpoints, type SavedView } from "../../../../src/messaging/api/thread-views.ts";
import { type PhoneLine } from "../../../../src/messaging/api/threads.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { teamQuery } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import { savedViewsQuery } from "../text-queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextBox } from "../../components/form.tsx";
import { PlusIcon, XIcon } from "../../components/icons.ts";
import { CHANNEL_WORDS, VIEW_WORDS, type ThreadFilter } from "./thread-lists.ts";

const NAME_CHARS = 40;

interface Props {
  readonly filter: ThreadFilter;
  readonly lines: readonly PhoneLine[];
}

/** The saved view that is shown; null if none matches. */
export function useShownView(filter: ThreadFilter): SavedView | null {
  const { data = [] } = useQuery(savedViewsQuery);
  return data.find((one) => isSame(one, filter)) ?? null;
}

/** Its links, and what saves or removes the one that is shown. */
export function SavedViews({ filter, lines }: Props) {
  const { data: views = [] } = useQuery(savedViewsQuery);
  const [naming, setNaming] = useState(false);
  const shown = useShownView(filter);
  const isPlain = [filter.line, filter.channel, filter.assignee].every((one) => one === undefined);
  return (
    <>
      {views.map((one) => (
        <Link
          key={one.id}
          to="/texts"
          search={searchOf(one)}
          aria-current={one === shown ? "true" : undefined}
          className={`touch inline-flex shrink-0 items-center rounded-full border border-kumo-line px-2 py-1 text-sm ${one === shown ? "bg-kumo-info-tint font-medium text-kumo-link" : "text-kumo-subtle hover:bg-kumo-tint"}`}
        >
          {one.name}
        </Link>
      ))}
      {shown !== null ? <Remove view={shown} /> : null}
      {shown === null && !isPlain ? (
        <Button
          size="sm"
          variant="ghost"
          className="touch shrink-0"
          icon={PlusIcon}
          onClick={() => setNaming(true)}
        >
          Save view
        </Button>
      ) : null}
      <Modal open={naming} title="Save this view" onClose={() => setNaming(false)}>
        <NameView filter={filter} lines={lines} onClose={() => setNaming(false)} />
      </Modal>
    </>
  );
}

function NameView({ filter, lines, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient();
  const { data: team } = useQuery(teamQuery);
  const [id] = useState(newId);
  const [written, setWritten] = useState<string | null>(null);
  const assignee = team?.items.find((one) => one.id === filter.assignee)?.name;
  const name = written ?? suggested(filter, lines, assignee);
  const saving = useMutation({
    mutationFn: () =>
      call(savedViewEndpoints.put, {
        params: { id },
        body: {
          name: name.trim(),
          view: filter.view,
          line: filter.line ?? null,
          channel: filter.channel ?? null,
          assigneeId: filter.assignee ?? null,
        },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      await client.invalidateQueries(savedViewsQuery);
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
      <TextBox label="Name" value={name} maxLength={NAME_CHARS} onChange={setWritten} />
      <p className="text-xs text-kumo-subtle">Only you see your saved views.</p>
    </DialogForm>
  );
}

function Remove({ view }: { view: SavedView }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const removing = useMutation({
    mutationFn: () => call(savedViewEndpoints.remove, { params: { id: view.id } }),
    onSuccess: async () => {
      await client.invalidateQueries(savedViewsQuery);
      await navigate({ to: "/texts", search: {} });
    },
  });
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        shape="square"
        className="touch shrink-0"
        icon={XIcon}
        aria-label={`Remove the view ${view.name}`}
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        title="Remove this view?"
        act="Remove"
        busy={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={() => setAsking(false)}
      >
        “{view.name}” will be gone from your lists. The threads stay.
      </Confirm>
    </>
  );
}

/** The address of a saved view. */
function searchOf({ view, line, channel, assigneeId }: SavedView) {
  return {
    view: view === "open" ? undefined : view,
    on: line ?? undefined,
    channel: channel ?? undefined,
    of: assigneeId ?? undefined,
  };
}

function isSame({ view, line, channel, assigneeId }: SavedView, filter: ThreadFilter): boolean {
  return (
    view === filter.view &&
    line === (filter.line ?? null) &&
    channel === (filter.channel ?? null) &&
    assigneeId === (filter.assignee ?? null)
  );
}

/** `Open, Shared line`, `Priya Raman`. */
function suggested(
  { view, line, channel }: ThreadFilter,
  lines: readonly PhoneLine[],
  assignee: string | undefined,
): string {
  const label = lines.find(({ number }) => number === line)?.label;
  const only = label ?? (channel === undefined ? undefined : CHANNEL_WORDS[channel]);
  return [assignee ?? VIEW_WORDS[view], ...(only === undefined ? [] : [only])]
    .join(", ")
    .slice(0, NAME_CHARS);
}
