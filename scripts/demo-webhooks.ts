/** Registers Steward's webhooks with the sandbox's phone system, as an admin of a real company would in its settings. */
import { TENANTS } from "../sandbox/world/company.ts";

const LABEL = "Steward (npm start)";
/** What is told, by the address it is asked for at. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  messages: ["message.received", "message.delivered"],
  calls: ["call.ringing", "call.completed"],
  "call-summaries": ["call.summary.completed"],
  "call-transcripts": ["call.transcript.completed"],
};

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly label: string | null;
  readonly events: readonly string[];
}

async function quo<Answer>(sandboxUrl: string, key: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${sandboxUrl}/quo${path}`, {
    method,
    headers: {
      authorization: key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  const text = await answer.text();
  // oxlint-disable-next-line no-unsafe-type-assertion -- our own sandbox answers in the vendor's shapes
  return (text === "" ? null : JSON.parse(text)) as Answer;
}

/** Makes sure that each demo company's texts reach this app, and only this one. Repeats change nothing. */
export async function registerDemoWebhooks(addresses: {
  readonly appUrl: string;
  readonly sandboxUrl: string;
}): Promise<void> {
  const { appUrl, sandboxUrl } = addresses;
  for (const { quo: account } of TENANTS) {
    const url = `${appUrl}/webhooks/quo/${account.connectionId}`;
    const { data } = await quo<{ data: Webhook[] }>(sandboxUrl, account.apiKey, "GET", "/v1/webhooks");
    const ours = data.filter(({ label }) => label === LABEL);
    for (const webhook of ours.filter((one) => one.url !== url))
      await quo(sandboxUrl, account.apiKey, "DELETE", `/v1/webhooks/${webhook.id}`);
    const told = new Set(ours.filter((one) => one.url === url).flatMap(({ events }) => events));
    for (const [kind, all] of Object.entries(EVENTS)) {
      const events = all.filter((event) => !told.has(event));
      if (events.length === 0) continue;
      await quo(sandboxUrl, account.apiKey, "POST", `/v1/webhooks/${kind}`, { url, events, label: LABEL });
    }
  }
}
