/** The devices that get notifications: this one, and everyone's; and what I hear about my projects. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { notificationEndpoints } from "../../../../src/notifications/api/notifications.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { devicesQuery } from "../../api/queries.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { BellIcon } from "../../components/icons.ts";
import { InstallGuide } from "../../components/install/install-guide.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { Devices } from "./devices.tsx";
import { NewsChoices } from "./news-choices.tsx";
import {
  deviceEndpoint,
  DeviceRefused,
  pushSupport,
  subscribeDevice,
  THIS_DEVICE,
  type PushSupport,
} from "./push-device.ts";
import { Section } from "../../components/settings/section.tsx";

export default function NotificationSettings() {
  return (
    <>
      <ThisDevice />
      <InstallGuide />
      <Devices />
      <NewsChoices />
    </>
  );
}

const HINTS: Readonly<Record<Exclude<PushSupport, "ready">, { title: string; text: string }>> = {
  denied: {
    title: "Notifications are blocked for this site.",
    text: "Allow them in your browser’s settings for this site (the icon to the left of the address), then reload this page.",
  },
  ios_needs_home_screen: {
    title: "On an iPhone or iPad, add Steward to your Home Screen first.",
    text: "The steps are below. You’ll always find approvals on the Approvals page, too.",
  },
  unsupported: {
    title: "This browser doesn’t support notifications.",
    text: "Use a current version of Chrome, Edge, Firefox, or Safari. You’ll always find approvals on the Approvals page, too.",
  },
  insecure: {
    title: "Notifications need a secure address.",
    text: "Open Steward over https (or on localhost), then come back to this page.",
  },
};

function useTurnOn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: subscribeDevice,
    meta: ERROR_SHOWN_HERE,
    onSuccess: async (device) => {
      writeStored(THIS_DEVICE, device.id);
      await client.invalidateQueries({ queryKey: ["push"] });
      toasts.add({ variant: "success", title: "This device will now get notifications." });
    },
  });
}

export function ThisDevice() {
  const turningOn = useTurnOn();
  const support = pushSupport();
  const { data: endpoint } = useQuery({
    queryKey: ["push", "endpoint"],
    queryFn: deviceEndpoint,
    staleTime: 0,
  });
  const { data: devices } = useQuery(devicesQuery);
  const known = (devices?.items ?? []).some((device) => device.id === readStored(THIS_DEVICE));
  return (
    <Section
      title="This device"
      lead="Get a notification for each approval, with the exact words. You can decide simple ones right there."
    >
      {support === "ready" ? (
        <div className="flex flex-wrap items-center gap-3">
          {Boolean(endpoint) && known ? (
            <p className="flex items-center gap-2">
              <BellIcon aria-hidden weight="fill" className="size-5 text-kumo-success" /> Notifications are on
              for this device.
            </p>
          ) : (
            <Button
              variant="primary"
              className="touch"
              loading={turningOn.isPending}
              icon={<BellIcon aria-hidden className="size-4" />}
              onClick={() => turningOn.mutate()}
            >
              Turn on notifications
            </Button>
          )}
          <TestButton enabled={(devices?.items.length ?? 0) > 0} />
        </div>
      ) : (
        <Notice tone="warning" title={HINTS[support].title}>
          {HINTS[support].text}
        </Notice>
      )}
      <PushProblem problem={turningOn.error} />
    </Section>
  );
}

function PushProblem({ problem }: { problem: unknown }) {
  if (problem === null) return null;
  if (problem instanceof ApiError) return <ErrorNotice error={problem} />;
  if (problem instanceof DeviceRefused) {
    const denied = problem.permission === "denied";
    return (
      <Notice
        tone="warning"
        live
        title={denied ? HINTS.denied.title : "The browser’s question was closed without an answer."}
      >
        {denied ? HINTS.denied.text : "Nothing changed. Press the button again and choose “Allow”."}
      </Notice>
    );
  }
  return (
    <Notice tone="warning" live title="Your browser’s push service refused.">
      {problem instanceof Error ? `${problem.message} ` : ""}Private windows and some company networks don’t
      allow notifications. Nothing changed.
    </Notice>
  );
}

function TestButton({ enabled }: { enabled: boolean }) {
  const testing = useMutation({
    mutationFn: () => call(notificationEndpoints.testPush, {}),
    onSuccess: ({ sent, removed, failed }) => {
      const parts = [
        `Sent to ${count(sent, "device")}.`,
        removed > 0 ? `Removed ${count(removed, "device")} that no longer exist.` : "",
        failed > 0 ? `Couldn’t reach ${count(failed, "device")}.` : "",
      ];
      toasts.add({
        variant: failed > 0 ? "warning" : "success",
        title: "Test notification",
        description: parts.filter(Boolean).join(" "),
      });
    },
  });
  return (
    <Button
      className="touch"
      disabled={!enabled}
      loading={testing.isPending}
      onClick={() => testing.mutate()}
    >
      Send a test
    </Button>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(devicesQuery);
}
