/** A team that signs in to the sandbox's Google on its Connections page, without a server. */
import { createCalendar } from "../../../../sandbox/google/calendar/calendar.ts";
import { createGoogleConsent, createGoogleOpenId } from "../../../../sandbox/google/consent.ts";
import { googleConsents, GOOGLE_APP } from "../../../../sandbox/google/consents.ts";
import { createDocs } from "../../../../sandbox/google/docs/docs.ts";
import { createDrive } from "../../../../sandbox/google/drive/drive.ts";
import { createGmail } from "../../../../sandbox/google/gmail/gmail.ts";
import { createGoogleOAuth } from "../../../../sandbox/google/oauth.ts";
import type { SandboxRequest } from "../../../../sandbox/service.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { connect } from "../../../../src/integrations/connect.ts";
import type { GoogleAccount } from "../../../../src/integrations/google/read.ts";
import type { ConnectionAlert } from "../../../../src/integrations/oauth/access.ts";
import { finishConsent, startConsent } from "../../../../src/integrations/oauth/consent.ts";
import { openAccount } from "../../../../src/integrations/open-account.ts";
import type { OutsideHttp, OutsideRequest } from "../../../../src/kernel/outside-http.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo, SANDBOX_URL } from "../../../support/sandbox-http.ts";
import { TEAM, consentOver, pagesWith } from "../connections/acme.ts";
import { turns } from "../../../support/event-loop.ts";
import { googleWorld } from "./google-world.ts";

export const DANA = "dana@alderfinch.example";
export const MARCUS = "marcus@alderfinch.example";
export const HOUR_MS = 3_600_000;
const OWNER = { userId: TEAM.by.id, sessionId: TEAM.sessionId };

/** What somebody does on Google's page. */
interface Decision {
  readonly account?: string;
  /** Takes a box's tick away. */
  readonly without?: readonly string[];
  readonly decision?: "continue" | "cancel";
}

/** A team of its own and a Google of its own. */
export function consentedWorld() {
  const world = googleWorld({ world: "demo" });
  const context = { ...world.context, url: SANDBOX_URL, appUrl: "https://steward.example" };
  const consentPage = createGoogleConsent(context);
  const services = [
    consentPage,
    createGoogleOpenId(context),
    createGoogleOAuth(context),
    createGmail(context),
    createCalendar(context),
    createDrive(context),
    createDocs(context),
  ];
  const d1 = nodeD1();
  const db = dbFor(d1, "tenant_acme");
  const alerts: ConnectionAlert[] = [];
  const requests: OutsideRequest[] = [];
  const exchanges: URLSearchParams[] = [];
  const inner = httpTo(services);
  let away = false;
  const http: OutsideHttp = async (request) => {
    requests.push(request);
    if (request.url.endsWith("/google/oauth/token")) {
      exchanges.push(new URLSearchParams(String(request.body)));
      if (away) return { status: 503, headers: new Headers(), text: "" };
      // As long as an answer takes: others come meanwhile.
      await turns(20);
    }
    return inner(request);
  };
  const deps = pagesWith({
    db,
    http,
    clock: { now: () => context.now() },
    consent: consentOver({ google: GOOGLE_APP }, http, alerts),
    appUrl: context.appUrl,
  });

  /** What a browser does at Google: the page, then a button. */
  const decide = async (url: string, { account = DANA, without = [], decision = "continue" }: Decision) => {
    const at = new URL(url);
    const ask = async (method: string, body: string) =>
      consentPage.handle({
        method,
        url: at,
        path: at.pathname.slice(consentPage.prefix.length),
        headers: new Headers(),
        body: Buffer.from(body),
        signal: new AbortController().signal,
      } satisfies SandboxRequest);
    const page = await (await ask("GET", "")).text();
    const form = new URLSearchParams(at.searchParams);
    form.set("account", account);
    form.set("decision", decision);
    for (const [, scope = ""] of page.matchAll(/name="allow" value="([^"]+)"/g))
      if (!without.some((name) => scope.endsWith(`/${name}`))) form.append("allow", scope);
    const back = await ask("POST", form.toString());
    return { page, params: new URL(back.headers.get("location") ?? "").searchParams };
  };

  const signedIn = async (decision: Decision = {}, allow: string | null = null) => {
    const { url } = await startConsent(deps, "google", OWNER, allow);
    const { page, params } = await decide(url, decision);
    return { url: new URL(url), page, outcome: await finishConsent(deps, "google", params, OWNER) };
  };

  /** Comes back from Google and takes the first step of connecting. */
  const step = async (decision: Decision = {}, allow: string | null = null, chosen = {}) => {
    const { outcome } = await signedIn(decision, allow);
    if (outcome.kind !== "granted") throw new Error(outcome.kind);
    const approach = { typed: null, consent: outcome.consentId, chosen };
    return connect(deps, "google", approach, TEAM);
  };

  return {
    ...world,
    context,
    deps,
    db,
    d1,
    alerts,
    requests,
    exchanges,
    decide,
    signedIn,
    step,
    connected: async (...allow: readonly string[]): Promise<void> => {
      await step();
      for (const name of allow) await step({}, name);
    },
    account: async (given = deps): Promise<GoogleAccount> => {
      const account = await openAccount(given, "google");
      if (account === null) throw new Error("not connected");
      return account;
    },
    goAway: (isAway: boolean) => void (away = isAway),
    consents: () => googleConsents(context).value,
    /** As people do in their Google account. */
    control: async (body: object) =>
      consentPage.control?.({
        method: "POST",
        url: new URL(SANDBOX_URL),
        path: "",
        headers: new Headers(),
        body: Buffer.from(JSON.stringify(body)),
        signal: new AbortController().signal,
      }),
  };
}
