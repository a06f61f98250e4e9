/**
 * Imports the demo companies' past texts, e-mails, documents, calendars and tasks, as an admin would under Settings → Texts and → Sources; delayed
 * so as not to slow the first minute.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { TENANTS } from "../sandbox/world/company.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";
import { fillDemoInbox } from "./demo-inbox.ts";

const AFTER_MS = 60_000;
/** Documents are mostly the same for everyone, calendars are not; the first mailbox is the team's. */
const MOST_VIEWS = { email: 1, document: 1, event: 3, issue: 1 } as const;
const offersSchema = z.object({
  offers: z.array(
    z.object({
      connectionId: z.string(),
      kind: z.enum(["email", "document", "event", "issue"]),
      windowDays: z.int(),
      people: z.array(z.object({ id: z.string() })),
    }),
  ),
});

/** Once per data folder. Failures are reported and retried at the next start. */
export function readDemoPast(addresses: DemoAddresses, dataDir: string, say: (line: string) => void): void {
  const mark = join(dataDir, ".past-read");
  if (existsSync(mark)) return;
  const timer = setTimeout(() => {
    start(addresses)
      .then(() => writeFile(mark, ""))
      .then(() => fillDemoInbox(addresses, dataDir))
      .catch((error: unknown) => say(`The demo's past texts haven't been imported yet: ${String(error)}`));
  }, AFTER_MS);
  timer.unref();
}

async function start({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
  for (const { people, quo } of TENANTS) {
    const admin = people.find(({ role }) => role === "admin");
    if (admin === undefined) continue;
    const headers = await demoSignIn(sandboxUrl, admin.email);
    await demoCall(`${appUrl}/api/text-backfills/${quo.connectionId}/start`, z.unknown(), { headers });
    const { offers } = await demoCall(`${appUrl}/api/knowledge/sources`, offersSchema, {
      method: "GET",
      headers,
    });
    for (const { people: views, ...offer } of offers)
      for (const person of views.length === 0
        ? [""]
        : views.slice(0, MOST_VIEWS[offer.kind]).map(({ id }) => id))
        await demoCall(`${appUrl}/api/knowledge/sources`, z.unknown(), {
          headers,
          // These companies share their calendars.
          body: { ...offer, person, ownerId: null },
        });
  }
}
