/**
 * Slash commands, which need no classification: sent by scripts and the morning scan.
 * Readable for people. Pure.
 */
import { followupChannelSchema, type FollowupChannel } from "../api/account-stages.ts";

export type DeskCommand =
  | { readonly kind: "search"; readonly query: string }
  | FollowupCommand
  | FollowupsCommand
  | { readonly kind: "due"; readonly stage: string | null };

export interface FollowupCommand {
  readonly kind: "followup";
  /** The account's number. */
  readonly account: string;
  readonly channel: FollowupChannel | null;
  /** The purpose, in the asker's words; empty for the stage's default. */
  readonly purpose: string;
  /** Draft only: no approval is created. */
  readonly isDry: boolean;
}

export interface FollowupsCommand {
  readonly kind: "followups";
  readonly limit: number;
  readonly stage: string | null;
  /** Days without contact, in place of the stages' own. */
  readonly days?: number;
  readonly isDry: boolean;
}

const MOST = 20;

/** Parses a command; null for any other text. */
export function readCommand(words: string): DeskCommand | null {
  const [, name, rest = ""] = /^\/(search|followups|followup|due)\b ?([\s\S]*)$/.exec(words.trim()) ?? [];
  const said = rest.trim() || null;
  if (name === "search") return said === null ? null : { kind: "search", query: said };
  if (name === "due") return { kind: "due", stage: said };
  if (name === "followup") return readFollowup(rest);
  return name === "followups" ? readFollowups(rest) : null;
}

function readFollowups(rest: string): FollowupsCommand {
  const [, limit = "5"] = /^(\d{1,2})\b/.exec(rest.trim()) ?? [];
  const [, stage = null] = /\bstage: ?(.+)$/.exec(rest) ?? [];
  const [, days] = /^\d{1,2}(?: draft only)? days: ?(\d{1,4})\b/.exec(rest.trim()) ?? [];
  return {
    kind: "followups",
    limit: Math.min(MOST, Math.max(1, Number(limit))),
    stage,
    ...(days === undefined ? {} : { days: Number(days) }),
    isDry: /\bdraft only\b/.test(rest),
  };
}

export const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** Drafts of a request that names no number: all, up to this many. */
const ALL = 10;

/** How many drafts a request about several accounts asks for; null if it asks who is due. */
export function draftsAsked(query: string): number | null {
  if (!/\b(?:draft|write|prepare|compose)\b/i.test(query)) return null;
  const said = /\b(\d{1,2})\b/.exec(query)?.[1];
  if (said !== undefined) return Math.min(MOST, Math.max(1, Number(said)));
  const named = NUMBERS.findIndex((word) => new RegExp(`\\b${word}\\b`, "i").test(query));
  return named < 0 ? ALL : named + 1;
}

function readFollowup(rest: string): FollowupCommand | null {
  const [, account, options = "", purpose = ""] =
    /^([1-9]\d{0,8})\b((?: (?:email|sms|call_script|draft only))*)(?:: ?([\s\S]*))?$/.exec(rest.trim()) ?? [];
  if (account === undefined) return null;
  const channel = options.split(" ").find((one) => followupChannelSchema.safeParse(one).success);
  return {
    kind: "followup",
    account,
    channel: channel === undefined ? null : followupChannelSchema.parse(channel),
    purpose: purpose.trim(),
    isDry: options.includes("draft only"),
  };
}

export function writeFollowup({ account, channel, purpose, isDry }: Omit<FollowupCommand, "kind">): string {
  const options = [...(channel === null ? [] : [channel]), ...(isDry ? ["draft only"] : [])].join(" ");
  return `/followup ${account}${options === "" ? "" : ` ${options}`}${purpose === "" ? "" : `: ${purpose}`}`;
}

/** Formats a command for several accounts. */
export function writeFollowups({ limit, stage, days, isDry }: Omit<FollowupsCommand, "kind">): string {
  const since = days === undefined ? "" : ` days: ${days}`;
  return `/followups ${limit}${isDry ? " draft only" : ""}${since}${stage === null ? "" : ` stage: ${stage}`}`;
}
