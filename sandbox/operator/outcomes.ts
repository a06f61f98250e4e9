/** What becomes of drafts, told; a draft that was rejected with a reason, or overtaken, is drafted again where a rule of the demo's can. */
import { changed } from "./drafting.ts";
import { act, look, type Play, type Scene, type Wanted } from "./play.ts";
import { mailsIn, quotesIn } from "./results.ts";
import { again, approvalOf } from "./sending.ts";
import type { Call, Event } from "./transcript.ts";

type Outcome = Extract<Event, { kind: "outcome" }>;

/** What is said of an outcome, and the draft that follows from it. */
interface Next {
  readonly say: string;
  readonly calls?: readonly Wanted[];
}

/** Goes on from the newest outcomes. */
export function* onOutcomes(scene: Scene, outcomes: readonly Outcome[]): Play<string> {
  const told: Next[] = [];
  for (const outcome of outcomes) {
    const drafts = scene.before.flatMap((event) => (event.kind === "replied" ? event.calls : []));
    const draft = drafts.findLast(
      (call) => approvalOf(call) !== "" && approvalOf(call) === outcome.approvalId,
    );
    const role = draft === undefined ? null : scene.toolbox.roleOf(draft);
    const isDraft = draft !== undefined && (role === "sendText" || role === "sendMail");
    if (isDraft && outcome.state === "rejected") told.push(rejected(outcome, draft, scene));
    else if (isDraft && outcome.state === "stale") told.push(yield* overtaken(draft, scene));
    else told.push({ say: plain(outcome) });
  }
  const say = told.map((next) => next.say).join("\n");
  const calls = told.flatMap((next) => next.calls ?? []);
  const failure = calls.length === 0 ? null : yield* act(say, ...calls);
  if (failure !== null) return `I couldn't propose it again: ${failure}`;
  return calls.length === 0 ? say : "The new draft is waiting for a decision.";
}

function rejected(outcome: Outcome, draft: Call, scene: Scene): Next {
  const quoted = /Reason: ("(?:[^"\\]|\\.)*")/.exec(outcome.text)?.[1];
  if (quoted === undefined || !/draft it again|follow the reason/i.test(outcome.text))
    return { say: plain(outcome) };
  const reason = String(JSON.parse(quoted));
  const text = changed(scene.toolbox.argument(draft, "text"), reason);
  if (text !== null)
    return { say: `Here's a new draft, following “${reason}”.`, calls: again(draft, { text }, scene) };
  return {
    say: `“${reason}” is more than the demo's script can turn into words. Put the exact words in quotes and I'll propose them.`,
  };
}

/** Looks at the thread again: a colleague's answer ends it; where they wrote again, the draft comes up for review once more. */
function* overtaken(draft: Call, scene: Scene): Play<Next> {
  const answered = { say: "A colleague has answered in the meantime. I'll leave it there." };
  const [number, id] = [
    scene.toolbox.argument(draft, "number"),
    scene.toolbox.argument(draft, "replyToEmailId"),
  ];
  const isText = scene.toolbox.roleOf(draft) === "sendText";
  const [found] = yield* look(
    "Checking what's new.",
    isText ? { role: "texts", values: { number, limit: 10 } } : { role: "readMail", values: { id } },
  );
  const newest = isText ? quotesIn(found, scene.timeZone).at(-1) : mailsIn(found, scene.timeZone)[0]?.newest;
  if (newest === undefined || newest.fromUs) return answered;
  const say = "They wrote again. Here's the draft once more; please check that it still fits.";
  return { say, calls: again(draft, "id" in newest ? { replyToEmailId: newest.id } : {}, scene) };
}

/** The outcome in its own words, without what only machines need. */
function plain({ text, state }: Outcome): string {
  const words = text
    .replace(/^Edited by (.+?): .*$/gm, "$1 changed the draft first.")
    .replace(/^Approval \S+ \((.*?)\): /, "$1: ")
    .replace(/ (?:Exactly this|It would have been): \{.*$/gm, "")
    .replace(/ ?\(provider id [^)]*\)/g, "")
    .replace(/^- [\w.]+: /gm, "")
    .replace(
      / ?\b(?:Look at what is new|Do not |Draft it again|Tell the person|There is nothing for you|Nothing will be sent by|Take note).*$/gm,
      "",
    )
    .replace(/\s*\n\s*/g, " ");
  return (
    words.trim() +
    (state === "needs_human"
      ? " We can't tell whether it was sent: please check, and settle it on the card."
      : "")
  );
}
