/** A team that signs in to the sandbox's Microsoft 365 on its Connections page, without a server. */
import { MICROSOFT_APP } from "../../../../sandbox/microsoft/consents.ts";
import { createMicrosoftGraph } from "../../../../sandbox/microsoft/graph.ts";
import { createMicrosoftLogin } from "../../../../sandbox/microsoft/login.ts";
import { createMicrosoftUploads } from "../../../../sandbox/microsoft/mail/uploads.ts";
import type { SandboxRequest, SandboxService } from "../../../../sandbox/service.ts";
import { connect } from "../../../../src/integrations/connect.ts";
import { microsoftCalendars } from "../../../../src/integrations/microsoft/calendar.ts";
import { microsoftMailboxes } from "../../../../src/integrations/microsoft/mailboxes.ts";
import type { MicrosoftAccount } from "../../../../src/integrations/microsoft/read.ts";
import type { ConnectionAlert } from "../../../../src/integrations/oauth/access.ts";
import { finishConsent, startConsent } from "../../../../src/integrations/oauth/consent.ts";
import { openAccount } from "../../../../src/integrations/open-account.ts";
import type { OutsideHttp, OutsideRequest, OutsideResponse } from "../../../../src/kernel/outside-http.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo, SANDBOX_URL } from "../../../support/sandbox-http.ts";
import { TEAM, consentOver, pagesWith } from "../connections/acme.ts";
import { googleWorld } from "../google/google-world.ts";

export const CLAIMS = "claims@harborlight.example";
export const RENEWALS = "renewals@harborlight.example";
export const OWNER = { userId: TEAM.by.id, sessionId: TEAM.sessionId };
export const HOUR_MS = 3_600_000;

interface Decision {
  readonly account?: string;
  readonly decision?: "accept" | "cancel";
}

/** What happens to a request instead of its answer, or after it. */
type Interference = (
  request: OutsideRequest,
  answer: () => Promise<OutsideResponse>,
) => Promise<OutsideResponse>;

export function microsoftWorld() {
  const own = googleWorld({ world: "empty" });
  const context = { ...own.context, url: SANDBOX_URL, appUrl: "https://steward.example" };
  const login = createMicrosoftLogin(context);
  const graph = createMicrosoftGraph(context);
  const d1 = nodeD1();
  const db = dbFor(d1, "tenant_acme");
  const alerts: ConnectionAlert[] = [];
  const requests: OutsideRequest[] = [];
  const inner = httpTo([login, graph, createMicrosoftUploads(context)]);
  let interfere: Interference = (_, answer) => answer();
  const http: OutsideHttp = (request) => {
    requests.push(request);
    return interfere(request, () => inner(request));
  };
  const deps = pagesWith({
    db,
    http,
    clock: { now: () => context.now() },
    consent: consentOver({ microsoft: MICROSOFT_APP }, http, alerts),
    appUrl: context.appUrl,
  });

  const ask = (service: SandboxService, at: URL, method: string, body: string) =>
    service.handle({
      method,
      url: at,
      path: at.pathname.slice(service.prefix.length),
      headers: new Headers(),
      body: Buffer.from(body),
      signal: new AbortController().signal,
    } satisfies SandboxRequest);

  /** What a browser does at Microsoft: the page, then a button. */
  const decide = async (url: string, { account = CLAIMS, decision = "accept" }: Decision = {}) => {
    const at = new URL(url);
    await ask(login, at, "GET", "");
    const form = new URLSearchParams(at.searchParams);
    form.set("account", account);
    form.set("decision", decision);
    const back = await ask(login, at, "POST", form.toString());
    return new URL(back.headers.get("location") ?? "").searchParams;
  };

  const signedIn = async (decision: Decision = {}, allow: string | null = null) => {
    const { url } = await startConsent(deps, "microsoft", OWNER, allow);
    const outcome = await finishConsent(deps, "microsoft", await decide(url, decision), OWNER);
    return { url: new URL(url), outcome };
  };

  const step = async (decision: Decision = {}, allow: string | null = null) => {
    const { outcome } = await signedIn(decision, allow);
    if (outcome.kind !== "granted") throw new Error(outcome.kind);
    return connect(deps, "microsoft", { typed: null, consent: outcome.consentId, chosen: {} }, TEAM);
  };

  const account = async (): Promise<MicrosoftAccount> => {
    const found = await openAccount(deps, "microsoft");
    if (found === null) throw new Error("not connected");
    return found;
  };

  const control = (service: SandboxService, path: string, body: object) =>
    service.control?.({
      method: "POST",
      url: new URL(SANDBOX_URL),
      path,
      headers: new Headers(),
      body: Buffer.from(JSON.stringify(body)),
      signal: new AbortController().signal,
    });

  return {
    context,
    passTime: (ms: number) => own.passTime(ms),
    deps,
    db,
    alerts,
    requests,
    signedIn,
    step,
    account,
    calendars: async () => microsoftCalendars(await account()),
    mailboxes: async () => microsoftMailboxes(await account()),
    connected: async (...allow: readonly string[]): Promise<void> => {
      await step();
      for (const name of allow) await step({}, name);
    },
    /** An e-mail from outside. */
    receive: async (email: Record<string, unknown>) =>
      (await graph.inbound?.email?.({
        to: CLAIMS,
        from: "Nora Quist <nora@mail.example>",
        body: "Hello",
        ...email,
      })) as {
        id: string;
        threadId: string;
        messageId: string;
      },
    /** As people do in Outlook. */
    byHand: async (messageId: string, change: object) =>
      control(graph, "/by-hand", { mailbox: CLAIMS, messageId, ...change }),
    violations: () => graph.violations?.() ?? [],
    exchange: async (settings: object) => control(graph, "", settings),
    entra: async (settings: object) => control(login, "", settings),
    interfere: (by: Interference) => void (interfere = by),
  };
}
