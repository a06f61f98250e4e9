/**
 * Phone system setup: what a key gives access to, and the webhooks for texts and calls. Webhooks use `/v1/webhooks` (sandbox/specs); each
 * has its own signing key.
 */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { answerParser } from "../json-client.ts";
import type { QuoClient } from "./client.ts";

/** Events requested per endpoint of `/v1/webhooks`. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  messages: ["message.received", "message.delivered"],
  calls: ["call.ringing", "call.completed"],
  "call-summaries": ["call.summary.completed"],
  "call-transcripts": ["call.transcript.completed"],
};
const LABEL = "Steward";

const parseAnswer = answerParser("quo");

const linesAnswer = z.object({
  data: z.array(
    z.object({ id: z.string().regex(/^PN/), name: z.string(), number: z.string().regex(E164_PATTERN) }),
  ),
});
const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  key: z.string().min(1),
  events: z.array(z.string()),
  status: z.string(),
});

/** A line of the key's account. */
interface KeyLine {
  readonly phoneNumberId: string;
  readonly number: string;
  readonly label: string;
}

/** Throws IntegrationError. */
export async function linesOfKey(client: QuoClient): Promise<KeyLine[]> {
  const answer = await client({ method: "GET", path: "/v1/phone-numbers" });
  return parseAnswer(linesAnswer, answer).data.map(({ id, name, number }) => ({
    phoneNumberId: id,
    number,
    label: name.trim() === "" ? number : name,
  }));
}

/**
 * Registers webhooks at this URL and returns their signing keys. Existing ones are kept, so a repeat after a crash creates no duplicates.
 * Throws IntegrationError.
 */
export async function hearAt(client: QuoClient, url: string): Promise<string[]> {
  const ours = (await webhooksAt(client, url)).filter(({ status }) => status === "enabled");
  const heard = new Set(ours.flatMap(({ events }) => events));
  const keys = ours.map(({ key }) => key);
  for (const [kind, all] of Object.entries(EVENTS)) {
    const events = all.filter((event) => !heard.has(event));
    if (events.length === 0) continue;
    const body = { url, events, label: LABEL };
    const answer = await client({ method: "POST", path: `/v1/webhooks/${kind}`, body });
    keys.push(parseAnswer(z.object({ data: webhookSchema }), answer, "unknown").data.key);
  }
  return [...new Set(keys)];
}

/** Removes the webhooks to this URL. Throws IntegrationError. */
export async function forgetWebhooks(client: QuoClient, url: string): Promise<void> {
  for (const { id } of await webhooksAt(client, url))
    await client({ method: "DELETE", path: `/v1/webhooks/${encodeURIComponent(id)}` });
}

async function webhooksAt(client: QuoClient, url: string) {
  const answer = await client({ method: "GET", path: "/v1/webhooks" });
  const { data } = parseAnswer(z.object({ data: z.array(webhookSchema) }), answer);
  return data.filter((webhook) => webhook.url === url);
}
