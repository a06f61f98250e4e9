/** Rental leads: what they say of themselves, and what the lines of the team's own skill make of it. What these leave open, a person decides. */
import { look, type Play, type Scene } from "./play.ts";
import { tableOf, type Mail } from "./results.ts";
import { addDays, clockTime, dayName, momentIn } from "./times.ts";

/** A lead's request, judged. `summary` says what it is by the skill and why. */
export interface Lead {
  readonly name: string;
  readonly verdict: "yes" | "no" | "missing" | "ask";
  readonly summary: string;
  /** What is against them, or what they have not said. */
  readonly reasons: readonly string[];
  readonly home: string;
}

/** The reply a lead gets by the skill, or as the team decides. */
export function* leadReply(
  scene: Scene,
  mail: Mail,
  skill: string,
  decide: (lead: Lead) => Play<string>,
): Play<{ readonly name: string; readonly summary: string; readonly words: string }> {
  const lead = judge(mail, skill);
  const answer = lead.verdict === "ask" ? yield* decide(lead) : lead.verdict;
  const thanks = `thank you for your interest in ${lead.home}.`;
  if (/^no$|declin/i.test(answer)) {
    const why = lead.reasons.length === 0 ? "" : `, because ${lead.reasons.join(" and ")}`;
    return {
      ...lead,
      words: `${thanks} I'm sorry, but we can't go further with your request${why}. Good luck with your search.`,
    };
  }
  if (/^missing$|more/i.test(answer)) {
    const what =
      lead.reasons.length === 0
        ? "a little more about your pets, and when you'd like to move in"
        : lead.reasons.join(" and ");
    return { ...lead, words: `${thanks} Before we can plan a showing, could you tell us ${what}?` };
  }
  const values = { from: addDays(scene.today, 1), to: addDays(scene.today, 7), freeFor: 30 };
  const [found] = yield* look("Looking for free times.", { role: "events", values });
  const times = tableOf(found, "from", "to").map(({ from }) => from);
  const days = times.filter(
    (time, index) => times.findIndex((other) => other.slice(0, 14) === time.slice(0, 14)) === index,
  );
  const offer =
    days.length === 0
      ? "Which days and times would suit you?"
      : `We could meet there on ${days.slice(0, 2).map(spoken).join(" or ")}. Which suits you?`;
  return { ...lead, words: `${thanks} We'd be glad to show it to you. ${offer}` };
}

/** What a lead says of itself; undefined where it does not say. */
interface Said {
  readonly score: string | undefined;
  readonly pets: string | undefined;
  /** The kinds of their pets, as one of each: `dog`. */
  readonly kinds: readonly string[];
}

function readLead(text: string): Said {
  const score = /\b(?:credit|score)\b[^\d\n]{0,40}?(\d{3})\b/i.exec(text)?.[1];
  const pets = /\bpets?\b\s*[:?-]?\s*([^\n]+)/i.exec(text)?.[1];
  if (pets === undefined || /^(?:no|none|0)\b/i.test(pets)) return { score, pets, kinds: [] };
  const kinds = [...pets.toLowerCase().matchAll(/\d+ (\p{L}+?)s?\b/gu)].map(([, kind = ""]) => kind);
  return { score, pets, kinds };
}

/** Reads "Dogs: not allowed. Cats: ok. Other pets: ask." */
function petRule(kind: string, skill: string): string {
  const own = new RegExp(`\\b${kind}s?: ([^.\\n]+)`, "i").exec(skill)?.[1];
  return own ?? /\bother pets?: ([^.\n]+)/i.exec(skill)?.[1] ?? "ask";
}

/** Reads "Credit below 600: not qualified", "Credit 670 and above: qualified"; NaN where the skill has no such line. */
function creditBounds(skill: string): { below: number; above: number } {
  const limit = (pattern: RegExp): number => Number(pattern.exec(skill)?.[1] ?? Number.NaN);
  return {
    below: limit(/credit below (\d{3})[^.\n]*not/i),
    above: limit(/credit (\d{3}) and above[^.\n]*qualified/i),
  };
}

/** What the skill's lines make of a lead, with what is against it or not said. */
function verdictOf({ score, pets, kinds }: Said, skill: string): Pick<Lead, "verdict" | "reasons"> {
  const { below, above } = creditBounds(skill);
  const rules = kinds.map((kind) => petRule(kind, skill));
  const credit = Number(score ?? Number.NaN);
  const missing = [
    ...(score === undefined ? ["your approximate credit score"] : []),
    ...(pets === undefined ? ["whether any pets would live with you"] : []),
  ];
  const against = [
    ...(credit < below ? ["it doesn't meet the credit requirement for this home"] : []),
    ...kinds
      .filter((_kind, index) => /\bnot?\b/i.test(rules[index] ?? ""))
      .map((kind) => `${kind}s aren't possible there`),
  ];
  if (Number.isNaN(below + above)) return { verdict: "ask", reasons: missing };
  if (against.length > 0) return { verdict: "no", reasons: against };
  if (missing.length > 0) return { verdict: "missing", reasons: missing };
  const isClear = credit >= above && rules.every((rule) => /\bok\b|\bfine\b|\ballowed\b/i.test(rule));
  return { verdict: isClear ? "yes" : "ask", reasons: [] };
}

const VERDICTS = {
  yes: "qualified",
  no: "not qualified",
  missing: "not all is said yet",
  ask: "neither yes nor no by the criteria",
} as const satisfies Record<Lead["verdict"], string>;

function judge({ who, subject, text }: Mail, skill: string): Lead {
  const said = readLead(text);
  const { verdict, reasons } = verdictOf(said, skill);
  const name =
    /^(?:re: )?(.+?) (?:is (?:requesting|interested)|requests|wants|asks)\b/i.exec(subject)?.[1] ?? who;
  const home = /\b\d+ \p{Lu}[\p{L} ]+?#\w+/u.exec(`${subject}\n${text}`)?.[0] ?? "our apartment";
  const facts = [
    home,
    said.score === undefined ? "no credit score" : `credit ${said.score}`,
    said.pets === undefined ? "pets not said" : said.pets.trim(),
  ];
  return { name, verdict, home, reasons, summary: `${name}, ${facts.join(", ")}: ${VERDICTS[verdict]}.` };
}

/** `Tue 2026-11-24 12:00` as people write it. */
function spoken(time: string): string {
  const [day = "", clock = ""] = momentIn(time, "UTC").split("T");
  return `${dayName(day)} at ${clockTime(clock)}`;
}
