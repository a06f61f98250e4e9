/** Pairs the sandbox's phone with Steward, as a person would: a device at the push service, subscribed in the app. */
import * as z from "zod";
import { ALDER } from "../sandbox/world/company.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";

const deviceSchema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

/** Makes the demo's first person reachable on the sandbox's lock screen. */
export async function pairDemoPhone({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
  const owner = ALDER.people[0];
  if (owner === undefined) return;
  const name = `${owner.firstName}'s phone (sandbox)`;
  const device = await demoCall(`${sandboxUrl}/push/devices`, deviceSchema, { body: { name } });
  await demoCall(`${appUrl}/api/push/subscriptions`, z.unknown(), {
    headers: await demoSignIn(sandboxUrl, owner.email),
    body: { ...device, device: name },
  });
}
