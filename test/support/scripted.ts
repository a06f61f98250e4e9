/** A scripted model that proposes texts, and the people it can propose them to. */
import { randomUUID } from "node:crypto";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { controlAt, eventually, type Client } from "./client.ts";

/** A text the model is told to propose. */
export interface ProposedText {
  readonly to: string;
  readonly text: string;
}

interface ContactPage {
  readonly data: readonly {
    readonly company: string | null;
    readonly phoneNumbers: readonly { readonly value: string | null }[];
  }[];
  readonly nextCursor: string | null;
}

/** Numbers of Alder's outside contacts, each once, as the phone system itself lists them. */
export async function outsideNumbers(sandboxUrl: string): Promise<string[]> {
  const numbers = new Set<string>();
  for (let after: string | null = ""; after !== null;) {
    const answer = await fetch(
      `${sandboxUrl}/quo/contacts?limit=50${after === "" ? "" : `&after=${after}`}`,
      {
        headers: { authorization: "quo_demo_alder", "quo-api-version": "2026-03-30" },
      },
    );
    if (!answer.ok) throw new Error(`contacts of the sandbox: ${answer.status} ${await answer.text()}`);
    const page = (await answer.json()) as ContactPage;
    for (const { company, phoneNumbers } of page.data) {
      if (company?.startsWith("Alder & Finch") === true) continue;
      for (const { value } of phoneNumbers) if (value !== null) numbers.add(value);
    }
    after = page.nextCursor;
  }
  return [...numbers];
}

/** Queues answers of the model for requests whose messages contain the marker. */
export function script(
  sandboxUrl: string,
  marker: string,
  responses: readonly Record<string, unknown>[],
): Promise<unknown> {
  return controlAt(sandboxUrl, "anthropic/script", { marker, responses });
}

/** One plain answer of the model. */
export function says(text: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { content: [{ type: "text", text }], ...more };
}

/** Starts a run that is about the words; answers its conversation. */
type StartRun = (words: string) => Promise<string>;

/** Has the agent propose these texts in a new conversation and waits until all of them wait for a decision. */
export function proposeTexts(
  sandboxUrl: string,
  client: Client,
  texts: readonly ProposedText[],
  start?: StartRun,
): Promise<Proposed> {
  const calls = texts.map((input) => ({ name: "send_message", input }));
  return propose(sandboxUrl, client, calls, start);
}

/** A conversation in which approvals wait. */
export interface Proposed {
  readonly conversation: string;
  readonly marker: string;
  readonly approvals: Approval[];
}

/** Has the agent make these calls in a new conversation and waits until each of them waits for a decision. */
export async function propose(
  sandboxUrl: string,
  client: Client,
  calls: readonly { readonly name: string; readonly input: object }[],
  start: StartRun = async (words) => {
    const id = randomUUID();
    await client.send(id, words);
    return id;
  },
): Promise<Proposed> {
  const marker = `propose-${randomUUID().slice(0, 13)}`;
  await script(sandboxUrl, marker, [
    {
      stopReason: "tool_use",
      content: calls.map(({ name, input }, index) => ({
        type: "tool_use",
        id: `toolu_${marker.replaceAll("-", "_")}_${index}`,
        name,
        input,
      })),
    },
    ...Array.from({ length: calls.length + 2 }, () => says("Understood.")),
  ]);
  const conversation = await start(`Please send these: ${marker}`);
  const approvals = await eventually(
    `${calls.length} approvals wait`,
    async () => {
      const items = await client.openApprovals(encodeURIComponent(conversation));
      return items.length === calls.length ? items : null;
    },
    60_000,
  );
  return { conversation, marker, approvals };
}

interface Outbox {
  readonly items: readonly {
    readonly method: string;
    readonly path: string;
    readonly body: { readonly content?: string; readonly to?: readonly string[] } | null;
  }[];
}

/** The words of a proposed text, as the card shows and the ledger holds them. */
export function wordsOf(approval: Approval): string {
  const text = approval.effects.at(-1)?.document["text"];
  return typeof text === "string" ? text : "";
}

/** Words of every text that really left, in order. */
export async function sentTexts(sandboxUrl: string): Promise<string[]> {
  const { items } = await controlAt<Outbox>(sandboxUrl, "outbox?service=quo");
  return items
    .filter(({ method, path }) => method === "POST" && path.endsWith("/messages"))
    .map(({ body }) => body?.content ?? "");
}

/** Words of every e-mail that really left, in order. */
export async function sentEmails(sandboxUrl: string): Promise<string[]> {
  const { items } = await controlAt<{
    items: { path: string; body: { email?: { text: string } } | null }[];
  }>(sandboxUrl, "outbox?service=gmail");
  return items
    .filter(({ path }) => path.endsWith("/messages/send"))
    .map(({ body }) => body?.email?.text.trim() ?? "");
}

/** Sets policy fields as an admin. */
export async function changePolicy(client: Client, change: Record<string, unknown>): Promise<void> {
  const { policy, version } = await client.json<{ policy: Record<string, unknown>; version: number }>(
    "GET",
    "/api/policy",
  );
  await client.json("PUT", "/api/policy", { policy: { ...policy, ...change }, version });
}
