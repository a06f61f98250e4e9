/** MAIL-ALL: whatever comes at once is taken, over kills, and each e-mail is in exactly one run or shown as joined to one. Over the really running product. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Message } from "../../src/agent/api/message.ts";
import type { MailState, MailView } from "../../src/messaging/api/mail.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { changePolicy, says, script } from "../support/scripted.ts";

const MAILS = NIGHTLY ? 2_000 : 100;
const KILLS = NIGHTLY ? 8 : 2;
/** Of the threads, every fifth has a second e-mail that comes with the first. */
const SECONDS = 5;
const OFFICE = "office@alderfinch.example";
const FROM = "burst.example";

interface Run {
  readonly id: string;
  readonly conversationId: string;
  readonly status: string;
}

it(
  `MAIL-ALL: ${MAILS} e-mails at once with ${KILLS} kills -9 are all taken, each in exactly one run`,
  async () => {
    await using stack = await ownStack({ tickCron: true });
    const { appUrl, sandboxUrl } = stack;
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    await changePolicy(dana, { toolCallsPerHour: 100_000, monthlyBudgetUsd: 10_000 });
    await watchOnly(dana, FROM);
    const marker = "mail-all-burst";
    await script(
      sandboxUrl,
      marker,
      Array.from({ length: MAILS * 2 }, () => says("[NO_ACTION_NEEDED] Seen.")),
    );

    const sent = await burst(sandboxUrl, marker);
    await dana.json("POST", "/api/schedules/system.mail.general/run");
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(3_000 + kill * 1_700);
      await stack.killApp();
      await stack.startApp();
    }

    const state = await eventually(
      "every e-mail is taken",
      async () => {
        const now = await dana.json<MailState>("GET", "/api/mail");
        const office = now.mailboxes.find(({ address }) => address === OFFICE);
        const isDone = office?.waiting === 0 && office.failing === 0 && !office.isListing;
        return isDone ? office : null;
      },
      NIGHTLY ? 30 * 60_000 : 240_000,
    );
    expect(state.problem).toBeNull();

    const threads = [...new Set(sent.map(({ threadId }) => threadId))];
    let joined = 0;
    const runs: Run[] = [];
    for (const threadId of threads) {
      const wanted = sent.filter((mail) => mail.threadId === threadId).map(({ id }) => id);
      const found = await eventually(
        `the agent has read ${threadId}`,
        () => atRest(dana, `email:${threadId}`, wanted),
        NIGHTLY ? 20 * 60_000 : 180_000,
      );
      // Two e-mails of a thread are two runs, or one that says by its messages that it took both.
      expect(found.runs.length).toBeGreaterThan(0);
      expect(found.runs.length).toBeLessThanOrEqual(wanted.length);
      joined += wanted.length - found.runs.length;
      runs.push(...found.runs);
    }
    expect(runs.filter(({ status }) => status !== "finished")).toEqual([]);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
    const kept = await dana.json<{ items: MailView[] }>("GET", "/api/mails?limit=200");
    expect(kept.items.filter((mail) => mail.state === "received")).toEqual([]);
    console.log(
      `MAIL-ALL: ${sent.length} e-mails at once in ${threads.length} threads over ${KILLS} real SIGKILLs: 0 lost, 0 twice, ` +
        `${runs.length} runs, ${joined} joined to another's run`,
    );
  },
  NIGHTLY ? 90 * 60_000 : 12 * 60_000,
);

/** The general check takes what comes from one domain and nothing that lies in the mailbox already. */
async function watchOnly(admin: Client, domain: string): Promise<void> {
  const { settings, version } = await admin.json<MailState>("GET", "/api/mail");
  if (settings === null) throw new Error("no e-mail is connected");
  const general = { ...settings.checks.general, query: `in:inbox is:unread from:${domain}` };
  const checks = { ...settings.checks, general };
  await admin.json("PUT", "/api/mail", { settings: { ...settings, checks }, version });
}

/** So many e-mails, some of them two of a thread. */
async function burst(
  sandboxUrl: string,
  marker: string,
): Promise<{ readonly id: string; readonly threadId: string }[]> {
  const sent: { id: string; threadId: string }[] = [];
  let index = 0;
  while (sent.length < MAILS) {
    index += 1;
    const mail = {
      from: `Nora ${index} <nora${index}@${FROM}>`,
      to: OFFICE,
      subject: `Question ${index}`,
      body: `The first words of ${index}. ${marker}`,
    };
    const first = await controlAt<{ id: string; threadId: string }>(sandboxUrl, "inbound/email", mail);
    sent.push(first);
    if (index % SECONDS !== 0 || sent.length >= MAILS) continue;
    const { threadId } = first;
    const second = {
      ...mail,
      subject: `Re: Question ${index}`,
      body: `And more of ${index}. ${marker}`,
      threadId,
    };
    sent.push(await controlAt<{ id: string; threadId: string }>(sandboxUrl, "inbound/email", second));
  }
  return sent;
}

/** The runs of a conversation once the agent has answered everything in it; null before. Throws where an e-mail stands there twice. */
async function atRest(
  client: Client,
  conversation: string,
  wanted: readonly string[],
): Promise<{ readonly runs: readonly Run[] } | null> {
  const path = `/api/conversations/${encodeURIComponent(conversation)}/messages`;
  const answer = await client.request("GET", path);
  if (answer.status === 404) return null;
  const { items } = (await answer.json()) as { items: Message[] };
  const mails = items.flatMap(({ parts }) =>
    parts.flatMap((part) => ("emailId" in part ? [String(part["emailId"])] : [])),
  );
  expect(new Set(mails).size, `${conversation} holds an e-mail twice`).toBe(mails.length);
  if (mails.length < wanted.length) return null;
  expect(mails.toSorted()).toEqual([...wanted].toSorted());
  const isRead = items.at(-1)?.role === "assistant" && items.every(({ queued }) => queued !== true);
  if (!isRead) return null;
  const query = new URLSearchParams({ conversationId: conversation, limit: "100" });
  const { items: runs } = await client.json<{ items: (Run & { finishedAt: string | null })[] }>(
    "GET",
    `/api/runs?${query.toString()}`,
  );
  return runs.length > 0 && runs.every(({ finishedAt }) => finishedAt !== null) ? { runs } : null;
}
