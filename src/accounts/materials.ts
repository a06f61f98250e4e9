/** What a follow-up is drafted from: how things stand, what was said last, and how the client writes. Read by code, so that whoever drafts needs no further look. */
import { AppError } from "../kernel/errors.ts";
import type { DueAccount } from "../protocol/account-query.ts";
import type { StageRule, FollowupChannel } from "../protocol/account-stages.ts";
import type { AccountState } from "../protocol/accounts.ts";
import { listFiles, type FileRow, type WorkspaceDeps } from "../workspace/index.ts";
import { dueAccount } from "./due.ts";
import { findAccountRow } from "./resolve.ts";
import { stageNamed } from "./stages.ts";
import { readState } from "./state.ts";
import { openAccount } from "./store.ts";
import { measureStyle, type ClientStyle, type StyledSource } from "./style.ts";

/** Sources whose words are measured, and those whose summaries are handed on. */
const MEASURED = 12;
const TOLD = 3;
const SUMMARY_CHARS = 700;
const NOTES_CHARS = 500;
const FILES = 400;

/** All of it. Words of others are data. */
export interface FollowupMaterials {
  readonly due: DueAccount;
  readonly purpose: string;
  readonly channel: FollowupChannel;
  /** Whom it goes to: an address or a number, and a name where one is known. */
  readonly to: { readonly name: string; readonly email: string; readonly phone: string };
  readonly insurance: readonly string[];
  readonly notes: string;
  readonly style: ClientStyle;
  readonly sources: readonly { readonly path: string; readonly summary: string }[];
  readonly read: readonly string[];
}

/** Reads them. Throws `not_found`; `conflict` where its state can't be read. */
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
  if (row === null) throw new AppError("not_found", "There is no such account.");
  if (!read.ok) throw new AppError("conflict", `state.md can't be read. ${read.problem}`);
  const { state } = read;
  const rule = stageNamed(rules, row.stage) ?? noRule(row.stage);
  const due = dueAccount(row, rule, files.clock.now());
  const sources = await newestSources(files, asked.id);
  const style = measureStyle(
    await Promise.all(sources.slice(0, MEASURED).map((one) => readSource(files, one))),
    addressesOf(state),
  );
  const told = await Promise.all(sources.slice(0, TOLD).map((one) => readSummary(files, one)));
  const to = addresseeOf(state);
  return {
    due,
    purpose: asked.purpose ?? rule.purpose,
    channel: asked.channel ?? bestChannel(rule, due.recommended_channel, style, to),
    to,
    insurance: state.insuranceTypes,
    notes: state.notes.slice(-NOTES_CHARS),
    style,
    sources: told.filter(({ summary }) => summary !== ""),
    read: [`accounts/${asked.id}/state.md`, ...told.map(({ path }) => path)],
  };
}

/** A stage that the team has no rule for. */
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

/** The channel they answer most, where the stage's rule knows it and the file has what it takes; else the rule's own best. */
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

interface SourceFolder {
  readonly folder: string;
  readonly kind: StyledSource["kind"];
  readonly raw: FileRow | null;
  readonly summary: FileRow | null;
}

/** The sources of an account, the newest first: their folders begin with their day. */
async function newestSources(files: WorkspaceDeps, id: string): Promise<SourceFolder[]> {
  const rows = await listFiles(files, { under: `accounts/${id}/sources`, limit: FILES });
  const folders = new Map<string, SourceFolder>();
  for (const row of rows) {
    const [, kind, , name] =
      /\/sources\/(emails|calls|sms)\/([^/]+)\/(raw\.txt|summary\.md)$/.exec(row.path) ?? [];
    if (kind === undefined) continue;
    const folder = row.path.slice(0, row.path.lastIndexOf("/"));
    const known = folders.get(folder) ?? {
      folder,
      kind: kind as StyledSource["kind"],
      raw: null,
      summary: null,
    };
    folders.set(folder, { ...known, [name === "raw.txt" ? "raw" : "summary"]: row });
  }
  const day = ({ folder }: SourceFolder): string => folder.slice(folder.lastIndexOf("/") + 1);
  return [...folders.values()].toSorted((one, other) => (day(one) < day(other) ? 1 : -1));
}

async function readSource(
  { blobs }: WorkspaceDeps,
  { folder, kind, raw }: SourceFolder,
): Promise<StyledSource> {
  return { path: `${folder}/raw.txt`, kind, raw: raw === null ? "" : await blobs.get(raw.sha256) };
}

async function readSummary({ blobs }: WorkspaceDeps, { summary, raw, folder }: SourceFolder) {
  const row = summary ?? raw;
  const path = row?.path ?? folder;
  return { path, summary: row === null ? "" : (await blobs.get(row.sha256)).slice(0, SUMMARY_CHARS).trim() };
}
