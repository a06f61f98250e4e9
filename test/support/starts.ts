/** Runs by what starts them, over the really running product: a colleague in the chat, and what comes in with no one there. */
import { randomUUID } from "node:crypto";
import type { MailState } from "../../src/messaging/api/mail.ts";
import { controlAt, type Client } from "./client.ts";
import { changePolicy } from "./scripted.ts";

/** What starts a run. */
export const STARTS = ["chat", "text", "e-mail", "schedule"] as const;
export type Start = (typeof STARTS)[number];

const FROM = "played.example";
const OFFICE = "office@alderfinch.example";
const LINE = "PNalderShared";

/** Lets what comes in start its run soon, and nothing that lies in the mailbox already. */
export async function startSoon(admin: Client): Promise<void> {
  await changePolicy(admin, {
    toolCallsPerHour: 100_000,
    sms: { startRunsOnLines: null, debounceSeconds: 0.5, debounceMaxSeconds: 2 },
  });
  const { settings, version } = await admin.json<MailState>("GET", "/api/mail");
  if (settings === null) throw new Error("no e-mail is connected");
  const general = { ...settings.checks.general, query: `in:inbox is:unread from:${FROM}` };
  await admin.json("PUT", "/api/mail", {
    settings: { ...settings, checks: { ...settings.checks, general } },
    version,
  });
}

let lastNumber = 4000;

/** Starts a run that is about these words. Answers its conversation, which may come to be a moment later. `messageId` is a chat message's own. */
export async function startRun(
  client: Client,
  sandboxUrl: string,
  start: Start,
  words: string,
  messageId?: string,
): Promise<string> {
  switch (start) {
    case "chat": {
      const conversation = randomUUID();
      await client.send(conversation, words, messageId);
      return conversation;
    }
    case "text": {
      const from = `+1412555${String(++lastNumber)}`;
      await textFrom(sandboxUrl, from, words);
      return `sms:${from}`;
    }
    case "e-mail": {
      const mail = { from: `Nora Quist <nora@${FROM}>`, to: OFFICE, subject: "A question", body: words };
      const { threadId } = await controlAt<{ threadId: string }>(sandboxUrl, "inbound/email", mail);
      await client.json("POST", "/api/schedules/system.mail.general/run");
      return `email:${threadId}`;
    }
    case "schedule": {
      const cadence = { type: "cron", expression: "0 9 1 1 *" };
      const schedule = { title: "Once a year", instruction: words, cadence };
      const { id } = await client.json<{ id: string }>("POST", "/api/schedules", schedule);
      await client.json("POST", `/api/schedules/${id}/run`);
      return `schedule:${id}`;
    }
  }
}

/** A text of somebody outside, acknowledged. */
export async function textFrom(sandboxUrl: string, from: string, text: string): Promise<void> {
  const { deliveries } = await controlAt<{ deliveries: { status: number | null }[] }>(
    sandboxUrl,
    "inbound/sms",
    { from, to: LINE, text },
  );
  if (deliveries.length === 0 || deliveries.some(({ status }) => status !== 200))
    throw new Error(`a text was answered with ${deliveries.map(({ status }) => status).join(", ")}`);
}
