/**
 * Imports the demo companies' past texts, e-mails, documents, calendars and tasks, as an admin would under Settings → Texts and → Sources.
 */
import * as z from "zod";
import { TENANTS } from "../sandbox/world/company.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";

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

export async function readDemoPast({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
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
