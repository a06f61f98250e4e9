/** Rental leads: what they say of themselves, and what the lines of the team's own skill make of it. What these leave open, a person decides. */
import { ask, look, type Play, type Scene } from "./play.ts";
import { field, rowsOf, type Quote } from "./results.ts";
import { addDays, shownTime } from "./times.ts";
import { record } from "./transcript.ts";

const CHOICES = ["Invite them to a showing", "Ask for more", "Decline"];

const OPEN = "neither yes nor no by the criteria";

/** The first group of a pattern; empty where it does not fit. */
const found = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1]?.trim() ?? "";

/** The reply a lead gets by the skill, or as the team decides. */
export function* leadReply(scene: Scene, { who, subject, text }: Quote, skill: string): Play<Reply> {
  const score = found(/\b(?:credit|score)\b[^\d\n]{0,40}?(\d{3})\b/i, text);
  const pets = found(/\bpets?\b\s*[:?-]?\s*([^\n]+)/i, text);
  const name =
    found(/^(?:re: )?(.+?) (?:is (?:requesting|interested)|requests|wants|asks)\b/i, subject) || who;
  const home = found(/\b(\d+ \p{Lu}[\p{L} ]+?#\w+)/u, `${subject}\n${text}`) || "our apartment";
  const { verdict, reasons } = judge(score, pets, skill);
  const summary = `${name}, ${home}, credit ${score || "not said"}, ${pets || "pets not said"}: ${verdict}.`;
  const asked = `${summary} What should I answer?`;
  const answer = verdict === OPEN ? yield* ask(scene, asked, `A decision about ${name}`, CHOICES) : verdict;
  return {
    name,
    summary,
    words: `thank you for your interest in ${home}. ${yield* wordsFor(answer, reasons.join(" and "), scene)}`,
  };
}

function* wordsFor(answer: string, because: string, scene: Scene): Play<string> {
  const why = because === "" ? "" : `, because ${because}`;
  if (/^not qualified$|declin/i.test(answer))
    return `I'm sorry, but we can't go further with your request${why}. Good luck with your search.`;
  const missing = because || "a little more about your pets, and when you'd like to move in";
  if (/^not all|more/i.test(answer)) return `Before we can plan a showing, could you tell us ${missing}?`;
  return `We'd be glad to show it to you. ${yield* freeTimes(scene)}`;
}

interface Reply {
  readonly name: string;
  /** What the lead is by the skill, and why. */
  readonly summary: string;
  readonly words: string;
}

/** Two free times of different days, offered. */
function* freeTimes({ local }: Scene): Play<string> {
  const [events] = yield* look("Looking for free times.", [
    "events",
    { from: addDays(local, 1), to: addDays(local, 7), freeFor: 30 },
  ]);
  const times = rowsOf(record(events?.data)["free"], ["from"]).map((row) => shownTime(field(row, "from")));
  const day = (time: string): string => time.split(", ").slice(0, 2).join();
  const two = times
    .filter((time, index) => times.findIndex((other) => day(other) === day(time)) === index)
    .slice(0, 2);
  return two.length === 0
    ? "Which days and times would suit you?"
    : `We could meet there on ${two.join(" or on ")}. Which suits you?`;
}

/** Reads lines such as "Credit below 600: not qualified", "Dogs: not allowed. Cats: ok. Other pets: ask.". */
function judge(
  score: string,
  pets: string,
  skill: string,
): { readonly verdict: string; readonly reasons: readonly string[] } {
  const below = Number(found(/credit below (\d{3})[^.\n]*not/i, skill));
  const above = Number(found(/credit (\d{3}) and above[^.\n]*qualified/i, skill));
  const named = [...pets.toLowerCase().matchAll(/\d+ (\p{L}+?)s?\b/gu)].map(([, kind = ""]) => kind);
  const kinds = /^(?:no|none|0)\b/i.test(pets) ? [] : named;
  const other = found(/\bother pets?: ([^.\n]+)/i, skill);
  const rule = (kind: string): string => found(new RegExp(`\\b${kind}s?: ([^.\\n]+)`, "i"), skill) || other;
  const against = kinds
    .filter((kind) => /\bnot?\b/i.test(rule(kind)))
    .map((kind) => `${kind}s aren't possible there`);
  const poor =
    score !== "" && Number(score) < below ? ["it doesn't meet the credit requirement for this home"] : [];
  const missing = [
    ...(score === "" ? ["your approximate credit score"] : []),
    ...(pets === "" ? ["whether any pets would live with you"] : []),
  ];
  if (below * above === 0) return { verdict: OPEN, reasons: missing };
  if (poor.length + against.length > 0) return { verdict: "not qualified", reasons: [...poor, ...against] };
  if (missing.length > 0) return { verdict: "not all is said yet", reasons: missing };
  const isClear =
    Number(score) >= above && kinds.every((kind) => /\b(?:ok|fine|allowed)\b/i.test(rule(kind)));
  return { verdict: isClear ? "qualified" : OPEN, reasons: [] };
}
