/** Suggestions that work in the demo's companies. */
import { ALDER, HARBOR } from "../world/company.ts";
import type { Play, Scene } from "./engine.ts";
import { nearest, type Meant } from "./nearest.ts";
import { bullets } from "./results.ts";

export const WHAT_I_AM = "I'm the demo's script, not a language model.";
export const WITH_A_KEY = "With a model key in `.dev.vars` (the README says how), a model reads all of it.";

/** Suggestions per company. */
const AT: Readonly<Record<string, string>> = {
  [ALDER.name]:
    "Text Maria Lopez that the plumber comes tomorrow at 9 | What did Gregory Stahl say about the carpet? | What do we know about the boiler at Cedar Hollow? | Tell everyone at Wren Court that the snow crew comes on Friday | Email Harold Finch that his statement is ready | Any open repairs at 214 Birch? | What does the rent roll say about 4B? | Find the lease of Maria Lopez | Create tasks from John's e-mail | Who is Walt Ironside? | Remember that the roof hatch key is with Tom | Summarize yesterday | Is there a freeze warning for 15222 tonight?",
  [HARBOR.name]:
    "Text Alma Kessler that her quote is ready | What did Patrick Dube say about the truck? | What do we know about Dube Trucking? | Who is Bernard Holt? | Remember that Alma prefers texts | Which issues are open on GitHub? | Create an issue on GitHub that the claims page is slow | Which issues are open in Jira? | Create an issue in Jira to ask Pier 9 for the invoice",
};
const ANYWHERE =
  "What's on the calendar tomorrow? | Remind me tomorrow at 9 to call the bank | What is scheduled? | What's waiting for approval?";
export const SUGGESTIONS: readonly Meant[] = [...Object.values(AT), ANYWHERE].map((when) => ({ when }));

export function suggestionsAt(company: string): readonly string[] {
  return [...(AT[company]?.split(" | ") ?? []), ...ANYWHERE.split(" | ")];
}

/** Marks an offer: whatever is said next is a new request. */
const TRY = "I can do these:";

export function isOffer(question: string): boolean {
  return question.endsWith(TRY);
}

/** What is less like a wish is no help. */
const NEAR = 0.4;

/** Says why something isn't done, and offers the given wishes, or the nearest. */
export function* offer(scene: Scene, why: string, wishes?: readonly string[]): Play {
  const table = suggestionsAt(scene.company).map((when) => ({ when }));
  const near =
    wishes ??
    nearest(scene.words, table, scene.embed)
      .filter(({ score }) => score >= NEAR)
      .slice(0, 3)
      .map(({ row }) => row.when);
  const options = near.length > 0 ? near : ANYWHERE.split(" | ").slice(-2);
  if (scene.trigger !== null || scene.isPart === true) return why;
  yield { say: "", calls: [["ask_user", { question: `${why} ${TRY}`, options }]] };
  return `${why} ${bullets("I can do these", options, "")}`;
}
