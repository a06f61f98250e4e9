/** The drill of many teams: what each of them has to do is spread evenly over the time, and read afterwards from the records the product wrote. */
import { setTimeout as pause } from "node:timers/promises";
import { registerDemoWebhooks } from "../../../scripts/demo-webhooks.ts";
import { startStack, type Stack } from "../../../scripts/stack.ts";
import { DEMO, TENANTS, type DemoTenant } from "../../../sandbox/world/company.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { controlAt, eventually, signInAs, type Client } from "../../support/client.ts";
import { says, script } from "../../support/scripted.ts";
import { alreadyPrepared } from "../../support/already-prepared.ts";
import { freePort } from "../../support/test-env.ts";
import { loadNow } from "../machine.ts";
import { readLateness, tableOf } from "./lateness.ts";
import { plan, waitingForSetUp } from "./records.ts";
import { markerOf, senderOf, type Planned } from "./team.ts";

/** Set-up of so many teams by the clock's own pages. */
const SET_UP_MS = 20 * 60_000;
const SIDE_BY_SIDE = 20;

/** How long is waited for what, in ms. */
interface Pauses {
  /** For the clock's work after a tick, and for the app before the next one. */
  readonly setUp: readonly [worked: number, next: number];
  /** Between the end of the set-up and the first thing that is due: the app starts again meanwhile. */
  readonly lead: number;
  /** A text's run waits for more words of the same person first. */
  readonly gathered: number;
  /** An approval is looked for as long as an impatient person would. */
  readonly decide: number;
  /** After the last thing was due, until the records are read. */
  readonly settle: number;
}

export const PAUSES: Pauses = {
  setUp: [15_000, 30_000],
  lead: 45_000,
  gathered: 20_000,
  decide: 240_000,
  settle: 100_000,
};
/** Too short for all to be done: what is missing counts as lost. */
export const TINY_PAUSES: Pauses = {
  setUp: [2_000, 1_000],
  lead: 10_000,
  gathered: 1_000,
  decide: 2_000,
  settle: 1_000,
};

interface Drill {
  readonly dataDir: string;
  readonly spanMs: number;
  readonly pauses: Pauses;
  readonly say: (line: string) => void;
}

/** Runs the drill. `kept`: none was lost, and none was more than a minute late. */
export async function drill({
  dataDir,
  spanMs,
  pauses,
  say,
}: Drill): Promise<{ table: string; kept: boolean }> {
  const teams = TENANTS.slice(DEMO.length);
  // Its companies are others than those of the data that may be prepared; the Workers are the same.
  const prepared = alreadyPrepared();
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    progress: say,
    sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" },
    ...(prepared === null ? {} : { configs: prepared.configs }),
  });
  try {
    const loadBefore = loadNow();
    say("the clock sets the teams up");
    await setUp(stack, dataDir, pauses, say);
    say("webhooks, e-mails and the model's words");
    await registerDemoWebhooks(stack);
    await inTurns(teams, (team) => prepare(stack, team));
    await stack.killApp();
    const planned = plan(dataDir, teams, Date.now() + pauses.lead, spanMs);
    await stack.startApp();
    say(`${teams.length} teams over ${spanMs / 60_000} minutes`);
    const sentMs = await play(stack, planned, pauses, say);
    await pause(pauses.settle);
    await stack.killApp();
    const figures = readLateness(dataDir, planned, sentMs);
    const table = `${tableOf(figures, { teams: teams.length, minutes: spanMs / 60_000 })}\n  Load of the machine: ${loadBefore} before, ${loadNow()} at the end.`;
    return { table, kept: figures.every(({ late, lost }) => late === 0 && lost === 0) };
  } finally {
    await stack.stop();
  }
}

/** Until every team has its jobs, which the clock gives to new ones. */
async function setUp(
  stack: Stack,
  dataDir: string,
  { setUp: [worked, next] }: Pauses,
  say: Drill["say"],
): Promise<void> {
  const end = Date.now() + SET_UP_MS;
  for (;;) {
    await stack.tick();
    await pause(worked);
    await stack.killApp();
    const left = waitingForSetUp(dataDir);
    await stack.startApp();
    say(`${left} teams wait for their set-up`);
    if (left === 0) return;
    if (Date.now() > end) throw new Error(`${left} teams were not set up`);
    await pause(next);
  }
}

/** What is there before anything is due: an e-mail nobody has looked for, and what the model is going to say. */
async function prepare({ sandboxUrl }: Stack, team: DemoTenant): Promise<void> {
  const [mailbox] = team.google.mailboxes;
  await controlAt(sandboxUrl, "inbound/email", {
    from: `Nora Quist <nora@outside-${team.domain}>`,
    to: mailbox?.address,
    subject: "A question",
    body: `Is the office open? ${markerOf(team, "mail")}`,
  });
  const nothing = says("[NO_ACTION_NEEDED] Seen.");
  const input = { to: senderOf(team), text: "We're on our way." };
  const proposes = {
    stopReason: "tool_use",
    content: [{ type: "tool_use", id: `toolu_${team.id}`, name: "send_message", input }],
  };
  await script(sandboxUrl, markerOf(team, "mail"), [nothing]);
  await script(sandboxUrl, markerOf(team, "reminder"), [says("The report is due.")]);
  await script(sandboxUrl, markerOf(team, "text"), [proposes, nothing, nothing]);
}

/** Sends each team's text at its time and approves what comes of it. Answers when each text was acknowledged, by team. */
async function play(
  stack: Stack,
  planned: readonly Planned[],
  pauses: Pauses,
  say: Drill["say"],
): Promise<Map<string, number>> {
  const sentMs = new Map<string, number>();
  let decided = 0;
  await Promise.all(
    planned.map(async ({ team, textAtMs }) => {
      await pause(Math.max(0, textAtMs - Date.now()));
      try {
        await text(stack, team);
        sentMs.set(team.id, Date.now());
        const person = await signInAs(stack.appUrl, stack.sandboxUrl, team.people[0]?.email ?? "");
        await decide(person, team, pauses);
        decided += 1;
        if (decided % 50 === 0) say(`${decided} approved, load ${loadNow()}`);
      } catch (error) {
        // What did not come is in the table as lost.
        say(`${team.id}: ${error instanceof Error ? error.message : "failed"}`);
      }
    }),
  );
  return sentMs;
}

async function text({ sandboxUrl }: Stack, team: DemoTenant): Promise<void> {
  const [line] = team.quo.lines;
  const sms = {
    from: senderOf(team),
    to: line?.phoneNumberId,
    text: `Could you send me the form? ${markerOf(team, "text")}`,
  };
  const { deliveries } = await controlAt<{ deliveries: { status: number | null }[] }>(
    sandboxUrl,
    "inbound/sms",
    sms,
  );
  if (deliveries.length === 0 || deliveries.some(({ status }) => status !== 200))
    throw new Error(`a text was answered with ${deliveries.map(({ status }) => status).join(", ")}`);
}

async function decide(
  person: Client,
  team: DemoTenant,
  { gathered, decide: patience }: Pauses,
): Promise<void> {
  const path = `/api/approvals?status=pending`;
  await pause(gathered);
  const { id, effectHash } = await eventually(
    `${team.id} has an approval`,
    async () => {
      await pause(1_600);
      return (await person.json<{ items: Approval[] }>("GET", path)).items[0] ?? null;
    },
    patience,
  );
  await person.json("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash });
}

/** Does it for each, so many side by side. */
async function inTurns(
  teams: readonly DemoTenant[],
  work: (team: DemoTenant) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < teams.length; at += SIDE_BY_SIDE)
    await Promise.all(teams.slice(at, at + SIDE_BY_SIDE).map(work));
}
