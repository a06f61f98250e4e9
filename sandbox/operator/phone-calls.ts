/** The record of a phone call: what was agreed is proposed as a note, what was promised as a reminder, and a text only where one was promised. */
import { firstNameOf } from "./drafting.ts";
import { STAND_IN, type Step } from "./reply.ts";
import { failureOf, type Done } from "./task.ts";
import { say, use, type Toolbox } from "./toolbox.ts";

const CALL = /^Phone call \(/;
const NEXT_MORNING = "09:00";
const DAY_MS = 86_400_000;

/** Whether words are the record of a call. */
export function isCall(words: string): boolean {
  return CALL.test(words);
}

/** What becomes of a call. `today` is the team's day. */
export function onCall(
  words: string,
  who: { readonly name: string; readonly number: string },
  {
    done,
    toolbox,
    today,
  }: { readonly done: readonly Done[]; readonly toolbox: Toolbox; readonly today: string },
): Step | null {
  const summary = partOf(words, "Summary");
  const promised = partOf(words, "Next steps");
  if (summary === "" && promised === "") return null;
  const { note, schedule, send } = toolbox;
  const made = done.filter(({ call }) => [note?.name, schedule?.name, send?.name].includes(call.tool));
  if (made.length > 0) return proposed(made);
  const steps = promised.split(/(?<=[.!?])\s+/).filter((step) => step !== "");
  const texted = steps.find((step) => /^(?:text|message|confirm)\b/i.test(step));
  const blocks = [
    ...(note === null || summary === ""
      ? []
      : [
          use(note, {
            [note.fields.path]: `daily_notes/${today}_calls.md`,
            [note.fields.text]:
              `- Call with ${who.name}: ${summary}${promised === "" ? "" : ` Promised: ${promised}`}`,
          }),
        ]),
    ...(schedule === null || promised === ""
      ? []
      : [
          use(schedule, {
            [schedule.fields.title]: `Promised to ${who.name}`.slice(0, 100),
            [schedule.fields.instruction]:
              `Remind the team of what was promised to ${who.name} on the phone: ${promised}`,
            at: `${new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)}T${NEXT_MORNING}`,
          }),
        ]),
    ...(send === null || texted === undefined
      ? []
      : [
          use(send, {
            [send.fields.to]: who.number,
            [send.fields.text]:
              `Hi ${firstNameOf(who.name)}, thank you for your call. We have written down what we agreed and will text you as promised.`,
          }),
        ]),
  ];
  if (blocks.length === 0) return null;
  return {
    plan: "A call is on record. I note what was agreed and propose what was promised; a person decides.",
    blocks: [
      say(
        `A call with ${who.name}: ${summary}${promised === "" ? "" : ` Promised: ${promised}`}\nI propose a note${promised === "" ? "" : " and what was promised"} (${STAND_IN}).`,
      ),
      ...blocks,
    ],
  };
}

function proposed(made: readonly Done[]): Step {
  const failures = made.map(failureOf).filter((failure) => failure !== null);
  const text =
    failures.length === 0
      ? "Note and follow-ups are proposed."
      : `I could not propose all of it: ${failures.join(" ")}`;
  return { plan: "It is proposed, or I say why not.", blocks: [say(text)] };
}

function partOf(words: string, label: string): string {
  return new RegExp(`^${label}: (.+)$`, "m").exec(words)?.[1]?.trim() ?? "";
}
