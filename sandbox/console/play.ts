/** Plays stories: events of the outside world, one after the other, and what became of each. In memory: a restart has played nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import { sendByHand } from "../quo/by-hand.ts";
import { receiveText } from "../quo/inbound.ts";
import { quoStore, type QuoAccount } from "../quo/store.ts";
import { SandboxError, type SandboxContext } from "../service.ts";
import { STORIES, type Step, type Story } from "./stories.ts";

const AUTO_REPLY_FOR_MS = 10 * 60_000;
const AUTO_REPLY_EVERY_MS = 400;

/** What became of a step. `told`: whether Steward took the webhook; null where nothing was to be told. */
interface Happened {
  readonly text: string;
  readonly at: string;
  told: "yes" | "refused" | "nobody_listens" | null;
}

/** A story with how far it is. */
export interface StoryState extends Omit<Story, "steps" | "tenantId"> {
  readonly who: { readonly tenantId: string; readonly number: string } | null;
  readonly of: number;
  readonly state: "idle" | "playing" | "listening" | "done" | "failed";
  readonly happened: readonly Happened[];
  readonly trouble: string | null;
}

/** The stories of one sandbox. */
export interface Stories {
  list(): StoryState[];
  /** Starts a story and answers at once; one that is playing goes on. Throws SandboxError 404. */
  play(id: string): void;
  /** Ends what is playing. */
  reset(): void;
}

interface Run {
  state: StoryState["state"];
  happened: Happened[];
  trouble: string | null;
  readonly ended: AbortController;
}

/** Opens the stories of a sandbox. */
export function createStories(context: SandboxContext): Stories {
  const store = quoStore(context);
  const runs = new Map<string, Run>();

  const accountOf = ({ tenantId }: Story): QuoAccount => {
    const account = store.accounts.find(({ tenant }) => tenant.id === tenantId);
    if (account === undefined) throw new SandboxError(404, "There is no such company.");
    return account;
  };

  const happen = (run: Run, text: string): Happened => {
    const entry: Happened = { text, at: new Date(context.now()).toISOString(), told: null };
    run.happened.push(entry);
    return entry;
  };

  const receive = async (run: Run, story: Story, from: string, text: string): Promise<void> => {
    const account = accountOf(story);
    const line = account.tenant.quo.lines.find(({ audience }) => audience === "external");
    const entry = happen(run, `${from} texts`);
    const { deliveries } = await receiveText(context, store, {
      from: numberOf(account, from),
      to: line?.phoneNumberId,
      text,
    });
    const taken = deliveries.some(({ status }) => status !== null && status < 300);
    entry.told = deliveries.length === 0 ? "nobody_listens" : taken ? "yes" : "refused";
  };

  const answerByMachine = async (run: Run, story: Story, step: Step & { kind: "auto_reply" }) => {
    const number = numberOf(accountOf(story), step.from);
    const sentTo = (): number =>
      accountOf(story).records.messages.filter(
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
      await receive(run, story, step.from, step.text);
    }
    happen(
      run,
      answered === 0 ? "Nobody texted, the machine is off" : `The machine is off after ${answered}`,
    );
  };

  const playAll = async (run: Run, story: Story): Promise<void> => {
    // A burst does not wait for Steward's answer to the text before.
    const underway: Promise<void>[] = [];
    for (const step of story.steps) {
      const afterMs = step.kind === "auto_reply" ? 0 : (step.afterMs ?? 0);
      if (afterMs > 0) await sleep(afterMs, undefined, { signal: run.ended.signal, ref: false });
      if (step.kind === "text") underway.push(receive(run, story, step.from, step.text));
      else if (step.kind === "auto_reply") await answerByMachine(run, story, step);
      else {
        const account = accountOf(story);
        sendByHand(context, store, {
          account,
          staff: step.staff,
          to: numberOf(account, step.to),
          text: step.text,
        });
        happen(run, `${step.staff} answers ${step.to} by hand`);
      }
    }
    await Promise.all(underway);
  };

  return {
    list: () =>
      STORIES.map(({ steps, tenantId, ...story }) => {
        const run = runs.get(story.id);
        return {
          ...story,
          who: whoOf(store.accounts, tenantId, steps),
          of: steps.length,
          state: run?.state ?? "idle",
          happened: run?.happened ?? [],
          trouble: run?.trouble ?? null,
        };
      }),
    play(id) {
      const story = STORIES.find((one) => one.id === id);
      if (story === undefined) throw new SandboxError(404, "There is no such story.");
      const before = runs.get(id);
      if (before?.state === "playing") return;
      before?.ended.abort();
      const run: Run = { state: "playing", happened: [], trouble: null, ended: new AbortController() };
      runs.set(id, run);
      playAll(run, story).then(
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

/** Whose thread a story is about. */
function whoOf(accounts: readonly QuoAccount[], tenantId: string, steps: readonly Step[]): StoryState["who"] {
  const account = accounts.find(({ tenant }) => tenant.id === tenantId);
  const first = steps.find((step) => step.kind === "text")?.from;
  if (account === undefined || first === undefined) return null;
  const number = first.startsWith("+") ? first : findNumber(account, first);
  return number === null ? null : { tenantId, number };
}
