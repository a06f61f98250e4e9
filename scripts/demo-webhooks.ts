/** Registers Steward's webhooks with the sandbox's phone system, as an admin would in its settings. */
import * as z from "zod";
import { TENANTS } from "../sandbox/world/company.ts";
import { demoCall, type DemoAddresses } from "./demo-call.ts";

const LABEL = "Steward (npm start)";
/** Events per endpoint. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  messages: ["message.received", "message.delivered"],
  calls: ["call.ringing", "call.completed"],
  "call-summaries": ["call.summary.completed"],
  "call-transcripts": ["call.transcript.completed"],
};

const registeredSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      label: z.string().nullable(),
      events: z.array(z.string()),
    }),
  ),
});

/** Makes sure that each demo company's texts reach this app, and only this one. Idempotent. */
export async function registerDemoWebhooks({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
  const webhooks = `${sandboxUrl}/quo/v1/webhooks`;
  for (const { quo } of TENANTS) {
    const headers = { authorization: quo.apiKey };
    const url = `${appUrl}/webhooks/quo/${quo.connectionId}`;
    const { data } = await demoCall(webhooks, registeredSchema, { method: "GET", headers });
    const ours = data.filter(({ label }) => label === LABEL);
    for (const { id } of ours.filter((one) => one.url !== url))
      await demoCall(`${webhooks}/${id}`, z.unknown(), { method: "DELETE", headers });
    const told = new Set(ours.filter((one) => one.url === url).flatMap(({ events }) => events));
    for (const [kind, all] of Object.entries(EVENTS)) {
      const events = all.filter((event) => !told.has(event));
      if (events.length === 0) continue;
      await demoCall(`${webhooks}/${kind}`, z.unknown(), { headers, body: { url, events, label: LABEL } });
    }
  }
}
