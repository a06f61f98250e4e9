/** The sandbox's Drive over HTTP with our real client and toolset over it, as one of the demo's people sees it. */
import { ALDER } from "../../../../sandbox/world/company.ts";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import type { EffectExecutor } from "../../../../src/approvals/ports.ts";
import type { GoogleAccount } from "../../../../src/integrations/google/read.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { Tenant } from "../../../../src/agent/tools/tenant.ts";
import type { Acting } from "../../../../src/agent/tools/call.ts";
import { drive, type DriveServices } from "../../../../src/integrations/google/tools/drive/index.ts";
import { startGoogle } from "../../approvals/effects/google-sandbox.ts";

export interface DriveWorld {
  readonly account: GoogleAccount;
  readonly url: string;
  readonly executor: EffectExecutor;
  /** The tools' services for whom somebody is: an address of the team, or null where nobody of it asks. */
  as(address: string | null): Promise<DriveServices>;
  control(path: string, body: unknown): Promise<unknown>;
  outbox(service: string): Promise<readonly { readonly body: unknown }[]>;
  /** What of the sandbox's own answers broke Google's description. */
  violations(): Promise<unknown>;
  close(): Promise<void>;
}

/** A running sandbox with Alder & Finch's Drive. */
export async function driveWorld(more: Partial<Tenant> = {}): Promise<DriveWorld> {
  const google = await startGoogle([]);
  const { account, url } = google;
  const tenant = (address: string | null): Tenant =>
    ({
      account: async () => account,
      timeZone: async () => ALDER.timeZone,
      clock: account.clock,
      db: { find: async () => (address === null ? null : { email: address }), rows: async () => [] },
      ...more,
    }) as unknown as Tenant;
  const acting = (address: string | null): Acting => ({
    conversationId: "conv_1",
    agent: "steward",
    runId: "run_1",
    speaker: address === null ? null : { kind: "user", id: "user_1", name: address },
    callId: null,
  });
  const find = (async (vendor: string) => (vendor === "google" ? account : null)) as FindAccount;
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}/control/${path}`)).json();
  return {
    account,
    url,
    executor: createExecutor(find, {
      clock: account.clock,
      logger: silentLogger,
    } as unknown as Parameters<typeof createExecutor>[1]),
    as: async (address) => (await drive.open(tenant(address), acting(address))) as DriveServices,
    control: async (path, body) =>
      (await fetch(`${url}/control/${path}`, { method: "POST", body: JSON.stringify(body) })).json(),
    outbox: async (service) =>
      (await read(`outbox?service=${service}`)) as readonly { readonly body: unknown }[],
    violations: () => read("violations"),
    close: () => google.close(),
  };
}
