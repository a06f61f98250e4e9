/** What becomes of drafts, told; a draft that was rejected with a reason is drafted again where a rule of the demo's can. */
import { act, type Play, type Scene, type Wanted } from "./play.ts";
import { again, approvalOf } from "./sending.ts";
import type { Event } from "./transcript.ts";
import { changed } from "./words.ts";

type Outcome = Extract<Event, { kind: "outcome" }>;

/** Goes on from the newest outcomes. */
export function* onOutcomes(scene: Scene, outcomes: readonly Outcome[]): Play<string> {
  const drafts = scene.before.flatMap((event) => (event.kind === "replied" ? event.calls : []));
  const told = outcomes.map((outcome): { say: string; calls: readonly Wanted[] } => {
    const draft = drafts.findLast((call) => outcome.id !== "" && approvalOf(call) === outcome.id);
    const reason = reasonIn(outcome);
    if (reason === null || draft === undefined) return { say: plain(outcome), calls: [] };
    const text = changed(scene.toolbox.argument(draft, "text"), reason);
    const beyond = `“${reason}” is more than the demo's script can turn into words. Put the exact words in quotes and I'll propose them.`;
    return text === null
      ? { say: beyond, calls: [] }
      : {
          say: `Here's a new draft, following “${reason}”.`,
          calls: again(draft, { text, replaces: undefined }, scene),
        };
  });
  const say = told.map((one) => one.say).join("\n");
  const calls = told.flatMap((one) => one.calls);
  return calls.length === 0 ? say : yield* act(say, ...calls);
}

/** Why a draft was rejected, where that asks for another one. */
function reasonIn({ text, state }: Outcome): string | null {
  const quoted =
    /Reason: ("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? /\breason\b[^:“]*:? “([^”]+)”/i.exec(text)?.[1];
  if (state !== "rejected" || quoted === undefined || !/draft it again|follow the reason/i.test(text))
    return null;
  return quoted.startsWith('"') ? String(JSON.parse(quoted)) : quoted;
}

/** The outcome in its own words, without what only machines need. */
function plain({ text, state }: Outcome): string {
  const words = text
    .replace("changed the words of your draft.", "changed the draft first.")
    .replace(
      / ?\b(?:Look at what is new|Do not |Draft it again|Follow the reason|Tell the person|There is nothing for you|Nothing will be sent by|Take note).*$/gm,
      "",
    )
    .replace(/\s*\n\s*/g, " ")
    .trim();
  return (
    words +
    (state === "needs_human"
      ? " We can't tell whether it was sent: please check, and settle it on the card."
      : "")
  );
}
