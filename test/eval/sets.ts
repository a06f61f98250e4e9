/** Every set with what it measures, in words for people. */
import { findAgent } from "../../src/agent/index.ts";
import type { EvaluationSet } from "../../src/team/api/evaluation.ts";
import { statementJudge } from "../../src/agent/agents/statement-judge.ts";
import { STATEMENTS } from "../proof/statements.ts";
import { EXAMPLES, EXAMPLES_AGENT } from "./examples/grade.ts";
import { JUDGE } from "./projects/judge-pairs.ts";
import { projectSets } from "./projects/index.ts";
import { SITUATIONS } from "./situations/grade.ts";
import { questionSets, routingSet, updateSet, type AnySet } from "./types.ts";

/** Every set of the accounts. */
export const accountSets = (): AnySet[] => [...questionSets(), routingSet(), updateSet()];

/** Everything a model answers, with the agents whose words decide it. */
export const answeredSets = (): { readonly set: string; readonly agents: readonly string[] }[] => [
  ...accountSets(),
  ...projectSets().map(({ set, agent }) => ({ set, agents: [agent] })),
  { set: SITUATIONS, agents: ["steward"] },
  { set: EXAMPLES, agents: [EXAMPLES_AGENT] },
  { set: STATEMENTS, agents: [statementJudge.name] },
];

type Words = Partial<Pick<EvaluationSet, "title" | "group" | "figures">> & Pick<EvaluationSet, "right">;

const ACCOUNTS = "Accounts";
/** What goes on from “A case is right when”; a title where the set's own name isn't one. */
const WORDS: Readonly<Record<string, Words>> = {
  plans: {
    right:
      "the plan is whole, without circles, of three levels, within 30 % of the hours the same work took before",
  },
  "what’s next": { right: "its order agrees with a colleague's (Kendall's τ, on average)" },
  questions: {
    right: "the answer holds the rows of the demo's projects, and no other; looked up at its time",
  },
  summaries: {
    right: "counts, blockers and deadlines are those of the records; judged: more than 7 of 10",
  },
  risks: { right: "what went wrong afterwards was named (recall)" },
  nudges: { right: "exactly those hear of it who should, in words that fit" },
  scope: {
    right: "additions, removals, changes, doubles and the level are right; of a model, the reasons too",
  },
  "statements of work": { right: "hours, cost, shares, payments, dates and open points add up" },
  texts: { right: "nothing is lost, nothing made up; judged: more than 7 of 10" },
  lessons: { right: "averages, samples, share on time and advice are right" },
  [SITUATIONS]: {
    title: "Situations of a real day",
    right:
      "what waits, what has left and what is said is as it must be; nothing left before a person approved",
  },
  [EXAMPLES]: {
    title: "What people changed or turned down",
    right:
      "figures and dates are those a person wanted, and what they took out or turned down isn't there again; judged: more than 7 of 10",
  },
  [STATEMENTS]: {
    title: "Statements of answers",
    right:
      "a changed figure, date, name, unit, actor or “not” is marked, and what a question wrongly takes for granted; true answers are left alone",
  },
  "accounts-level-1": {
    title: "Questions about one fact",
    group: ACCOUNTS,
    right: "the answer holds how the account stands, or what the client said",
  },
  "accounts-level-2": {
    title: "Questions over several sources",
    group: ACCOUNTS,
    right: "the answer holds every fact that was asked for, whichever source it stands in",
  },
  "accounts-level-3": {
    title: "Questions across accounts",
    group: ACCOUNTS,
    right: "exactly the accounts that it is true of are named",
    figures: ["accounts found across"],
  },
  "accounts-routing": {
    title: "Where requests go",
    group: ACCOUNTS,
    right: "the request reaches the agent for it with its account, or is asked back as it must be",
    figures: ["routing, once read"],
  },
  "accounts-updates": {
    title: "Changes to accounts",
    group: ACCOUNTS,
    right: "row, file and history say what was asked, and nothing else changed",
    figures: ["updates, once read"],
  },
};

/** Who judges, measured as whoever is judged. */
const OF_JUDGES: EvaluationSet = {
  set: JUDGE,
  title: "The judge",
  group: "How it is measured",
  agents: [],
  right: "it gives more than 7 of 10 to words that a person labelled good, and no more to others",
  figures: [],
};

/** Sets that code alone decides. */
const BY_CODE_ALONE: readonly EvaluationSet[] = [
  ["accounts found by name", "the account is found by its name, and no other"],
  ["limits of one question", "the gate stops the search at its last call"],
  ["histories prove states", "an account that was changed is still proven by its history"],
].map(([set = "", right = ""]) => ({
  set,
  title: sentence(set),
  group: ACCOUNTS,
  agents: [],
  right,
  figures: [],
}));

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All of them, those of one group together. Throws for a set without words. */
export function describedSets(): EvaluationSet[] {
  const asked = answeredSets().map(({ set, agents }): EvaluationSet => {
    const words = WORDS[set];
    if (words === undefined) throw new Error(`nothing says when a case of ${set} is right`);
    const {
      title = sentence(set),
      group = findAgent(agents[0] ?? "")?.title ?? set,
      right,
      figures = [],
    } = words;
    return { set, title, group, agents: [...agents], right, figures };
  });
  const all = [...asked, ...BY_CODE_ALONE, OF_JUDGES];
  const groups = [...new Set(all.map(({ group }) => group))];
  return groups.flatMap((group) => all.filter((one) => one.group === group));
}
