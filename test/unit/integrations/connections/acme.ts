/** A team that connects services of the sandbox on its Connections page, without a server. */
import { FORMATS } from "../../../support/formats.ts";
import type { SandboxService } from "../../../../sandbox/service.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { connect, type Approach } from "../../../../src/integrations/connect.ts";
import type { ConnectionPagesDeps } from "../../../../src/integrations/manage-connections.ts";
import { sandboxVariables, vendorAddresses } from "../../../../src/integrations/registry.ts";
import type { ConnectionAlert } from "../../../../src/integrations/oauth/access.ts";
import type { OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import { turns } from "../../../support/event-loop.ts";
import { systemIds } from "../../../../src/kernel/ids.ts";
import { noConsent } from "../../../support/no-consent.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo, SANDBOX_URL, toNoService } from "../../../support/sandbox-http.ts";
import { NOW } from "../quo/quo-world.ts";

export const MASTER_KEYS = `k1:${btoa("0123456789abcdef0123456789abcdef")}`;
export const TEAM = {
  name: "Acme Homes",
  sessionId: "s1",
  by: { kind: "user", id: "user_dana", name: "Dana Whitfield" },
} as const;

/** What the page's use cases are given: a team without connections, and the sandbox's vendors by `http`. */
export function pagesWith(
  given: Pick<ConnectionPagesDeps, "http"> & Partial<ConnectionPagesDeps>,
): ConnectionPagesDeps {
  return {
    db: dbFor(nodeD1(), "tenant_acme"),
    masterKeys: MASTER_KEYS,
    addresses: vendorAddresses(sandboxVariables(SANDBOX_URL)),
    httpTo: toNoService,
    clock: { now: () => NOW },
    consent: noConsent(),
    readBlob: () => Promise.reject(new Error("no file is read here")),
    formats: FORMATS,
    ids: systemIds,
    appUrl: "https://steward.example",
    jobsChanged: () => Promise.resolve(),
    isTaken: () => Promise.resolve(false),
    ...given,
  };
}

export function pagesOver(services: readonly SandboxService[]): ConnectionPagesDeps {
  return pagesWith({ http: httpTo(services) });
}

/** Consent at these apps; it waits no time, and its alerts are kept. */
export function consentOver(
  clients: ConnectionPagesDeps["consent"]["clients"],
  http: OutsideHttp,
  alerts: ConnectionAlert[],
): ConnectionPagesDeps["consent"] {
  return {
    clients,
    http,
    newId: () => crypto.randomUUID(),
    sleep: () => turns(20),
    alert: async (alert) => void alerts.push(alert),
  };
}

/** A step of a form. */
export function stepOf(deps: ConnectionPagesDeps, vendor: string, approach: Partial<Approach>) {
  return connect(deps, vendor, { typed: {}, consent: null, chosen: {}, ...approach }, TEAM);
}

/** An answer to a question without uses. */
export function chosen(question: string, ...ids: string[]) {
  return { [question]: Object.fromEntries(ids.map((id) => [id, "yes"])) };
}
