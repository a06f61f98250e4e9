/** From a name to a person: look up, ask when several fit, say so when nobody does. Shared by every skill that needs somebody. */
import { chooseContact, optionOf, type FoundContact } from "./contacts.ts";
import { e164 } from "./intents.ts";
import { listed, type Situation, type Step } from "./reply.ts";
import { choiceFor, choosing, lookedUp } from "./task.ts";
import { say, use } from "./toolbox.ts";

/** Who is meant by a name, as far as is known. */
export type Person =
  | { readonly kind: "found"; readonly contact: FoundContact }
  | { readonly kind: "unknown"; readonly who: string };

/** Everybody is settled, or a step is needed first. */
export type People =
  | { readonly kind: "settled"; readonly people: readonly Person[] }
  | { readonly kind: "step"; readonly step: Step };

/** What to search for: the speaker's own name for "me". */
function queryFor(who: string, { moment }: Situation): string {
  if (/^(?:me|myself)$/i.test(who) && moment.speakerName !== null) return moment.speakerName;
  return e164(who) ?? who;
}

/** Settles everybody named, or hands back the next step: all missing look-ups at once, then one question at a time. */
export function findPeople(names: readonly string[], situation: Situation): People {
  const { toolbox, task } = situation;
  const { contacts } = toolbox;
  if (contacts === null) {
    const numbered = names.map((who) => ({ kind: "unknown" as const, who }));
    return { kind: "settled", people: numbered };
  }
  const queries = names.map((who) => ({ who, query: queryFor(who, situation) }));
  const missing = queries.filter(({ query }) => lookedUp(task, contacts, query) === null);
  if (missing.length > 0) {
    const calls = missing.map(({ query }) => use(contacts, { [contacts.fields.query]: query }));
    const text = say(`Looking up ${listed(missing.map(({ query }) => query))}.`);
    const plan = `I need to know who ${listed(missing.map(({ who }) => who))} is before anything else.`;
    return { kind: "step", step: { plan, blocks: [text, ...calls] } };
  }
  const people: Person[] = [];
  for (const { who, query } of queries) {
    const found = lookedUp(task, contacts, query) ?? [];
    const match = chooseContact(query, found);
    if (match.kind === "one") people.push({ kind: "found", contact: match.contact });
    else if (match.kind === "nobody") people.push({ kind: "unknown", who });
    else {
      const chosen = choiceFor(task, who, match.contacts);
      if (chosen === null)
        return { kind: "step", step: askWhich(who, match.kind, match.contacts, situation) };
      people.push({ kind: "found", contact: chosen });
    }
  }
  return { kind: "settled", people };
}

function askWhich(
  who: string,
  why: "several" | "similar",
  contacts: readonly FoundContact[],
  { toolbox }: Situation,
): Step {
  const options = contacts.map(optionOf);
  const question =
    why === "several"
      ? `Which ${who} do you mean?`
      : `I found nobody called ${who}. Do you mean one of these?`;
  const plan = `${contacts.length} contacts could be meant by "${who}", so I have to ask.`;
  if (toolbox.ask === null) {
    return { plan, blocks: [say(`${question}\n${options.map((option) => `- ${option}`).join("\n")}`)] };
  }
  const { ask } = toolbox;
  return {
    plan,
    blocks: [
      say(why === "several" ? `There is more than one ${who}.` : `Nobody is called exactly ${who}.`),
      use(ask, {
        [ask.fields.question]: question,
        ...(ask.has.has("options") ? { options } : {}),
        ...(ask.has.has("requiredFor") ? { requiredFor: choosing(who) } : {}),
      }),
    ],
  };
}
