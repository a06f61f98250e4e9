/** The real sandbox's Quo over HTTP, with our real client: what tests of actions and reads run against. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { startSandbox } from "../../../../sandbox/server.ts";
import type { OpenConnection } from "../../../../src/integrations/connections/index.ts";
import type { QuoSettings } from "../../../../src/integrations/quo/settings.ts";
import { quoClient } from "../../../../src/integrations/quo/client.ts";
import type { QuoAccount } from "../../../../src/integrations/quo/read.ts";
import { systemClock } from "../../../../src/kernel/clock.ts";
import { egressRule } from "../../../../src/platform/egress.ts";
import { createOutsideHttp } from "../../../../src/platform/outside-http.ts";

/** A running sandbox and the demo tenant's account at its Quo. */
export interface QuoSandbox {
  readonly account: QuoAccount;
  /** Calls of the control API. */
  control(path: string, body?: unknown): Promise<unknown>;
  outbox(): Promise<{ method: string; path: string; body: unknown }[]>;
  close(): Promise<void>;
}

let worlds = 0;

export async function startQuo(): Promise<QuoSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), "steward-quo-"));
  const sandbox = await startSandbox({ port: 0, dataDir, appUrl: "http://localhost:9" });
  const connection: OpenConnection<QuoSettings> = {
    id: `${ALDER.quo.connectionId}_${worlds++}`,
    tenantId: ALDER.id,
    label: "Quo",
    settings: { ownCompany: ALDER.name, lines: [...ALDER.quo.lines] },
    createdAt: "2026-01-01T00:00:00.000Z",
    credential: ALDER.quo.apiKey,
  };
  const http = createOutsideHttp({ allows: egressRule([sandbox.url], []) });
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${sandbox.url}/control/${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    account: {
      connection,
      client: quoClient(http, systemClock, { baseUrl: `${sandbox.url}/quo`, apiKey: connection.credential }),
      clock: systemClock,
    },
    control,
    async outbox() {
      return (
        (await control("outbox?service=quo")) as { items: { method: string; path: string; body: unknown }[] }
      ).items;
    },
    async close() {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
