/** The real sandbox's Google over HTTP, with our real client. */
import { FORMATS } from "../../../support/formats.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../../../../sandbox/server.ts";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { mailboxSettingsSchema } from "../../../../src/integrations/connections/mailbox-settings.ts";
import { google } from "../../../../src/integrations/google/index.ts";
import type { GoogleAccount } from "../../../../src/integrations/google/read.ts";
import { systemClock } from "../../../../src/kernel/clock.ts";
import { egressRule } from "../../../../src/platform/egress.ts";
import { createOutsideHttp } from "../../../../src/platform/outside-http.ts";

let worlds = 0;

/** A running sandbox and the demo tenant's account at its Google, with the calendars of these people. */
export async function startGoogle(
  calendars: readonly string[],
): Promise<{ account: GoogleAccount; url: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "steward-google-"));
  const sandbox = await startSandbox({ port: 0, dataDir, appUrl: "http://localhost:9" });
  const { connectionId, mailboxes } = ALDER.google;
  const key = await fetch(`${sandbox.url}/control/google/service-account?connection=${connectionId}`);
  const account = google.open({
    connection: {
      id: `${connectionId}_${worlds++}`,
      tenantId: ALDER.id,
      label: "Google",
      settings: mailboxSettingsSchema.parse({ mailboxes, calendars }),
      createdAt: "2026-01-01T00:00:00.000Z",
      credential: await key.text(),
    },
    consent: null,
    address: (name) => `${sandbox.url}${google.addresses[name].sandbox}`,
    http: createOutsideHttp({ allows: egressRule([sandbox.url], []) }),
    clock: systemClock,
    readBlob: () => Promise.reject(new Error("no files here")),
    formats: FORMATS,
  });
  return {
    account,
    url: sandbox.url,
    async close() {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
