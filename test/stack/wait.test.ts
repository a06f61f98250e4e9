import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Approval, ApprovalRow } from "../../src/approvals/api/approval.ts";
import { hasComeTo } from "../support/cannot-come.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack, type OwnStack } from "../support/own-stack.ts";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { descendants } from "../../scripts/parts.ts";
import { watch } from "../../scripts/watch.ts";
import { changePolicy, outsideNumbers, proposeTexts, sentTexts, wordsOf } from "../support/scripted.ts";
import { startRun, STARTS, startSoon } from "../support/starts.ts";

const APPROVALS = NIGHTLY ? 1000 : 20;
const KILLS = NIGHTLY ? 20 : 2;
const PER_TURN = NIGHTLY ? 10 : 5;
const PARALLEL_RACES = 5;

interface Refusal {
  readonly error: { readonly code: string; readonly details?: { readonly by?: string } };
}

it(
  `WAIT: ${APPROVALS} approvals of the chat, texts, e-mails and schedules wait over ${KILLS} kills -9; then two people decide each at once and exactly one wins`,
  async () => {
    await using stack = await ownStack();
    const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
    const marcus = await signInAs(stack.appUrl, stack.sandboxUrl, "marcus@alderfinch.example");
    await registerDemoWebhooks(stack);
    await startSoon(dana);
    const numbers = await outsideNumbers(stack.sandboxUrl);
    const waiting = new Map<string, string>();

    const killEvery = Math.ceil(APPROVALS / PER_TURN / KILLS);
    let kills = 0;
    for (let turn = 0; turn < APPROVALS / PER_TURN; turn++) {
      const texts = Array.from({ length: PER_TURN }, (_, index) => ({
        to: numbers[(turn * PER_TURN + index) % numbers.length] ?? "",
        text: `Waiting text ${turn * PER_TURN + index}.`,
      }));
      const start = STARTS[turn % STARTS.length] ?? "chat";
      const { approvals } = await proposeTexts(stack.sandboxUrl, dana, texts, (words) =>
        startRun(dana, stack.sandboxUrl, start, words),
      );
      for (const { id, effectHash } of approvals) waiting.set(id, effectHash);
      const isLast = turn + 1 >= APPROVALS / PER_TURN;
      if (kills < KILLS && ((turn + 1) % killEvery === 0 || isLast)) {
        kills += 1;
        if (kills < KILLS) {
          await stack.killApp();
          await stack.startApp();
        } else await killWorkerdAlone(stack);
      }
    }
    expect(kills).toBe(KILLS);
    const kept = await allOf(dana, "pending");
    expect(new Map(kept.map(({ id, effectHash }) => [id, effectHash]))).toEqual(waiting);

    await executesByWorkflowAlone(dana, kept[0]);
    waiting.delete(kept[0]?.id ?? "");

    const winners = new Map<string, { name: string; decision: string }>();
    const ids = [...waiting];
    for (let start = 0; start < ids.length; start += PARALLEL_RACES) {
      await Promise.all(
        ids.slice(start, start + PARALLEL_RACES).map(async ([id, effectHash], index) => {
          winners.set(id, await race(dana, marcus, { id, effectHash, round: start + index }));
        }),
      );
    }
    expect(winners.size).toBe(APPROVALS - 1);

    const settled = await eventually(
      "every approval is at rest",
      async () => {
        const now = await allOf(dana);
        const open = now.filter(({ status }) => ["pending", "approved", "executing"].includes(status));
        if (open.length === 0) return now;
        await stack.tick();
        return null;
      },
      240_000,
    );
    expect(settled.length).toBe(APPROVALS);
    for (const approval of settled) {
      const winner = winners.get(approval.id);
      if (winner === undefined) continue;
      expect(approval.decidedBy?.name).toBe(winner.name);
      expect(approval.decision).toBe(winner.decision);
      if (winner.decision === "reject") expect(approval.status).toBe("rejected");
    }
    const sent = await sentTexts(stack.sandboxUrl);
    expect(new Set(sent).size).toBe(sent.length);
    const done = settled.filter(({ status }) => status === "done");
    expect([...sent].sort()).toEqual(done.map(wordsOf).sort());
    const approvedRaces = [...winners.values()].filter(({ decision }) => decision === "approve").length;
    console.log(
      `WAIT: ${APPROVALS} approvals over ${kills} real SIGKILLs, 0 lost; ${winners.size} races, exactly one winner each ` +
        `(${approvedRaces} approved, ${winners.size - approvedRaces} rejected), ${sent.length} texts sent, 0 twice`,
    );
  },
  NIGHTLY ? 60 * 60_000 : 10 * 60_000,
);

/** Kills workerd and leaves wrangler alive, which then answers nothing: the watch of `npm start` must bring the app back. */
async function killWorkerdAlone(stack: OwnStack): Promise<void> {
  const restarted = new AbortController();
  const watching = watch(
    {
      answers: (timeoutMs) => stack.appAnswers(timeoutMs),
      onDead: () => stack.restartApp().then(() => restarted.abort()),
    },
    { everyMs: 200, timeoutMs: 2_000, looks: 3 },
    restarted.signal,
  );
  const pids = await descendants(process.pid);
  const names = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")));
  const workerds = pids.filter((_, at) => names[at]?.trim() === "workerd");
  expect(workerds.length).toBeGreaterThan(0);
  for (const pid of workerds) process.kill(pid, "SIGKILL");
  await watching;
}

/**
 * Holds an approved text for two seconds and ticks no cron: only the approval's Workflow, which was asleep when the Worker was killed and is
 * woken by the decision, can execute it.
 */
async function executesByWorkflowAlone(dana: Client, approval: Approval | undefined): Promise<void> {
  await changePolicy(dana, { holdSeconds: 2 });
  const { id, effectHash } = approval ?? { id: "", effectHash: "" };
  const held = await dana.json<Approval>("POST", `/api/approvals/${id}/decision`, {
    decision: "approve",
    effectHash,
  });
  expect(held).toMatchObject({ status: "approved", undoable: true });
  await changePolicy(dana, { holdSeconds: 0 });
  await eventually("the Workflow executes what was held", async () =>
    hasComeTo(await dana.json<Approval>("GET", `/api/approvals/${id}`), "done"),
  );
}

/** What the two want, by turns, and how long the second thinks after the first. */
const WISHES = [
  ["approve", "reject"],
  ["reject", "approve"],
  ["approve", "approve"],
] as const;
const HEAD_STARTS_MS = [0, 0, 5, 30];

/** Two people decide at the same moment. Checks the loser's answer and tells who won. */
async function race(
  dana: Client,
  marcus: Client,
  { id, effectHash, round }: { id: string; effectHash: string; round: number },
): Promise<{ name: string; decision: string }> {
  const [danas, marcuss] = WISHES[round % WISHES.length] ?? WISHES[0];
  const racers = [
    { client: dana, name: "Dana Whitfield", decision: danas },
    { client: marcus, name: "Marcus Hale", decision: marcuss },
  ];
  if (round % 2 === 1) racers.reverse();
  const answers = await Promise.all(
    racers.map(async ({ client, decision }, place) => {
      if (place > 0) await pause(HEAD_STARTS_MS[round % HEAD_STARTS_MS.length] ?? 0);
      return client.request("POST", `/api/approvals/${id}/decision`, { decision, effectHash });
    }),
  );
  const statuses = answers.map(({ status }) => status).sort((left, right) => left - right);
  expect(statuses, id).toEqual([200, 409]);
  const winner = racers[answers.findIndex(({ status }) => status === 200)];
  const [loser] = answers.filter(({ status }) => status === 409);
  const { error } = (loser === undefined ? {} : await loser.json()) as Refusal;
  expect(error.code).toBe("already_decided");
  expect(error.details?.by).toBe(winner?.name);
  return { name: winner?.name ?? "", decision: winner?.decision ?? "" };
}

async function allOf(client: Client, status?: string): Promise<Approval[]> {
  const found: Approval[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = new URLSearchParams({ limit: "100", ...(status === undefined ? {} : { status }) });
    if (cursor !== "") query.set("cursor", cursor);
    const page = await client.json<{ items: ApprovalRow[]; nextCursor: string | null }>(
      "GET",
      `/api/approvals?${query.toString()}`,
    );
    for (const { id } of page.items) found.push(await client.json<Approval>("GET", `/api/approvals/${id}`));
    cursor = page.nextCursor;
  }
  return found;
}
