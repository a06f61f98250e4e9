/** House rules on the wire: sentences of the team that bind drafts, with what code or the cheap model checks of each. */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { ruleHoursSchema } from "./policy-rules.ts";
import { dayWords } from "./policy-words.ts";

export const MAX_HOUSE_RULES = 50;

/** Channels by the first part of the kinds of effects that use them. */
export const houseChannelSchema = z.enum(["sms", "email", "slack", "event"]);
export type HouseChannel = z.infer<typeof houseChannelSchema>;

/** What code can find in the words of a draft. */
export const holdsSchema = z.enum(["time", "price", "promise", "link"]);
export type Holds = z.infer<typeof holdsSchema>;

const personSchema = z.object({ id: idSchema, name: z.string().min(1).max(200) });

/** Who decides on what a rule catches. `people`: these alone, or admins once all of them have left. */
const houseDecidersSchema = z.discriminatedUnion("who", [
  z.object({ who: z.literal("anyone") }),
  z.object({ who: z.literal("admins") }),
  z.object({ who: z.literal("people"), people: z.array(personSchema).min(1).max(10) }),
]);

/**
 * A rule catches what fits its channels, recipients and hours, and holds one of `holds` or `words`, or an amount above `amountAbove`; all of it where
 * none of these is set. Empty lists and null stand for any.
 */
export const houseRuleSchema = z.object({
  id: idSchema,
  /** The rule in the team's own words. */
  sentence: z.string().trim().min(5).max(300),
  /** Who said it. */
  by: personSchema,
  at: timeSchema,
  channels: z.array(houseChannelSchema).max(4),
  /** Names, numbers in E.164 and e-mail addresses. */
  recipients: z.array(z.string().trim().min(2).max(200)).max(30),
  hours: ruleHoursSchema.nullable(),
  holds: z.array(holdsSchema).max(4),
  words: z.array(z.string().trim().min(2).max(60)).max(20),
  /** In the currency of the draft. */
  amountAbove: z.number().min(0).max(1e9).nullable(),
  /** The cheap model decides by the sentence whether a draft that fits goes against it. */
  judged: z.boolean(),
  decides: houseDecidersSchema,
});
export type HouseRule = z.infer<typeof houseRuleSchema>;

export const houseRulesSchema = z
  .array(houseRuleSchema)
  .max(MAX_HOUSE_RULES)
  .refine(
    (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
    "Each rule needs an id of its own.",
  );

/** Decides in place of a person named by a house rule, who may still decide too. */
const deputySchema = z
  .object({
    id: idSchema,
    /** Whom the rules name. */
    of: personSchema,
    deputy: personSchema,
    /** The last day in the team's zone; null until an admin removes it. */
    until: z.iso.date().nullable(),
  })
  .refine(({ of, deputy }) => of.id !== deputy.id, "A person can't be their own deputy.");
export type Deputy = z.infer<typeof deputySchema>;

export const deputiesSchema = z.array(deputySchema).max(50);

const CHANNEL_WORDS: Readonly<Record<HouseChannel, string>> = {
  sms: "Texts",
  email: "E-mails",
  slack: "Slack messages",
  event: "Calendar events",
};
const HOLDS_WORDS: Readonly<Record<Holds, string>> = {
  time: "a time or day",
  price: "a price",
  promise: "a promise",
  link: "a link",
};

/** What is checked, in plain words: `Texts to Gregory Stahl with a time or day: only Dana Alder decides.` */
export function checkWords(rule: Omit<HouseRule, "id" | "by" | "at" | "sentence">): string {
  const { channels, recipients, hours, holds, words, amountAbove, judged, decides } = rule;
  const what =
    channels.length === 0
      ? "Everything that leaves the team"
      : channels.map((channel, at) => (at === 0 ? CHANNEL_WORDS[channel] : lower(CHANNEL_WORDS[channel])));
  const found = [
    ...holds.map((one) => HOLDS_WORDS[one]),
    ...words.map((word) => `“${word}”`),
    ...(amountAbove === null ? [] : [`an amount above ${amountAbove.toLocaleString("en-US")}`]),
  ];
  const parts = [
    typeof what === "string" ? what : listed(what),
    ...(recipients.length === 0 ? [] : [`to ${listed(recipients.filter(isName))}`]),
    ...(found.length === 0 ? [] : [`with ${listed(found, "or")}`]),
    ...(hours === null ? [] : [hoursWords(hours)]),
    ...(judged ? ["that go against the sentence, as a model reads it"] : []),
  ];
  const then =
    decides.who !== "anyone"
      ? `only ${deciderWords(decides)} can decide`
      : hours === null
        ? "a person must open the card and decide"
        : "only an admin can approve it then, unless it is urgent";
  return `${parts.join(" ")}: ${then}.`;
}

/** `every day from 20:00 to 08:00`. */
export function hoursWords({ days, from, to }: NonNullable<HouseRule["hours"]>): string {
  return `${dayWords(days)}${from === to ? "" : ` from ${from} to ${to}`}`;
}

/** `Dana Alder or Marcus Bell`, `an admin`. */
export function deciderWords(decides: Exclude<HouseRule["decides"], { who: "anyone" }>): string {
  return decides.who === "admins"
    ? "an admin"
    : listed(
        decides.people.map(({ name }) => name),
        "or",
      );
}

/** Numbers and addresses stand beside the names they belong to; a rule that has nothing else is told by them. */
function isName(one: string, _at: number, all: readonly string[]): boolean {
  const isAddress = (text: string): boolean => /^\+\d+$/.test(text) || text.includes("@");
  return !isAddress(one) || all.every(isAddress);
}

function lower(words: string): string {
  return words.startsWith("Slack") ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function listed(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;
}
