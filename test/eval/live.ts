/** The sets asked of the really running product with a model behind it: every question as a person would ask it, its answer kept as it came. */
import { randomUUID } from "node:crypto";
import { moveFilesIn } from "../../scripts/demo-workspace.ts";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import type { Stack } from "../../scripts/stack.ts";
import { HARBOR } from "../../sandbox/world/company.ts";
import type { Approval } from "../../src/approvals/api/approval.ts";
import type { AccountAnswer } from "../../src/accounts/api/account-query.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import type { Seen } from "./grade-update.ts";
import type { AnySet } from "./types.ts";

/** An answer as it came. Replayed, it is graded again. */
export interface Recorded {
  readonly set: string;
  readonly id: string;
  readonly ask: string;
  readonly seconds: number;
  /** When it was asked; of older ones their file knows. */
  readonly atMs?: number;
  /** The digest of its prompt (`prompts.ts`). */
  readonly prompt?: string;
  readonly answer: AccountAnswer;
  /** Of a command: the account before and afterwards; of one that waited, while it did too. */
  readonly seen?: { readonly before: Seen; readonly waiting?: Seen; readonly after: Seen };
}

const RUTH = "ruth@harborlight.example";
/** What is on record with clients is filed by itself once they are known; of one there is nothing. */
const FILED = 39;
const FILING_MS = 20 * 60_000;
/** Filing is over when the past is imported and nothing more has come for this long. */
const QUIET_MS = 20_000;
const ANSWER_MS = 5 * 60_000;

/** Asks all of it, one after the other. */
export async function askSets(
  stack: Stack,
  sets: readonly AnySet[],
  say: (line: string) => void,
): Promise<Recorded[]> {
  await moveFilesIn(stack);
  await registerDemoWebhooks(stack);
  const ruth = await signInAs(stack.appUrl, stack.sandboxUrl, RUTH);
  await ruth.json("POST", `/api/text-backfills/${HARBOR.quo.connectionId}/start`, {});
  await filed(stack, ruth);
  const recorded: Recorded[] = [];
  for (const { set, cases } of sets) {
    say(`asking ${set}: ${cases.length}`);
    for (const one of cases) {
      const { id, ask } = one;
      const atMs = Date.now();
      if ("becomes" in one) {
        const before = await seenOf(ruth, one.about);
        const said = await asked(ruth, ask);
        const now = await seenOf(ruth, one.about);
        const isDecided = await approved(ruth, said.answer);
        const seen = isDecided
          ? { before, waiting: now, after: await seenOf(ruth, one.about) }
          : { before, after: now };
        recorded.push({ set, id, ask, atMs, ...said, seen });
      } else {
        const before = "before" in one ? one.before : undefined;
        recorded.push({ set, id, ask, atMs, ...(await asked(ruth, ask, before)) });
      }
    }
  }
  return recorded;
}

/** Waits until the clients' words are with their accounts: e-mails, and past texts and calls. */
async function filed(stack: Stack, ruth: Client): Promise<void> {
  let [files, since] = [0, Date.now()];
  await eventually(
    "what clients wrote and said is filed",
    async () => {
      await stack.tick();
      const { items: imports } = await ruth.json<{ items: { state: string }[] }>(
        "GET",
        "/api/text-backfills",
      );
      const { items } = await ruth.json<{ items: { path: string }[] }>("GET", "/api/accounts/tree");
      const counts = await Promise.all(items.map(({ path }) => filesBelow(ruth, `${path}/sources`)));
      const now = counts.reduce((sum, one) => sum + one, 0);
      if (now !== files) [files, since] = [now, Date.now()];
      return (
        counts.filter((one) => one > 0).length >= FILED &&
        imports.every(({ state }) => state === "done") &&
        Date.now() - since > QUIET_MS
      );
    },
    FILING_MS,
  );
}

async function filesBelow(ruth: Client, path: string): Promise<number> {
  const found = await ruth.request("GET", `/api/accounts/tree?path=${path}`);
  if (!found.ok) return 0;
  const { items } = (await found.json()) as { items: { files?: number }[] };
  return items.reduce((sum, { files }) => sum + (files ?? 1), 0);
}

/** One question, in a conversation of its own; `before`: an account that is spoken of first. */
async function asked(
  ruth: Client,
  query: string,
  before?: string,
): Promise<Pick<Recorded, "answer" | "seconds">> {
  const conversationId = randomUUID();
  if (before !== undefined) await stopped(ruth, { query: `What stage is ${before} in?`, conversationId });
  const begun = performance.now();
  const answer = await stopped(ruth, { query, conversationId });
  return { answer, seconds: (performance.now() - begun) / 1_000 };
}

/** Approves what an answer says waits; whether anything did. */
async function approved(ruth: Client, answer: AccountAnswer): Promise<boolean> {
  if (answer.type !== "awaiting_approval") return false;
  for (const { approvalId } of answer.approvals) {
    const path = `/api/approvals/${approvalId}`;
    const { effectHash } = await ruth.json<Approval>("GET", path);
    await ruth.json("POST", `${path}/decision`, { effectHash, decision: "approve" });
    await eventually("what was approved is done", async () => {
      const { status } = await ruth.json<Approval>("GET", path);
      return status !== "pending" && status !== "approved" && status !== "executing";
    });
  }
  return true;
}

/** An account as its page and the list have it. */
async function seenOf(ruth: Client, name: string): Promise<Seen> {
  const path = `/api/accounts?q=${encodeURIComponent(name)}`;
  const { items } = await ruth.json<{ items: (Seen["line"] & { id: string; name: string })[] }>("GET", path);
  const line = items.find((one) => one.name === name);
  if (line === undefined) throw new Error(`the list has no ${name}`);
  return { account: await ruth.json<Seen["account"]>("GET", `/api/accounts/${line.id}`), line };
}

async function stopped(ruth: Client, body: object): Promise<AccountAnswer> {
  const first = await ruth.json<AccountAnswer>("POST", "/api/accounts/query", body);
  if (first.type !== "running") return first;
  return eventually(
    "the turn stops",
    async () => {
      const path = `/api/accounts/answers/${first.conversationId}/${first.turnId}`;
      const answer = await ruth.json<AccountAnswer>("GET", path);
      return answer.type === "running" ? null : answer;
    },
    ANSWER_MS,
  );
}
