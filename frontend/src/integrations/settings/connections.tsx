/** The team's connected services: whose account, whether it works, and how to fix it. Admins make changes; members can look. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { connectionEndpoints, type ConnectionView } from "../../../../src/integrations/api/connections.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { ConsentResult, SignInButton, useConsent, useSignIn } from "./connect-consent.tsx";
import { ConnectDialog } from "./connect-vendor.tsx";
import { connectionsQuery, withView } from "./connections-query.ts";
import type { ConsentSearch } from "./consent-params.ts";
import { Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { CheckIcon } from "../../components/icons.ts";
import { VendorLogo } from "./vendor-logo.tsx";

export default function ConnectionsSettings() {
  const query = useQuery(connectionsQuery);
  const { data } = query;
  const admin = useIsAdmin();
  const { vendor = "" }: ConsentSearch = useSearch({ strict: false });
  const wanted = vendor.split(",");
  if (data === undefined) return <NotLoaded query={query} />;
  return (
    <Section
      title="Connections"
      lead="The accounts Steward works with. Keys are stored encrypted and never shown again."
    >
      {admin ? null : <Notice>Only admins can change connections.</Notice>}
      <ul className="flex flex-col gap-3">
        {inOrder(data.connections, wanted).map((view) => (
          <li
            key={view.vendor}
            className={`sheet flex flex-col gap-3 p-4 ${wanted.includes(view.vendor) ? "ring-2 ring-kumo-brand" : ""}`}
          >
            <Connection view={view} admin={admin} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What most teams connect first. */
const USUAL = ["quo", "google", "microsoft", "slack"];

/** The wanted ones, then what is connected, then what most teams connect. */
function inOrder(views: readonly ConnectionView[], wanted: readonly string[]): readonly ConnectionView[] {
  const rank = ({ vendor, connected }: ConnectionView): number => {
    const usual = USUAL.indexOf(vendor);
    const place = usual < 0 ? USUAL.length : usual;
    return place - (wanted.includes(vendor) ? 100 : connected ? 50 : 0);
  };
  return views.toSorted((one, next) => rank(one) - rank(next));
}

function Connection({ view, admin }: { view: ConnectionView; admin: boolean }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <VendorLogo vendor={view.vendor} />
        <div className="min-w-0 wrap-anywhere">
          <h3 className="font-semibold">{view.title}</h3>
          <p className="text-sm text-kumo-subtle">{view.gives}</p>
        </div>
      </div>
      {view.connected ? <State view={view} /> : <NotConnected view={view} admin={admin} />}
      {view.note === null || view.consentedBy !== null ? null : (
        <p className="text-sm text-kumo-subtle">{view.note}</p>
      )}
      {admin ? <Acts view={view} /> : <Capabilities view={view} busy={false} onAllow={null} />}
    </>
  );
}

function State({ view }: { view: ConnectionView }) {
  return (
    <>
      {view.problem === null ? null : (
        <Notice tone="danger" title={view.problem.message}>
          {view.problem.advice}
        </Notice>
      )}
      <div className="min-w-0 text-sm wrap-anywhere">
        {view.account === null || view.account === view.consentedBy ? null : (
          <p className="font-medium">{view.account}</p>
        )}
        <p className="text-kumo-subtle">
          {view.consentedBy === null ? "Connected." : `Connected as ${view.consentedBy}.`}{" "}
          {view.workedAt === null ? (
            "Not tested yet."
          ) : (
            <>
              Last worked <Time at={view.workedAt} />.
            </>
          )}
          {view.problem !== null && view.checkedAt !== null ? (
            <>
              {" "}
              Last tested <Time at={view.checkedAt} />.
            </>
          ) : null}
        </p>
      </div>
    </>
  );
}

function NotConnected({ view, admin }: { view: ConnectionView; admin: boolean }) {
  const operator = `Your operator connects ${view.title}. The operations manual explains how.`;
  return (
    <p className="text-sm text-kumo-subtle">
      Not connected.{admin && view.note === null && isOperators(view) ? ` ${operator}` : ""}
    </p>
  );
}

/** Whether only the operator can add it. */
function isOperators({ key, page, consent }: ConnectionView): boolean {
  return key === null && page === null && !consent;
}

function Acts({ view }: { view: ConnectionView }) {
  const [open, setOpen] = useState<"key" | "change" | "leave" | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const { testing, leaving, ending } = useActs(view, () => setOpen(null), setNotice);
  const { consent, result, done } = useConsent(view);
  const signingIn = useSignIn(view);
  const problem = testing.error ?? leaving.error ?? signingIn.error;
  const close = (): void => setOpen(null);
  return (
    <>
      <Said problem={problem} notice={notice} />
      <ConsentResult title={view.title} result={result} />
      <Capabilities view={view} busy={signingIn.isPending} onAllow={signingIn.mutate} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {view.connected ? (
          <Button className="touch" loading={testing.isPending} onClick={() => testing.mutate()}>
            Test
          </Button>
        ) : null}
        {view.consent ? (
          <SignInButton view={view} busy={signingIn.isPending} onClick={() => signingIn.mutate(null)} />
        ) : null}
        <Ways view={view} onOpen={setOpen} />
      </div>
      {open === "key" || open === "change" ? (
        <ConnectDialog
          view={view}
          isChange={open === "change"}
          consent={null}
          onClose={close}
          onNotice={setNotice}
        />
      ) : null}
      {open === null && consent !== null ? (
        <ConnectDialog
          view={view}
          isChange={false}
          consent={consent}
          onClose={(isConnected) => {
            if (!isConnected) ending.mutate(consent);
            done();
          }}
          onNotice={setNotice}
        />
      ) : null}
      <Confirm
        open={open === "leave"}
        title={`Disconnect ${view.title}?`}
        act="Disconnect"
        busy={leaving.isPending}
        onClose={close}
        onConfirm={() => leaving.mutate()}
      >
        <p>{view.stops}</p>
        <p className="mt-2">
          {view.consentedBy === null ? "Steward deletes the key." : "Steward deletes its access."}
          {isOperators(view) ? ` Only your operator can connect ${view.title} this way again.` : ""}
        </p>
      </Confirm>
    </>
  );
}

/** The result of the last action. */
function Said({ problem, notice }: { problem: Error | null; notice: string | null }) {
  return (
    <>
      {problem ? <ErrorNotice error={problem} /> : null}
      {notice === null ? null : <Notice>{notice}</Notice>}
    </>
  );
}

/** Opens a dialog: another use, another key, or disconnecting. */
function Ways({
  view,
  onOpen,
}: {
  view: ConnectionView;
  onOpen: (dialog: "key" | "change" | "leave") => void;
}) {
  const { connected, consent, problem, change, key, page } = view;
  return (
    <>
      {connected && change !== null && problem === null ? (
        <Button className="touch" onClick={() => onOpen("change")}>
          {change}
        </Button>
      ) : null}
      {key === null ? null : (
        <Button
          className="touch"
          variant={connected || consent ? "secondary" : "primary"}
          onClick={() => onOpen("key")}
        >
          {keyAct(view)}
        </Button>
      )}
      {page === null ? null : <OwnPage page={page} connected={connected} />}
      {connected && page === null ? (
        <Button className="touch" onClick={() => onOpen("leave")}>
          Disconnect…
        </Button>
      ) : null}
    </>
  );
}

/** Label of the button that opens the key form. */
function keyAct({ connected, consent, consentedBy }: ConnectionView): string {
  if (connected && consentedBy === null) return "Replace key…";
  return consent ? "Use a key…" : "Connect…";
}

/** Leads to the page where it is connected and changed. */
function OwnPage({ page, connected }: { page: string; connected: boolean }) {
  return (
    <ButtonLink to={page} variant={connected ? "secondary" : "primary"} className="touch">
      {connected ? "Settings" : "Connect…"}
    </ButtonLink>
  );
}

function useActs({ vendor }: ConnectionView, onLeft: () => void, onNotice: (notice: string | null) => void) {
  const client = useQueryClient();
  const onSuccess = (answer: ConnectionView): void => withView(client, answer);
  const testing = useMutation({
    mutationFn: () => call(connectionEndpoints.testConnection, { params: { vendor } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess,
  });
  const leaving = useMutation({
    mutationFn: () => call(connectionEndpoints.disconnect, { params: { vendor } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ connection, notice }) => {
      withView(client, connection);
      onNotice(notice);
    },
    onSettled: onLeft,
  });
  const ending = useMutation({
    mutationFn: (id: string) => call(connectionEndpoints.endConsent, { params: { vendor, id } }),
    onSuccess: ({ notice }) => onNotice(notice),
  });
  return { testing, leaving, ending };
}

/** What Steward may do at a connected service. An admin requests missing permissions there. */
function Capabilities({
  view: { title, consent, capabilities },
  onAllow,
  busy,
}: {
  view: ConnectionView;
  /** Null for people who can't change it. */
  onAllow: ((name: string) => void) | null;
  busy: boolean;
}) {
  if (capabilities.length === 0) return null;
  return (
    <section aria-label={`What Steward may do in ${title}`} className="flex flex-col gap-1 text-sm">
      <h4 className="font-medium">What Steward may do</h4>
      <ul className="divide-y divide-kumo-line rounded-lg border border-kumo-line">
        {capabilities.map(({ name, label, allowed }) => (
          <li key={name} className="flex min-h-11 items-center justify-between gap-3 px-3 py-1">
            <span className={allowed ? "" : "text-kumo-subtle"}>{sentence(label)}</span>
            {allowed ? (
              <span className="inline-flex items-center gap-1 text-kumo-success">
                <CheckIcon aria-hidden /> Allowed
              </span>
            ) : onAllow === null || !consent ? (
              <span className="text-kumo-subtle">Not allowed</span>
            ) : (
              <Button
                className="touch"
                size="sm"
                disabled={busy}
                aria-label={`Allow ${label}…`}
                onClick={() => onAllow(name)}
              >
                Allow…
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(label: string): string {
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(connectionsQuery);
}
