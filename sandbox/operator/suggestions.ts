/** What the demo offers when nothing fits, and on request: wishes that all work in the demo's companies. */
import { ALDER, HARBOR } from "../world/company.ts";
import { nearest } from "./nearest.ts";
import type { Play, Scene } from "./play.ts";
import { bullets } from "./shown.ts";
import type { Role } from "./tools.ts";

export const WHAT_I_AM = "I'm the demo's script, not a language model.";

interface Suggestion {
  readonly say: string;
  readonly uses: readonly Role[];
  readonly when: readonly string[];
}

const suggest = (say: string, ...uses: readonly Role[]): Suggestion => ({ say, uses, when: [say] });

const ANYWHERE: readonly Suggestion[] = [
  suggest("What's on the calendar tomorrow?", "events"),
  suggest("Remind me tomorrow at 9 to call the bank", "schedule"),
  suggest("What is scheduled?", "schedules"),
  suggest("What is 17.5% of 2,340?", "compute"),
];

/** By company, since the people are different ones. */
const AT: ReadonlyMap<string, readonly Suggestion[]> = new Map([
  [
    ALDER.name,
    [
      suggest("Text Maria Lopez that the plumber comes tomorrow at 9", "contacts", "sendText"),
      suggest("What did Gregory Stahl say about the carpet?", "contacts", "history"),
      suggest("What do we know about the boiler at Cedar Hollow?", "searchFiles"),
      suggest("Tell everyone at Wren Court that the snow crew comes on Friday", "contacts", "sendText"),
      suggest("Email Harold Finch that his statement is ready", "contacts", "sendMail"),
      suggest("Any open repairs at 214 Birch?", "searchTexts", "searchFiles"),
      suggest("Who is Walt Ironside?", "contacts"),
      suggest("Remember that the roof hatch key is with Tom", "append"),
      suggest("Summarize yesterday", "searchMail", "events"),
    ],
  ],
  [
    HARBOR.name,
    [
      suggest("Text Alma Kessler that her quote is ready", "contacts", "sendText"),
      suggest("What did Patrick Dube say about the truck?", "contacts", "history"),
      suggest("What do we know about Dube Trucking?", "searchFiles"),
      suggest("Who is Bernard Holt?", "contacts"),
      suggest("Remember that Alma prefers texts", "append"),
    ],
  ],
]);

/** All of them, wherever they belong. */
export const SUGGESTIONS: readonly Suggestion[] = [...AT.values(), ANYWHERE].flat();

/** What can be tried in a company. */
export function suggestionsAt(company: string): readonly Suggestion[] {
  return [...(AT.get(company) ?? []), ...ANYWHERE];
}

/** Of these what the given tools can do. */
function suggestions({ company, toolbox }: Scene): Suggestion[] {
  return suggestionsAt(company ?? "").filter(({ uses }) => uses.every((role) => toolbox.has(role)));
}

/** What to try, in words. */
export function chips(scene: Scene): string[] {
  return suggestions(scene).map(({ say }) => say);
}

/** How the question is known again, so that what is said next is a wish of its own. */
const TRY = "Try one of these, or say it another way.";

export function isOffer(question: string): boolean {
  return question.endsWith(TRY);
}

/** Says that something is beyond the script, and offers the nearest of what it can do. */
export function offer(scene: Scene, why: string): Play<string> {
  const near = nearest(scene.words, suggestions(scene), scene.embed).slice(0, 4);
  const said = why === "" ? `${WHAT_I_AM} That one is beyond me.` : why;
  return offerThese(
    scene,
    said,
    near.map(({ entry }) => entry.say),
  );
}

/** Offers wishes to choose from, as a question's options where there is a tool to ask with. */
export function* offerThese(scene: Scene, said: string, wishes: readonly string[]): Play<string> {
  if (scene.trigger !== null || wishes.length === 0) return said;
  if (!scene.toolbox.has("ask"))
    return bullets(
      `${said} I can do these`,
      wishes.map((wish) => `“${wish}”`),
      "",
    );
  yield { say: "", calls: [{ role: "ask", values: { question: `${said}\n${TRY}`, options: wishes } }] };
  return said;
}
