/** Plays stories: a sequence of outside events and the outcome of each. State is in memory only. */
import { setTimeout as sleep } from "node:timers/promises";
import { answerByHand } from "../google/gmail/by-hand.ts";
import { receiveEmail } from "../google/gmail/inbound.ts";
import { readMail, recipientsOf, sameSubject, mailStore, type Mailbox } from "../google/gmail/store.ts";
import { sendByHand } from "../quo/by-hand.ts";
import { callInput, playCall } from "../quo/inbound-call.ts";
import { receiveText } from "../quo/inbound.ts";
import { quoStore, type QuoAccount, type QuoStore } from "../quo/store.ts";
import { SandboxError, type SandboxContext } from "../service.ts";
import { pollNow } from "./mail.ts";
import { STORIES, type Step, type Story } from "./stories.ts";

const AUTO_REPLY_FOR_MS = 10 * 60_000;
const AUTO_REPLY_EVERY_MS = 400;

/**
 * The outcome of a step. `told`: whether Steward accepted the webhook; `polled` if it will check by itself; null if there is nothing to
 * send.
 */
interface Happened {
  readonly text: string;
  readonly at: string;
  told: "yes" | "refused" | "nobody_listens" | "polled" | null;
}

export interface StoryState extends Omit<Story, "steps"> {
  /** Where it happens: a text thread or, once played, an e-mail thread. */
  readonly who:
    | { readonly tenantId: string; readonly number: string }
    | { readonly tenantId: string; readonly mailbox: string; readonly threadId: string }
    | null;
  readonly tenantId: string;
  readonly of: number;
  readonly state: "idle" | "playing" | "listening" | "done" | "failed";
  readonly happened: readonly Happened[];
  readonly trouble: string | null;
}

export interface Stories {
  list(): StoryState[];
  /** Starts a story and returns immediately; a running one continues. Throws SandboxError 404. */
  play(id: string): void;
  /** Stops running stories. */
  reset(): void;
}

interface Run {
  state: StoryState["state"];
  happened: Happened[];
  trouble: string | null;
  /** Its e-mail thread. */
  thread: { readonly mailbox: string; readonly threadId: string } | null;
  readonly ended: AbortController;
}

export function createStories(context: SandboxContext): Stories {
  const store = quoStore(context);
  const runs = new Map<string, Run>();

  return {
    list: () =>
      STORIES.map(({ steps, tenantId, ...story }) => {
        const run = runs.get(story.id);
        const thread = run?.thread ?? null;
        return {
          ...story,
          tenantId,
          who: thread === null ? whoOf(store.accounts, tenantId, steps) : { tenantId, ...thread },
          of: steps.length,
          state: run?.state ?? "idle",
          happened: run?.happened ?? [],
          trouble: run?.trouble ?? null,
        };
      }),
    play(id) {
      const story = STORIES.find((one) => one.id === id);
      if (story === undefined) throw new SandboxError(404, "That story doesn't exist.");
      const before = runs.get(id);
      if (before?.state === "playing") return;
      before?.ended.abort();
      const run: Run = {
        state: "playing",
        happened: [],
        trouble: null,
        thread: null,
        ended: new AbortController(),
      };
      runs.set(id, run);
      playAll({ context, store, run, story }).then(
        () => (run.state = "done"),
        (error: unknown) => {
          run.state = "failed";
          run.trouble = error instanceof Error ? error.message : "It could not be played.";
        },
      );
    },
    reset() {
      for (const { ended } of runs.values()) ended.abort();
      runs.clear();
    },
  };
}

/** A running story. */
interface Playing {
  readonly context: SandboxContext;
  readonly store: QuoStore;
  readonly run: Run;
  readonly story: Story;
}

type StepOf<Kind extends Step["kind"]> = Extract<Step, { readonly kind: Kind }>;

async function playAll(playing: Playing): Promise<void> {
  // A burst doesn't wait for Steward's response to the previous text.
  const underway: Promise<void>[] = [];
  for (const step of playing.story.steps) {
    const afterMs = "afterMs" in step ? (step.afterMs ?? 0) : 0;
    if (afterMs > 0) await sleep(afterMs, undefined, { signal: playing.run.ended.signal, ref: false });
    if (step.kind === "text") underway.push(receive(playing, step));
    else await play(playing, step);
  }
  await Promise.all(underway);
}

async function play(playing: Playing, step: Exclude<Step, { readonly kind: "text" }>): Promise<void> {
  switch (step.kind) {
    case "call":
      return ring(playing, step);
    case "poll":
      return poll(playing);
    case "by_hand":
      return answerByPhone(playing, step);
    case "email":
      return receiveMail(playing, step);
    case "email_by_hand":
      answerByHand(playing.context, officeOf(playing), step);
      happen(playing, `${step.staff} answers in Gmail`);
      return;
    case "auto_reply":
      return answerByMachine(playing, step);
    case "auto_reply_email":
      return answerMailByMachine(playing, step);
  }
}

function accountOf({ store, story }: Playing): QuoAccount {
  const account = store.accounts.find(({ tenant }) => tenant.id === story.tenantId);
  if (account === undefined) throw new SandboxError(404, "That company doesn't exist.");
  return account;
}

function officeOf({ context, story }: Playing): Mailbox {
  const office = mailStore(context).mailboxes.find(
    ({ tenant, owner }) => tenant.id === story.tenantId && owner.watched,
  );
  if (office === undefined) throw new SandboxError(404, "That company doesn't exist.");
  return office;
}

function happen({ context, run }: Playing, text: string): Happened {
  const entry: Happened = { text, at: new Date(context.now()).toISOString(), told: null };
  run.happened.push(entry);
  return entry;
}

function tell(entry: Happened, deliveries: readonly { readonly status: number | null }[]): void {
  const taken = deliveries.some(({ status }) => status !== null && status < 300);
  entry.told = deliveries.length === 0 ? "nobody_listens" : taken ? "yes" : "refused";
}

async function receive(
  playing: Playing,
  { from, text, others }: Pick<StepOf<"text">, "from" | "text" | "others">,
): Promise<void> {
  const { context, store } = playing;
  const account = accountOf(playing);
  const line = account.tenant.quo.lines.find(({ audience }) => audience === "external");
  const entry = happen(playing, others === undefined ? `${from} texts` : `${from} texts a group`);
  const { deliveries } = await receiveText(context, store, {
    from: numberOf(account, from),
    to: line?.phoneNumberId,
    text,
    ...(others === undefined ? {} : { others: others.map((who) => numberOf(account, who)) }),
  });
  tell(entry, deliveries);
}

async function ring(playing: Playing, step: StepOf<"call">): Promise<void> {
  const { context, store, story } = playing;
  const account = accountOf(playing);
  const { from, minutes, summary, nextSteps, dialogue } = step;
  const entry = happen(playing, `${from} calls and hangs up after ${minutes} minutes`);
  const { deliveries } = await playCall(
    context,
    store,
    callInput.parse({
      tenantId: story.tenantId,
      from: numberOf(account, from),
      minutes,
      summary,
      nextSteps,
      dialogue,
    }),
  );
  tell(entry, deliveries);
}

async function poll(playing: Playing): Promise<void> {
  const entry = happen(playing, "Steward checks for mail");
  await pollNow(playing.context, playing.story.tenantId);
  entry.told = "yes";
}

function answerByPhone(playing: Playing, { staff, to, text }: StepOf<"by_hand">): void {
  const { context, store } = playing;
  const account = accountOf(playing);
  sendByHand(context, store, { account, staff, to: numberOf(account, to), text });
  happen(playing, `${staff} answers ${to} by hand`);
}

async function answerByMachine(playing: Playing, step: StepOf<"auto_reply">): Promise<void> {
  const { context, run } = playing;
  const number = numberOf(accountOf(playing), step.from);
  const sentTo = (): number =>
    accountOf(playing).records.messages.filter(
      ({ participant, direction }) => participant === number && direction === "outgoing",
    ).length;
  let seen = sentTo();
  let answered = 0;
  run.state = "listening";
  const until = context.now() + AUTO_REPLY_FOR_MS;
  while (answered < step.most && context.now() < until) {
    await sleep(AUTO_REPLY_EVERY_MS, undefined, { signal: run.ended.signal, ref: false });
    if (sentTo() <= seen) continue;
    seen += 1;
    answered += 1;
    await receive(playing, step);
  }
  happen(
    playing,
    answered === 0 ? "No one texted; the machine is off" : `The machine is off after ${answered}`,
  );
}

function receiveMail(playing: Playing, step: StepOf<"email">): void {
  const { context, run } = playing;
  const office = officeOf(playing);
  const from = mailOf(accountOf(playing), step.from);
  const { answers } = step;
  const thread =
    answers === undefined
      ? undefined
      : office.messages.findLast((mail) => sameSubject(readMail(mail).subject, answers));
  const { mailbox, threadId } = receiveEmail(context, mailStore(context), {
    from,
    to: office.owner.address,
    subject: step.subject,
    body: step.text,
    ...(step.html === undefined ? {} : { html: step.html }),
    ...(step.headers === undefined ? {} : { headers: step.headers }),
    ...(step.files === undefined ? {} : { attachments: step.files }),
    ...(thread === undefined ? {} : { threadId: thread.threadId }),
  });
  run.thread = { mailbox, threadId };
  happen(playing, `${nameIn(step.from)} sends an e-mail`).told = "polled";
}

async function answerMailByMachine(playing: Playing, step: StepOf<"auto_reply_email">): Promise<void> {
  const { context, run } = playing;
  const office = officeOf(playing);
  const from = mailOf(accountOf(playing), step.from);
  const address = /<(.+)>/.exec(from)?.[1] ?? from;
  const sent = () =>
    office.messages.filter(
      (mail) => mail.labelIds.includes("SENT") && recipientsOf(readMail(mail).message).includes(address),
    );
  let seen = sent().length;
  let answered = 0;
  run.state = "listening";
  const until = context.now() + AUTO_REPLY_FOR_MS;
  while (answered < step.most && context.now() < until) {
    await sleep(AUTO_REPLY_EVERY_MS, undefined, { signal: run.ended.signal, ref: false });
    const mail = sent()[seen];
    if (mail === undefined) continue;
    seen += 1;
    answered += 1;
    receiveEmail(context, mailStore(context), {
      from,
      to: office.owner.address,
      subject: `Automatic reply: ${readMail(mail).subject}`,
      body: step.text,
      threadId: mail.threadId,
      headers: { "Auto-Submitted": "auto-replied" },
    });
    happen(playing, `${nameIn(step.from)}’s machine answers`).told = "polled";
  }
  happen(
    playing,
    answered === 0 ? "No one wrote; the machine is off" : `The machine is off after ${answered}`,
  );
}

function numberOf(account: QuoAccount, who: string): string {
  if (who.startsWith("+")) return who;
  const number = findNumber(account, who);
  if (number === null) throw new SandboxError(409, `${who} is not in the contacts of this world.`);
  return number;
}

function findNumber({ records }: QuoAccount, name: string): string | null {
  const contact = records.contacts.find(
    ({ defaultFields: { firstName, lastName } }) => [firstName, lastName].filter(Boolean).join(" ") === name,
  );
  return contact?.defaultFields.phoneNumbers[0]?.value ?? null;
}

/** An e-mail sender: a contact by name, or a full address. */
function mailOf({ records }: QuoAccount, who: string): string {
  if (who.includes("@")) return who;
  const contact = records.contacts.find(
    ({ defaultFields: { firstName, lastName } }) => [firstName, lastName].filter(Boolean).join(" ") === who,
  );
  const address = contact?.defaultFields.emails[0]?.value;
  if (typeof address !== "string")
    throw new SandboxError(409, `${who} has no e-mail address in the contacts of this world.`);
  return `${who} <${address}>`;
}

function nameIn(who: string): string {
  return who.replace(/\s*<.*$/, "");
}

/** The text thread of a story. */
function whoOf(accounts: readonly QuoAccount[], tenantId: string, steps: readonly Step[]): StoryState["who"] {
  const account = accounts.find(({ tenant }) => tenant.id === tenantId);
  const first = steps.find((step) => step.kind === "text" || step.kind === "call")?.from;
  if (account === undefined || first === undefined) return null;
  const number = first.startsWith("+") ? first : findNumber(account, first);
  return number === null ? null : { tenantId, number };
}
