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

/** Reads "Credit below 600: not qualified", "Credit 670 and above: qualified", "Dogs: not allowed. Cats: ok. Other pets: ask." */
function judge({ who, subject, text }: Mail, skill: string): Lead {
  const score = /\b(?:credit|score)\b[^\d\n]{0,40}?(\d{3})\b/i.exec(text)?.[1];
  const pets = /\bpets?\b\s*[:?-]?\s*([^\n]+)/i.exec(text)?.[1];
  const kinds = /^(?:no|none|0)\b/i.test(pets ?? "no")
    ? []
    : [...(pets ?? "").toLowerCase().matchAll(/\d+ (\p{L}+?)s?\b/gu)].map(([, kind = ""]) => kind);
  const limit = (pattern: RegExp): number => Number(pattern.exec(skill)?.[1] ?? Number.NaN);
  const [below, above] = [
    limit(/credit below (\d{3})[^.\n]*not/i),
    limit(/credit (\d{3}) and above[^.\n]*qualified/i),
  ];
  const rules = kinds.map(
    (kind) =>
      new RegExp(`\\b${kind}s?: ([^.\\n]+)`, "i").exec(skill)?.[1] ??
      /\bother pets?: ([^.\n]+)/i.exec(skill)?.[1] ??
      "ask",
  );
  const credit = Number(score ?? Number.NaN);
  const against = [
    ...(credit < below ? ["it doesn't meet the credit requirement for this home"] : []),
    ...kinds
      .filter((_kind, index) => /\bnot?\b/i.test(rules[index] ?? ""))
      .map((kind) => `${kind}s aren't possible there`),
  ];
  const missing = [
    ...(score === undefined ? ["your approximate credit score"] : []),
    ...(pets === undefined ? ["whether any pets would live with you"] : []),
  ];
  const isClear = credit >= above && rules.every((rule) => /\bok\b|\bfine\b|\ballowed\b/i.test(rule));
  const verdict = Number.isNaN(below + above)
    ? "ask"
    : against.length > 0
      ? "no"
      : missing.length > 0
        ? "missing"
        : isClear
          ? "yes"
          : "ask";
  const said = {
    yes: "qualified",
    no: "not qualified",
    missing: "not all is said yet",
    ask: "neither yes nor no by the criteria",
  }[verdict];
  const name =
    /^(?:re: )?(.+?) (?:is (?:requesting|interested)|requests|wants|asks)\b/i.exec(subject)?.[1] ?? who;
  const home = /\b\d+ \p{Lu}[\p{L} ]+?#\w+/u.exec(`${subject}\n${text}`)?.[0] ?? "our apartment";
  const facts = [
    home,
    score === undefined ? "no credit score" : `credit ${score}`,
    pets === undefined ? "pets not said" : pets.trim(),
  ];
  return {
    name,
    verdict,
    home,
    reasons: verdict === "no" ? against : missing,
    summary: `${name}, ${facts.join(", ")}: ${said}.`,
  };
}

/** `Tue 2026-11-24 12:00` as people write it. */
function spoken(time: string): string {
  const [day = "", clock = ""] = momentIn(time, "UTC").split("T");
  return `${dayName(day)} at ${clockTime(clock)}`;
}
