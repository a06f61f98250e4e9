/**
 * Collects the material of a follow-up: current state, latest exchange, and the client's writing style.
 * Gathered by code, so that the drafting agent needs no further lookups.
 */
import { desc, eq } from "drizzle-orm";
import { accountSources } from "./tables/accounts.ts";
import { AppError } from "../kernel/errors.ts";
import type { DueAccount } from "./api/account-query.ts";
import type { StageRule, FollowupChannel } from "./api/account-stages.ts";
import type { AccountState } from "./api/accounts.ts";
import { findFile, type WorkspaceDeps } from "../workspace/index.ts";
import { checkChain } from "./chain.ts";
import { dueAccount } from "./due.ts";
import { sourceFile, type SourceRow } from "./file-source.ts";
import { findAccountRow } from "./resolve.ts";
import { stageNamed } from "./stages.ts";
import { readState } from "./state.ts";
import { filesOf, openAccount } from "./store.ts";
import { measureStyle, type ClientStyle, type StyledSource } from "./style.ts";

/** Sources measured for style, and sources whose summaries are included. */
const MEASURED = 12;
const TOLD = 3;
const SUMMARY_CHARS = 700;
const NOTES_CHARS = 500;

/** Other people's words in it are untrusted. */
export interface FollowupMaterials {
  readonly due: DueAccount;
  readonly purpose: string;
  readonly channel: FollowupChannel;
  /** The recipient: an address or number, and a name if known. */
  readonly to: { readonly name: string; readonly email: string; readonly phone: string };
  readonly insurance: readonly string[];
  readonly notes: string;
  readonly style: ClientStyle;
  readonly sources: readonly { readonly path: string; readonly summary: string }[];
  readonly read: readonly string[];
}

/** Throws `not_found`; `conflict` if the state can't be read. */
export async function followupMaterials(
  files: WorkspaceDeps,
  rules: readonly StageRule[],
  asked: {
    readonly id: string;
    readonly channel?: FollowupChannel | undefined;
    readonly purpose?: string | undefined;
  },
): Promise<FollowupMaterials> {
  const [row, open] = await Promise.all([findAccountRow(files.db, asked.id), openAccount(files, asked.id)]);
  const read = readState(open.state.content);
  if (row === null) throw new AppError("not_found", "That account doesn’t exist.");
  if (!read.ok) throw new AppError("conflict", `state.md can’t be read. ${read.problem}`);
  const [problem] = checkChain(filesOf(open));
  if (problem !== undefined) throw new AppError("conflict", unprovenWords(problem.message));
  const { state } = read;
  const rule = stageNamed(rules, row.stage) ?? noRule(row.stage);
  const due = dueAccount(row, rule, files.clock.now());
  const sources = await newestSources(files, asked.id);
  const style = measureStyle(
    await Promise.all(sources.map((one) => readSource(files, one))),
    addressesOf(state),
  );
  const summaries = await Promise.all(sources.slice(0, TOLD).map((one) => readSummary(files, one)));
  // A person may have removed a source.
  const told = summaries.filter(({ summary }) => summary !== "");
  const to = addresseeOf(state);
  return {
    due,
    purpose: asked.purpose ?? rule.purpose,
    channel: asked.channel ?? bestChannel(rule, due.recommended_channel, style, to),
    to,
    insurance: state.insuranceTypes,
    notes: state.notes.slice(-NOTES_CHARS),
    style,
    sources: told,
    read: [`accounts/${asked.id}/state.md`, ...told.map(({ path }) => path)],
  };
}

/** Why nothing is drafted for an account. */
function unprovenWords(problem: string): string {
  return `Nothing is drafted for this account until its history is fixed on its page. ${problem}`;
}

/** The rule of a stage the team doesn't have. */
function noRule(stage: string): StageRule {
  return { stage, aliases: [], days: null, channels: [], purpose: "" };
}

function addressesOf({ primaryEmail, contacts }: AccountState): string[] {
  return [primaryEmail, ...contacts.map(({ email }) => email)]
    .map((one) => one.toLowerCase())
    .filter((one) => one !== "");
}

function addresseeOf({
  contacts: [person],
  primaryEmail,
  primaryPhone,
}: AccountState): FollowupMaterials["to"] {
  const { name = "", email = "", phone = "" } = person ?? {};
  return { name, email: primaryEmail || email, phone: primaryPhone || phone };
}

/**
 * The channel the client answers most, if the stage's rule allows it and contact data exists; else the rule's
 * preferred one.
 */
function bestChannel(
  { channels }: StageRule,
  recommended: FollowupChannel,
  { channel }: ClientStyle,
  to: FollowupMaterials["to"],
): FollowupChannel {
  if (channel === null) return recommended;
  const isOpen = channel === "email" ? to.email !== "" : to.phone !== "";
  const fits = channels.length === 0 || channels.includes(channel) || channel === "sms";
  return isOpen && fits ? channel : recommended;
}

/** An account's newest sources. */
function newestSources({ db }: WorkspaceDeps, id: string): Promise<SourceRow[]> {
  return db
    .rows(accountSources, eq(accountSources.accountId, id))
    .orderBy(desc(accountSources.at))
    .limit(MEASURED);
}

async function readSource(files: WorkspaceDeps, row: SourceRow): Promise<StyledSource> {
  const path = sourceFile(row, "raw.txt");
  return { path, kind: row.kind, raw: (await findFile(files, path))?.content ?? "" };
}

async function readSummary(files: WorkspaceDeps, row: SourceRow) {
  const path = sourceFile(row, "summary.md");
  const summary = (await findFile(files, path))?.content ?? "";
  return { path, summary: summary.slice(0, SUMMARY_CHARS).trim() };
}
