import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { accountEndpoints, type PushSubscriptionView } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { devicesQuery, notificationsQuery } from "../../api/queries.ts";
import { BellIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
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

export function NotificationSettings() {
  return (
    <>
      <ThisDevice />
      <Devices />
      <Recent />
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
    text: "Tap Share, then “Add to Home Screen”, open Steward from there, and come back to this page.",
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
      const { sent, removed, failed } = await call(accountEndpoints.testPush, {});
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
  const { data, error, isPending, refetch } = useQuery(devicesQuery);

  async function remove(device: PushSubscriptionView): Promise<void> {
    try {
      if (device.id === readStored(THIS_DEVICE)) {
        await unsubscribeDevice();
        writeStored(THIS_DEVICE, null);
      }
      await call(accountEndpoints.unsubscribe, { query: { id: device.id } });
      await client.invalidateQueries({ queryKey: ["push"] });
    } catch (failure) {
      toastError(failure);
    }
  }

  return (
    <Section title="Devices that ring">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={2} /> : null}
      {data && data.items.length === 0 ? (
        <p className="text-kumo-subtle">None yet. Without one, approvals wait on the Approvals page only.</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <Rows>
          {data.items.map((device) => (
            <RowItem key={device.id}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{device.device || "A browser"}</span>
                {device.id === readStored(THIS_DEVICE) ? " (this device)" : ""}
                <span className="block text-xs text-kumo-subtle">
                  {device.userName} · via {device.endpointHost} · since <Time at={device.createdAt} />
                </span>
              </span>
              <Button
                size="sm"
                className="touch"
                aria-label={`Remove ${device.device} of ${device.userName}`}
                onClick={() => void remove(device)}
              >
                Remove
              </Button>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function Recent() {
  const { data } = useQuery(notificationsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Lately sent">
      <Rows>
        {data.items.map((one) => (
          <RowItem key={one.id}>
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <span className="font-medium">{one.title}</span>
              <span className="line-clamp-2 text-sm text-kumo-subtle">{one.body}</span>
              <span className="text-xs text-kumo-subtle">
                <Time at={one.createdAt} /> · {count(one.deliveries, "delivery", "deliveries")}
                {one.resolution ? ` · ${one.resolution}` : ""}
              </span>
            </span>
            <OpenLink url={one.url} />
          </RowItem>
        ))}
      </Rows>
    </Section>
  );
}

/** Leads to the card a notification was about. */
function OpenLink({ url }: { url: string }) {
  const path = new URL(url, window.location.origin).pathname;
  const id = /^\/approvals\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return null;
  return (
    <Link
      to="/approvals/$id"
      params={{ id: decodeURIComponent(id) }}
      className="touch inline-flex items-center text-sm text-kumo-link underline underline-offset-2"
    >
      Open
    </Link>
  );
}
