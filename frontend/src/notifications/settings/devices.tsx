/** Every device of the team that gets notifications: renamed, paused, removed. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import {
  notificationEndpoints,
  type PushSubscriptionView,
} from "../../../../src/notifications/api/notifications.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { devicesQuery } from "../../api/queries.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { Confirm } from "../../components/confirm.tsx";
import { useMe } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { THIS_DEVICE, unsubscribeDevice } from "./push-device.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { RenameForm } from "../../components/rename-form.tsx";

type Listed = z.output<typeof notificationEndpoints.subscriptions.output>;

interface Change {
  readonly id: string;
  readonly body: { device?: string; paused?: boolean };
}

function useDeviceActions(onRemoved: () => void) {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ id, body }: Change) =>
      call(notificationEndpoints.updateSubscription, { params: { id }, body }),
    ...optimistic(client, devicesQuery.queryKey, (listed: Listed, { id, body }: Change) => ({
      ...listed,
      items: listed.items.map((item) => (item.id === id ? { ...item, ...body } : item)),
    })),
  });
  const removing = useMutation({
    mutationFn: async ({ id }: PushSubscriptionView) => {
      if (id === readStored(THIS_DEVICE)) {
        await unsubscribeDevice();
        writeStored(THIS_DEVICE, null);
      }
      return call(notificationEndpoints.unsubscribe, { query: { id } });
    },
    onSuccess: onRemoved,
    onSettled: () => client.invalidateQueries({ queryKey: ["push"] }),
  });
  return { changing, removing };
}

export function Devices() {
  const me = useMe();
  const query = useQuery(devicesQuery);
  const { data } = query;
  const [leaving, setLeaving] = useState<PushSubscriptionView | null>(null);
  const { changing, removing } = useDeviceActions(() => setLeaving(null));
  return (
    <Section
      title="Devices with notifications"
      lead="A paused device stays listed but silent. Everything is under Notifications, too."
    >
      {data === undefined ? <NotLoaded query={query} rows={2} /> : null}
      {data?.items.length === 0 ? (
        <p className="text-kumo-subtle">
          None yet. Until you add one, approvals wait on the Approvals page only.
        </p>
      ) : null}
      {data && data.items.length > 0 ? (
        <Rows>
          {data.items.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              mayChange={me.role === "admin" || device.userId === me.user.id}
              onChange={(body) => changing.mutate({ id: device.id, body })}
              onRemove={() => setLeaving(device)}
            />
          ))}
        </Rows>
      ) : null}
      <Confirm
        open={leaving !== null}
        title="Remove this device?"
        act="Remove device"
        busy={removing.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && removing.mutate(leaving)}
      >
        {leaving?.userName}’s “{leaving?.device}” won’t get notifications anymore. You can turn them on again
        from the device itself.
      </Confirm>
    </Section>
  );
}

interface RowProps {
  readonly device: PushSubscriptionView;
  readonly mayChange: boolean;
  readonly onChange: (body: Change["body"]) => void;
  readonly onRemove: () => void;
}

function DeviceRow(props: RowProps) {
  const { device, mayChange, onChange } = props;
  const [renaming, setRenaming] = useState(false);
  return (
    <RowItem>
      {renaming ? (
        <RenameForm
          label={`New name for ${device.device || "this browser"}`}
          name={device.device}
          className="w-full flex-wrap"
          onRename={(name) => onChange({ device: name })}
          onDone={() => setRenaming(false)}
        />
      ) : (
        <>
          <Facts device={device} />
          {mayChange ? <Buttons {...props} onRename={() => setRenaming(true)} /> : null}
        </>
      )}
    </RowItem>
  );
}

function Facts({ device }: { device: PushSubscriptionView }) {
  return (
    <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
      <span className="font-medium">{device.device || "Browser"}</span>
      {device.id === readStored(THIS_DEVICE) ? " (this device)" : ""}
      {device.paused ? <span className="text-kumo-subtle"> · paused</span> : null}
      <span className="block text-xs text-kumo-subtle">
        {device.userName} · via {device.endpointHost} · added <Time at={device.createdAt} />
        {device.lastUsedAt ? (
          <>
            {" "}
            · last notified <Time at={device.lastUsedAt} />
          </>
        ) : null}
      </span>
    </span>
  );
}

function Buttons({ device, onChange, onRemove, onRename }: RowProps & { onRename: () => void }) {
  const whose = `${device.userName}’s ${device.device || "browser"}`;
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" className="touch" aria-label={`Rename ${whose}`} onClick={onRename}>
        Rename
      </Button>
      <Button
        size="sm"
        className="touch"
        aria-label={`${device.paused ? "Resume" : "Pause"} ${whose}`}
        onClick={() => onChange({ paused: !device.paused })}
      >
        {device.paused ? "Resume" : "Pause"}
      </Button>
      <Button size="sm" className="touch" aria-label={`Remove ${whose}`} onClick={onRemove}>
        Remove
      </Button>
    </span>
  );
}
