import * as z from "zod";
import { AppError } from "../../../kernel/errors.ts";
import { derivedId } from "../../../kernel/ids.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import type { Schedule } from "../../api/schedules.ts";
import { createSchedule as create, memberNamed, proposedScheduleNews } from "../index.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import { defineTool, retry } from "../../tools/define-tool.ts";
import { findRecorded } from "../../conversations/index.ts";
import type { Asker, Call } from "../../tools/call.ts";
import { readsLikeName } from "../../tools/name-like.ts";
import { heldBack, ledKey, toldWords } from "../../tools/reach.ts";
import type { ScheduleServices } from "./index.ts";
import { isOwnWish, ownWordsFor } from "./own-words.ts";
import { wholeWords } from "../../own-marks.ts";
import { cadenceOf, ONE_OF_TWO, scheduleForModel, whenFields } from "./when.ts";

const ONLY_PROPOSED = "Nothing runs before a colleague presses Start, here in the chat or under Schedules:";
const IN_THEIR_WORDS =
  "Started in the colleague's own words, as instruction says, not in yours: words from outside were read here.";
/** The list shows a title in one line. */
const TITLE_CHARS = 80;
const NO_QUOTE = "words from outside were read here, and this is no exact quote of theirs.";
const NOT_ASKED = "words from outside led to it, and no colleague asked for it here.";
const NOT_SAID =
  "it follows from a phone call, and no colleague said exactly this in it: what starts is a whole sentence of theirs, with the caller's name and number in brackets behind it.";
const UNKNOWN_SPEAKER =
  "it follows from a phone call, and its transcript doesn't tell which colleague spoke.";
/** Start of the ID of a message that is the record of a phone call. Persisted. */
const CALL_MESSAGE = /^call\./;
const AGENT = { kind: "agent", id: "agent:steward", name: "Steward" } as const;

/** Schedules a run of the agent. Only a person's own words create an active schedule; anything else is proposed. */
export const createSchedule = defineTool({
  name: "create_schedule",
  title: "Create a schedule",
  done: "Made a schedule",
  description:
    "Schedules work for yourself, once or again and again: then you are started with the instruction, with no one in the chat. Write title and " +
    "instruction in the words of whoever asked: a sentence or clause, word for word (after a phone call with the caller's name and number in brackets " +
    "behind it). Where words from outside were read here, only that starts at once. Say what runs and when; call it proposed until an answer says active.",
  input: z.strictObject({
    title: z.string().trim().min(1).max(120).describe("A few words for the list of schedules"),
    instruction: z.string().trim().min(1).max(4000).describe("What you are to do then"),
    ...whenFields,
    tell: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Who alone hears the result: a colleague by name, or "team"; who asks if left out'),
  }),
  effect: "internal",
  egress: "none",
  summarize: ({ title, instruction }) => `Scheduling “${title}”: ${instruction}`,
  async run({ title, instruction, at, cron, tell }, deps: ScheduleServices, call) {
    const cadence = cadenceOf({ at, cron });
    if (cadence === null) return retry(ONE_OF_TWO);
    const again = cron !== undefined;
    const spoken = await askerInCall(call, deps, { title, instruction, again });
    const asker = spoken.asker ?? call.asker;
    const { kind, id, name } = asker?.speaker ?? AGENT;
    const isAsked = spoken.asker !== null || isOwnWish(asker, title, instruction, again);
    const own =
      spoken.words ??
      (isAsked || asker === null ? null : ownWordsFor(asker, `${title} ${instruction}`, { again }));
    try {
      const schedule = await create(
        { ...deps, tellProposed: (schedule) => tellProposed(schedule, call, deps) },
        {
          id: await derivedId("schedule", call.conversationId, call.id),
          ...(own === null
            ? { title, instruction }
            : { title: wholeWords(own, TITLE_CHARS), instruction: own }),
          cadence,
          createdBy: {
            ...(kind === "user"
              ? { kind, ...(id === undefined ? {} : { id }), name }
              : { kind: "agent" as const, name: AGENT.name }),
            ...(asker?.outsideWords === false ? {} : { heardOutside: true as const }),
          },
          tells: await whoIsTold(deps.db, tell, asker),
          onlyProposed: !isAsked && own === null,
        },
        AGENT,
      );
      const data = scheduleForModel(schedule, deps.timeZone);
      if (schedule.status !== "proposed")
        return { kind: "ok", data: own === null ? data : { ...data, message: IN_THEIR_WORDS } };
      return {
        kind: "ok",
        data: { ...data, proposedSchedule: schedule.id, message: `${ONLY_PROPOSED} ${spoken.why}` },
      };
    } catch (error) {
      if (error instanceof AppError && error.code === "invalid_arguments") return retry(error.message);
      throw error;
    }
  },
});

interface Wish {
  readonly title: string;
  readonly instruction: string;
  readonly again: boolean;
}

/**
 * The colleague who said the words in the phone call that started the run, or why none counts as asking. `words`: what
 * they said in place of what was written, with the caller behind it.
 */
async function askerInCall(
  { asker, messageId = "", conversationId }: Call,
  { db, saidInCall }: ScheduleServices,
  { title, instruction, again }: Wish,
): Promise<{ readonly asker: Asker | null; readonly words?: string; readonly why: string }> {
  if (asker?.speaker.kind === "user") return { asker: null, why: NO_QUOTE };
  if (!CALL_MESSAGE.test(messageId)) return { asker: null, why: NOT_ASKED };
  const said = (await saidInCall(messageId.replace(CALL_MESSAGE, ""))) ?? [];
  const askers = said.map(({ by, words }) => ({
    speaker: { kind: "user" as const, ...by },
    said: [words],
    outside: true,
    outsideWords: true,
  }));
  const { name = "", phone = "" } = (await findRecorded(db, conversationId))?.contact ?? {};
  const caller = { names: new Set(readsLikeName(name) ? plainWords(name) : []), number: digitsOf(phone) };
  const exact = askers.find((one) =>
    isOwnWish(one, withoutName(title, caller), withoutCaller(instruction, caller), again),
  );
  const why = said.length === 0 ? UNKNOWN_SPEAKER : NOT_SAID;
  if (exact !== undefined) return { asker: exact, why };
  for (const one of askers) {
    const promised = ownWordsFor(one, instruction, { again, isSpoken: true });
    const behind = [readsLikeName(name) ? name : "", phone].filter((part) => part !== "").join(", ");
    if (promised !== null) return { asker: one, words: `${promised} (${behind})`, why };
  }
  return { asker: null, why };
}

/** Who is on the other side of a phone call, by our records: the words of their name, and their number's digits. */
interface Caller {
  readonly names: ReadonlySet<string>;
  readonly number: string;
}

const IN_BRACKETS = /\s*\(([^()]{1,120})\)\s*$/u;

/** An instruction without brackets at its end that only name the caller. */
function withoutCaller(instruction: string, caller: Caller): string {
  const isCaller = (part: string): boolean => {
    const isNumber = /^[+\d\s.-]{7,}$/.test(part);
    return isNumber
      ? caller.number !== "" && [caller.number, caller.number.slice(1)].includes(digitsOf(part))
      : plainWords(part).every((word) => caller.names.has(word));
  };
  return instruction.replace(IN_BRACKETS, (all, inner: string) =>
    inner.split(/[,;]/u).every((part) => isCaller(part.trim())) ? "" : all,
  );
}

function withoutName(title: string, { names }: Caller): string {
  const isName = (word: string): boolean =>
    plainWords(word).length > 0 && plainWords(word).every((one) => names.has(one));
  return title
    .split(/\s+/)
    .filter((word) => !isName(word))
    .join(" ");
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}

/** The notification marks that outside text may have led to it. */
async function tellProposed(schedule: Schedule, call: Call, services: ScheduleServices): Promise<void> {
  const { conversationId, asker } = call;
  const news = proposedScheduleNews(schedule);
  const { title, instruction } = schedule;
  const words = instruction.startsWith(title.replace(/[.…\s]+$/u, ""))
    ? instruction
    : `${title}: ${instruction}`;
  const told = toldWords(asker, words, conversationId, await services.onRecord(words));
  if (!told.isLed) {
    await services.notify(news);
    return;
  }
  if ((await heldBack({ people: 1, urgent: false }, call, services)) !== null) return;
  await services.notify({
    ...news,
    key: ledKey(call),
    about: conversationId,
    title: "Proposed schedule, led by words from outside",
    body: `${schedule.when}. ${told.words}`,
  });
}

const EVERYBODY = /^(?:the )?(?:team|everybody|everyone|all|us)$/i;
const ASKER = /^(?:me|myself)$/i;

async function whoIsTold(
  db: TenantDb,
  tell: string | undefined,
  asker: Asker | null,
): Promise<string | null> {
  if (tell !== undefined && EVERYBODY.test(tell)) return null;
  if (tell !== undefined && !ASKER.test(tell)) return (await memberNamed(db, tell)).userId;
  return asker?.speaker.kind === "user" ? (asker.speaker.id ?? null) : null;
}
