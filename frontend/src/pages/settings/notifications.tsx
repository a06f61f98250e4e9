import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { notificationEndpoints, type PushSubscriptionView } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { devicesQuery } from "../../api/queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { InstallGuide } from "../../components/install/install-guide.tsx";
import { BellIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { toastError, toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import {
  deviceEndpoint,
  DeviceRefused,
  pushSupport,
  subscribeDevice,
  unsubscribeDevice,
  type PushSupport,
} from "./push-device.ts";
import { RowItem, Rows, Section } from "./section.tsx";

/** Which row of the server's list this browser is. */
const THIS_DEVICE = "push.device";

export default function NotificationSettings() {
  return (
    <>
      <ThisDevice />
      <InstallGuide />
      <Devices />
    </>
  );
}

const HINTS: Readonly<Record<Exclude<PushSupport, "ready">, { title: string; text: string }>> = {
  denied: {
    title: "Notifications are blocked for this site.",
    text: "Allow them in the browser’s settings for this site (the icon left of the address), then load this page again.",
  },
  ios_needs_home_screen: {
    title: "On an iPhone or iPad, Steward has to be on the Home Screen first.",
    text: "The steps are below. Approvals are always on the Approvals page too.",
  },
  unsupported: {
    title: "This browser cannot receive notifications.",
    text: "Use a current Chrome, Edge, Firefox or Safari. Approvals are always on the Approvals page too.",
  },
  insecure: {
    title: "Notifications need a secure address.",
    text: "Open Steward over https (or on localhost), then come back to this page.",
  },
};

function ThisDevice() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const support = pushSupport();
  const { data: endpoint } = useQuery({
    queryKey: ["push", "endpoint"],
    queryFn: deviceEndpoint,
    staleTime: 0,
  });
  const { data: devices } = useQuery(devicesQuery);
  const known = (devices?.items ?? []).some((device) => device.id === readStored(THIS_DEVICE));
  const subscribed = Boolean(endpoint) && known;

  async function turnOn(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const device = await subscribeDevice();
      writeStored(THIS_DEVICE, device.id);
      await client.invalidateQueries({ queryKey: ["push"] });
      toasts.add({ variant: "success", title: "This device now rings for approvals." });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section
      title="This device"
      lead="A notification for each approval, with the words that would be sent. Simple ones can be decided right there."
    >
      {support === "ready" ? (
        <div className="flex flex-wrap items-center gap-3">
          {subscribed ? (
            <p className="flex items-center gap-2">
              <BellIcon aria-hidden weight="fill" className="size-5 text-kumo-success" /> Notifications are on
              for this device.
            </p>
          ) : (
            <Button
              variant="primary"
              className="touch"
              loading={busy}
              icon={<BellIcon aria-hidden className="size-4" />}
              onClick={() => void turnOn()}
            >
              Turn on notifications here
            </Button>
          )}
          <TestButton enabled={(devices?.items.length ?? 0) > 0} />
        </div>
      ) : (
        <Notice tone="warning" title={HINTS[support].title}>
          {HINTS[support].text}
        </Notice>
      )}
      <PushProblem problem={problem} />
    </Section>
  );
}

function PushProblem({ problem }: { problem: unknown }) {
  if (problem === null) return null;
  if (problem instanceof ApiError) return <ErrorNotice error={problem} />;
  if (problem instanceof DeviceRefused) {
    return (
      <Notice
        tone="warning"
        live
        title={
          problem.permission === "denied" ? HINTS.denied.title : "The question was closed without an answer."
        }
      >
        {problem.permission === "denied"
          ? HINTS.denied.text
          : "Nothing was changed. Press the button again and choose “Allow”."}
      </Notice>
    );
  }
  return (
    <Notice tone="warning" live title="The browser’s push service did not accept it.">
      {problem instanceof Error ? `${problem.message} ` : ""}Private windows and some company networks do not
      allow it. Nothing was changed.
    </Notice>
  );
}

function TestButton({ enabled }: { enabled: boolean }) {
  const [busy, setBusy] = useState(false);
  async function test(): Promise<void> {
    setBusy(true);
    try {
      const { sent, removed, failed } = await call(notificationEndpoints.testPush, {});
      const parts = [
        `Sent to ${count(sent, "device")}.`,
        removed > 0 ? `${count(removed, "device")} no longer exist and were removed.` : "",
        failed > 0 ? `${count(failed, "device")} could not be reached now.` : "",
      ];
      toasts.add({
        variant: failed > 0 ? "warning" : "success",
        title: "Test notification",
        description: parts.filter(Boolean).join(" "),
      });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button className="touch" disabled={!enabled} loading={busy} onClick={() => void test()}>
      Send a test
    </Button>
  );
}

function Devices() {
  const client = useQueryClient();
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery(devicesQuery);
  const [removing, setRemoving] = useState<PushSubscriptionView | null>(null);
  const [busy, setBusy] = useState(false);

  async function remove(device: PushSubscriptionView): Promise<void> {
    setBusy(true);
    try {
      if (device.id === readStored(THIS_DEVICE)) {
        await unsubscribeDevice();
        writeStored(THIS_DEVICE, null);
      }
      await call(notificationEndpoints.unsubscribe, { query: { id: device.id } });
      setRemoving(null);
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ["push"] });
    }
  }

  return (
    <Section
      title="Devices that ring"
      lead="A paused device is kept and stays silent. What rang stands under Notifications all the same."
    >
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={2} /> : null}
      {data && data.items.length === 0 ? (
        <p className="text-kumo-subtle">None yet. Without one, approvals wait on the Approvals page only.</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <Rows>
          {data.items.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              mayChange={me.role === "admin" || device.userId === me.user.id}
              here={device.id === readStored(THIS_DEVICE)}
              onRemove={() => setRemoving(device)}
            />
          ))}
        </Rows>
      ) : null}
      <Confirm
        open={removing !== null}
        title="Remove this device?"
        act="Remove the device"
        busy={busy}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      >
        “{removing?.device}” of {removing?.userName} rings no more. It can be turned on again from the device
        itself.
      </Confirm>
    </Section>
  );
}

function DeviceRow({
  device,
  mayChange,
  here,
  onRemove,
}: {
  device: PushSubscriptionView;
  mayChange: boolean;
  here: boolean;
  onRemove: () => void;
}) {
  const client = useQueryClient();
  const [name, setName] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const title = device.device || "A browser";

  async function change(body: { device?: string; paused?: boolean }): Promise<void> {
    setBusy(true);
    try {
      await call(notificationEndpoints.updateSubscription, { params: { id: device.id }, body });
      setName(null);
      await client.invalidateQueries(devicesQuery);
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  }

  if (name !== null) {
    return (
      <RowItem>
        <form
          className="flex w-full flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const words = name.trim();
            if (words === "" || words === device.device) setName(null);
            else void change({ device: words });
          }}
          onKeyDown={(event) => event.key === "Escape" && setName(null)}
        >
          <input
            autoFocus
            aria-label={`New name of ${title}`}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => event.target.select()}
            className="touch h-9 min-w-0 flex-1 basis-48 rounded-lg bg-kumo-control px-2.5 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
          />
          <Button type="submit" variant="primary" className="touch" loading={busy}>
            Rename
          </Button>
          <Button variant="ghost" className="touch" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      </RowItem>
    );
  }
  return (
    <RowItem>
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <span className="font-medium">{title}</span>
        {here ? " (this device)" : ""}
        {device.paused ? <span className="text-kumo-subtle"> · paused, does not ring</span> : null}
        <span className="block text-xs text-kumo-subtle">
          {device.userName} · via {device.endpointHost} · since <Time at={device.createdAt} />
          {device.lastUsedAt ? (
            <>
              {" "}
              · last rang <Time at={device.lastUsedAt} />
            </>
          ) : null}
        </span>
      </span>
      {mayChange ? (
        <span className="flex flex-wrap gap-2">
          <Button
            size="sm"
            className="touch"
            aria-label={`Rename ${title} of ${device.userName}`}
            onClick={() => setName(device.device)}
          >
            Rename
          </Button>
          <Button
            size="sm"
            className="touch"
            loading={busy}
            aria-label={`${device.paused ? "Let ring again" : "Pause"}: ${title} of ${device.userName}`}
            onClick={() => void change({ paused: !device.paused })}
          >
            {device.paused ? "Ring again" : "Pause"}
          </Button>
          <Button
            size="sm"
            className="touch"
            aria-label={`Remove ${title} of ${device.userName}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </span>
      ) : null}
    </RowItem>
  );
}
