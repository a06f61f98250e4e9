/** Proposes a sentence of the team as a house rule. An admin confirms it on a card; until then it binds the conversation where a member said it. */
import * as z from "zod";
import {
  checkWords,
  contradicts,
  houseRule,
  type HouseRule,
  type HouseChannel,
} from "../../approvals/index.ts";
import type { Resolution } from "../../approvals/ports.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { isOwnWish } from "../../agent/schedules/tools/own-words.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import { isMembers } from "../../agent/tools/rests-on.ts";
import type { Call } from "../../agent/tools/call.ts";
import { isoTime } from "../../kernel/clock.ts";
import { derivedId } from "../../kernel/ids.ts";
import { toE164 } from "../../kernel/phone.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { listTeam } from "../../platform/auth/index.ts";
import type { InboxServices } from "./index.ts";

const CHANNELS: Readonly<Record<string, HouseChannel>> = {
  text: "sms",
  email: "email",
  slack: "slack",
  calendar: "event",
};
const ADMINS = "admins";
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const inputSchema = z.strictObject({
  sentence: z
    .string()
    .trim()
    .min(5)
    .max(300)
    .describe("The rule, as the person said it; of one to remove, its sentence"),
  channels: z
    .array(z.enum(["text", "email", "slack", "calendar"]))
    .max(4)
    .optional(),
  recipients: z
    .array(z.string().trim().min(2).max(200))
    .max(10)
    .optional()
    .describe("Only drafts to these: names, numbers or e-mail addresses"),
  holds: z
    .array(z.enum(["time", "price", "promise", "link"]))
    .max(4)
    .optional()
    .describe("Only drafts with one of these; time is any time or day"),
  mentions: z
    .array(z.string().trim().min(2).max(60))
    .max(20)
    .optional()
    .describe("Only drafts with one of these"),
  amountAbove: z
    .number()
    .min(0)
    .max(1e9)
    .optional()
    .describe("Only drafts that name a larger amount of money"),
  hours: z
    .strictObject({ from: timeOfDay, to: timeOfDay, days: z.array(z.int().min(1).max(7)).optional() })
    .optional()
    .describe("Only in these hours, as 20:00; days from 1, Monday, to 7"),
  judged: z
    .boolean()
    .optional()
    .describe("True where none of these says it: a model reads each draft against the sentence"),
  decidedBy: z
    .array(z.string().trim().min(2).max(100))
    .max(10)
    .optional()
    .describe(
      `Who alone decides: members of the team by name, or ${ADMINS}. Left out: such a draft should not be made`,
    ),
  remove: z.literal(true).optional().describe("Takes this rule out instead"),
});
type Input = z.output<typeof inputSchema>;

export const proposeHouseRule = defineTool({
  name: "propose_house_rule",
  title: "Propose a house rule",
  done: "Drafted a house rule",
  description:
    "Makes what a person of the team decided for all drafts a rule that code holds them to: “We never promise times by text”, “Texts to Gregory go past Dana”, " +
    "“Nothing above $1,000 without the owner”. A note in a file binds nobody. Propose it at once when such a sentence is said; an admin confirms it.",
  keywords:
    "always never only must not don't allowed approve approval decide owner limit remember policy forbid require before sending promise",
  input: inputSchema,
  effect: "external",
  egress: "none",
  defaultMode: "ask",
  mayAllow: false,
  effects: [houseRule.kind],
  formFor: () => ({ type: "object", properties: {} }),
  summarize: ({ sentence }) => `Drafting the house rule “${sentence}”`,
  async resolve(input, services: InboxServices, call): Promise<Resolution> {
    const { policy } = await getPolicy(services.db);
    const same = policy.houseRules.find(({ sentence }) => bare(sentence) === bare(input.sentence));
    if (input.remove === true) return removal(policy.houseRules, input.sentence);
    if (same !== undefined) return { kind: "failed", message: "This is a house rule already." };
    const decides = await decidersOf(input, services);
    if (typeof decides === "string") return retry(decides);
    const recipients = await recipientsOf(input, services);
    if (typeof recipients === "string") return retry(recipients);
    const { holds = [], mentions: words = [], amountAbove = null, judged = false, hours } = input;
    const isBare =
      holds.length + words.length === 0 && amountAbove === null && hours === undefined && !judged;
    if (isBare && decides.who === "anyone" && recipients.length === 0)
      return retry(
        "Say what it catches: recipients, holds, mentions, amountAbove or hours; judged where none of them says it. Say with decidedBy who decides.",
      );
    const rule: HouseRule = {
      id: await derivedId("house_rule", call.tenantId, call.conversationId, call.id),
      sentence: input.sentence,
      by: speakerOf(call),
      at: isoTime(services.clock.now()),
      channels: (input.channels ?? []).flatMap((channel) => CHANNELS[channel] ?? []),
      recipients,
      hours: hours === undefined ? null : { from: hours.from, to: hours.to, days: hours.days ?? null },
      holds,
      words,
      amountAbove,
      judged,
      decides,
    };
    const against = policy.houseRules.filter((one) => contradicts(one, rule));
    return {
      kind: "resolved",
      effects: [
        houseRule.of({
          rule,
          check: checkWords(rule),
          replaces: against.map(({ id, sentence }) => ({ id, sentence })),
          isOwnWords: isOwnWish(call.asker, "", input.sentence) || isMembers(input.sentence, call.asker),
        }),
      ],
      observed: [],
      lints: against.map(({ sentence, by }) => ({
        code: "contradicts_rule",
        level: "warning",
        message: `It says something else than “${sentence}” (${by.name}). Approve it and that one goes; reject it and that one stays.`,
        path: null,
      })),
      urgent: false,
    };
  },
});

function removal(rules: readonly HouseRule[], asked: string): Resolution {
  const words = plainWords(asked);
  const exact = rules.filter(({ sentence }) => bare(sentence) === bare(asked));
  const like = rules.filter(({ sentence }) => words.every((word) => plainWords(sentence).includes(word)));
  const [found, ...others] = exact.length > 0 ? exact : like;
  if (found === undefined || others.length > 0)
    return retry(
      `Name one of these: ${rules.map(({ sentence }) => `“${sentence}”`).join("; ") || "there is no house rule"}.`,
    );
  const { id, sentence } = found;
  return {
    kind: "resolved",
    effects: [
      houseRule.of({ rule: null, check: checkWords(found), replaces: [{ id, sentence }], isOwnWords: false }),
    ],
    observed: [],
    lints: [],
    urgent: false,
  };
}

function speakerOf({ asker }: Call): HouseRule["by"] {
  const { kind, id, name } = asker?.speaker ?? { kind: "system" as const, name: "Steward" };
  return kind === "user" ? { id: id ?? name, name } : { id: "system:steward", name: "Steward" };
}

/** Members by any part of their name that fits one of them alone. */
async function decidersOf(
  { decidedBy = [] }: Input,
  { db }: InboxServices,
): Promise<HouseRule["decides"] | string> {
  if (decidedBy.length === 0) return { who: "anyone" };
  if (decidedBy.some((name) => /^admins?$/i.test(name))) return { who: "admins" };
  const members = await listTeam(db);
  const names = members.map(({ name }) => name).join(", ");
  const people = decidedBy.map((asked) => {
    const words = plainWords(asked);
    const fits = members.filter(({ name }) => words.every((word) => plainWords(name).includes(word)));
    return fits.length === 1 ? fits[0] : undefined;
  });
  if (people.some((one) => one === undefined))
    return `decidedBy names members of the team, or ${ADMINS}: ${names}. Ask who is meant where it isn't clear.`;
  return {
    who: "people",
    people: people.flatMap((one) => (one === undefined ? [] : [{ id: one.id, name: one.name }])),
  };
}

/** Each with the numbers and addresses of the contact it fits: a name that changes doesn't take anyone out of a rule. */
async function recipientsOf(
  { recipients = [] }: Input,
  { contactsNamed }: InboxServices,
): Promise<string[] | string> {
  const found: string[] = [];
  for (const asked of recipients) {
    const number = /^[+\d\s().-]{7,}$/.test(asked) ? toE164(asked, "") : null;
    if (number !== null || asked.includes("@")) {
      found.push(number ?? asked.toLowerCase());
      continue;
    }
    const contacts = await contactsNamed(asked);
    if (contacts.length > 1)
      return `Several contacts fit “${asked}”: ${contacts.map(({ name, role }) => (role === null ? name : `${name}, ${role}`)).join("; ")}. Ask which, or give a number.`;
    const [one] = contacts;
    if (one === undefined) found.push(asked);
    else
      found.push(
        one.name,
        ...one.numbers.map((line) => line.number),
        ...one.emails.map((to) => to.toLowerCase()),
      );
  }
  return [...new Set(found)].slice(0, 30);
}

function bare(sentence: string): string {
  return plainWords(sentence).join(" ");
}
