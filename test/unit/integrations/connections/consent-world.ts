/** A team that signs in to vendors of the sandbox, without a server: real authorisation servers, real APIs, time that stands where it is put. */
import { expect } from "vitest";
import * as services from "../../../../sandbox/services.ts";
import { SANDBOX_APPS } from "../../../../sandbox/apps.ts";
import type { SandboxContext, SandboxService } from "../../../../sandbox/service.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { connect } from "../../../../src/integrations/connect.ts";
import type { ConnectionPagesDeps } from "../../../../src/integrations/manage-connections.ts";
import type { ConnectionAlert } from "../../../../src/integrations/oauth/access.ts";
import { finishConsent, startConsent } from "../../../../src/integrations/oauth/consent.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import type { OutsideHttp, OutsideRequest } from "../../../../src/kernel/outside-http.ts";
import type { Chosen } from "../../../../src/integrations/api/connections.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo } from "../../../support/sandbox-http.ts";
import { quoWorld } from "../quo/quo-world.ts";
import { turns } from "../../../support/event-loop.ts";
import { consentOver, pagesWith, TEAM } from "./acme.ts";

const APP_URL = "http://localhost:8787";
export const DANA = { userId: "user_dana", sessionId: "s1" };

export interface ConsentWorld {
  readonly db: TenantDb;
  readonly deps: ConnectionPagesDeps;
  readonly context: SandboxContext;
  readonly alerts: ConnectionAlert[];
  /** Requests so far. */
  readonly asked: OutsideRequest[];
  /** Answers one request in place of the vendor; null leaves it to the vendor. */
  stub: ((request: OutsideRequest) => { status: number; text: string } | "lost" | null) | null;
  passTime(ms: number): void;
  /** Comes back from the vendor, as this account; null denies. */
  decide(url: string, account: string | null): Promise<URLSearchParams>;
  /** Signs in as this account, with one capability more, and answers what is asked. */
  signIn(vendor: string, account: string, chosen?: Chosen, allow?: string): ReturnType<typeof connect>;
}

/** Makes one, for a team. */
export function consentWorld(tenantId = "tenant_acme", d1 = nodeD1()): ConsentWorld {
  const base = quoWorld().context;
  let nowMs = base.now();
  const context = { ...base, appUrl: APP_URL, now: () => nowMs };
  const all: SandboxService[] = [
    services.createGitHubConsent,
    services.createGitHub,
    services.createJiraConsent,
    services.createJiraGateway,
    services.createJira,
    services.createSlackConsent,
    services.createSlack,
  ].map((create) => create(context));
  const toSandbox = httpTo(all);
  const db = dbFor(d1, tenantId);
  const alerts: ConnectionAlert[] = [];
  const asked: OutsideRequest[] = [];

  const http: OutsideHttp = async (request) => {
    asked.push(request);
    const stubbed = world.stub?.(request) ?? null;
    if (stubbed !== null && stubbed !== "lost") return { ...stubbed, headers: new Headers() };
    // As long as an answer takes: others come meanwhile.
    await turns(20);
    const answer = await toSandbox(request);
    if (stubbed === "lost")
      throw new IntegrationError(request.vendor, "no answer", { outcome: "unknown", unreached: true });
    return answer;
  };

  const deps = pagesWith({
    db,
    http,
    clock: { now: () => nowMs },
    consent: consentOver(SANDBOX_APPS, http, alerts),
    appUrl: APP_URL,
  });

  const world: ConsentWorld = {
    db,
    deps,
    context,
    alerts,
    asked,
    stub: null,
    passTime: (ms) => void (nowMs += ms),
    async decide(url, account) {
      const at = new URL(url);
      const server = all.find(({ prefix }) => at.pathname.startsWith(`${prefix}/`));
      if (server === undefined) return expect.unreachable(url);
      const ask = async (method: string, body: string) =>
        server.handle({
          method,
          url: at,
          path: at.pathname.slice(server.prefix.length),
          headers: new Headers(),
          body: Buffer.from(body),
          signal: new AbortController().signal,
        });
      const page = await (await ask("GET", "")).text();
      expect(page).toMatch(/Allow Steward/);
      const form = new URLSearchParams(at.searchParams);
      form.set("allow", account ?? "");
      const back = await ask("POST", form.toString());
      const location = new URL(back.headers.get("location") ?? "");
      expect(location.origin).toBe(APP_URL);
      return location.searchParams;
    },
    async signIn(vendor, account, chosen = {}, allow) {
      const { url } = await startConsent(deps, vendor, DANA, allow ?? null);
      const outcome = await finishConsent(deps, vendor, await world.decide(url, account), DANA);
      if (outcome.kind !== "granted") return expect.unreachable(outcome.kind);
      return connect(deps, vendor, { typed: null, consent: outcome.consentId, chosen }, TEAM);
    },
  };
  return world;
}
