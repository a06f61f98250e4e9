/**
 * `history.md` of an account: entries, newest last, each with its changes, evidence, and a link to the
 * previous entry. Pure.
 *
 * ```markdown
 * ## 2026-01-21T14:30:00.000Z
 *
 * Stage changed from Application Received to Quoted.
 *
 * - **stage**: Application Received → Quoted
 * - **Evidence**: User command by Ruth Castellan: "Mark as Quoted, $2,600 premium"
 * - **Approved**: Dana Whitfield
 * - **Previous**: [2026-01-15T10:00:00.000Z](#2026-01-15t100000000z)
 * - **Seal**: 64 hex digits over all entries before (src/accounts/seal.ts)
 *
 * ---
 * ```
 */
import {
  ACCOUNT_FIELDS,
  ACCOUNT_LIMITS,
  type AccountChange,
  type AccountEntry,
  type AccountEvidence,
  type AccountField,
  type AccountState,
} from "./api/accounts.ts";
import { readValue, splitChange, writeChange } from "./values.ts";

/** The readable part of a history, and the first error: `line` starts at 1. */
interface ReadHistory {
  readonly entries: readonly AccountEntry[];
  readonly problem: { readonly line: number; readonly message: string } | null;
}

const TITLE = "# History\n\n";
const HEADING = /^## (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/;
const BULLET = /^- \*\*([A-Za-z]+)\*\*: (.*)$/;
const SEAL = /^[0-9a-f]{64}$/;
const PREVIOUS = /^\[([^\]]+)\]\(#([^)]+)\)$/;

export function appendEntry(history: string, entry: AccountEntry): string {
  const before = history === "" ? TITLE : history.endsWith("\n") ? history : `${history}\n`;
  return `${before}${before.endsWith("\n\n") ? "" : "\n"}${writeEntry(entry)}`;
}

/** An entry as written to the file. */
export function writeEntry({
  id,
  sentence,
  changes,
  evidence,
  approvedBy,
  previous,
  seal,
}: AccountEntry): string {
  const bullets = [
    ...changes.map(({ field, old, new: next }) => [field, writeChange(old as Value, next as Value)] as const),
    ["Evidence", writeEvidence(evidence)] as const,
    ...(approvedBy === undefined ? [] : [["Approved", approvedBy] as const]),
    ...(previous === null ? [] : [["Previous", `[${previous}](#${anchorOf(previous)})`] as const]),
    ...(seal === undefined ? [] : [["Seal", seal] as const]),
  ];
  return `## ${id}\n\n${sentence}\n\n${bullets.map(([label, said]) => `- **${label}**: ${said}`).join("\n")}\n\n---\n`;
}

type Value = AccountState[AccountField];

/** Parses a history up to the first invalid line. */
export function readHistory(content: string): ReadHistory {
  if (content.length > ACCOUNT_LIMITS.fileChars)
    return { entries: [], problem: { line: 1, message: "The history is too long." } };
  const lines = content.split("\n");
  const entries: AccountEntry[] = [];
  let at = lines[0] === "# History" ? 1 : 0;
  try {
    for (at = nextFilled(lines, at); at < lines.length; at = nextFilled(lines, at)) {
      const { entry, next } = readEntry(lines, at);
      entries.push(entry);
      at = next;
    }
    return { entries, problem: null };
  } catch (error) {
    const line = error instanceof AtLine ? error.line : at;
    return { entries, problem: { line: line + 1, message: error instanceof Error ? error.message : "" } };
  }
}

class AtLine extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

function nextFilled(lines: readonly string[], from: number): number {
  const found = lines.findIndex((line, index) => index >= from && line.trim() !== "");
  return found < 0 ? lines.length : found;
}

function readEntry(
  lines: readonly string[],
  from: number,
): { readonly entry: AccountEntry; readonly next: number } {
  const id = HEADING.exec(lines[from] ?? "")?.[1];
  if (id === undefined) throw new AtLine(from, "An entry must start with a heading of its time.");
  const said = nextFilled(lines, from + 1);
  const sentence = lines[said] ?? "";
  if (sentence === "" || BULLET.test(sentence))
    throw new AtLine(said, "An entry must describe in a sentence what happened.");
  let at = nextFilled(lines, said + 1);
  const bullets: [line: number, label: string, words: string][] = [];
  for (let found; (found = BULLET.exec(lines[at] ?? "")) !== null; at++)
    bullets.push([at, found[1] ?? "", found[2] ?? ""]);
  const end = nextFilled(lines, at);
  if (lines[end] !== "---") throw new AtLine(end, "An entry must end with a rule of three dashes.");
  return { entry: { id, sentence, ...readBullets(bullets, from) }, next: end + 1 };
}

function readBullets(
  bullets: readonly (readonly [line: number, label: string, words: string])[],
  from: number,
): Omit<AccountEntry, "id" | "sentence"> {
  const changes: AccountChange[] = [];
  let evidence: AccountEvidence | null = null;
  let approvedBy: string | undefined;
  let previous: string | null = null;
  let seal: string | undefined;
  for (const [line, label, words] of bullets) {
    if (evidence === null && isField(label)) changes.push(readChange(label, words, line));
    else if (label === "Evidence" && evidence === null) evidence = readEvidence(words, line);
    else if (label === "Approved" && evidence !== null && previous === null && approvedBy === undefined)
      approvedBy = words;
    else if (label === "Previous" && evidence !== null && previous === null)
      previous = readPrevious(words, line);
    else if (label === "Seal" && previous !== null && seal === undefined && SEAL.test(words)) seal = words;
    else throw new AtLine(line, `“${label}” doesn't belong here.`);
  }
  if (evidence === null) throw new AtLine(from, "An entry must have evidence.");
  return {
    changes,
    evidence,
    ...(approvedBy === undefined ? {} : { approvedBy }),
    previous,
    ...(seal === undefined ? {} : { seal }),
  };
}

function readChange(field: AccountField, words: string, line: number): AccountChange {
  try {
    const [old, next] = splitChange(words);
    return { field, old: readValue(field, old), new: readValue(field, next) };
  } catch {
    throw new AtLine(line, `The change of ${field} can’t be read.`);
  }
}

const COMMAND = /^User command(?: by (.+))?: (".*")$/;
const HAND = /^Changed by hand: (.+)$/;
const PAGE = /^On the account’s page: (.+)$/;
const APPROVAL = /^Approval: \[([A-Za-z0-9_:+.@-]{1,200})\]\(\/approvals\/\1\)$/;
const SOURCE = /^\[[^\]]+\]\(([^)]+)\)$/;

function writeEvidence(evidence: AccountEvidence): string {
  if (evidence.kind === "command")
    return `User command${evidence.name === undefined ? "" : ` by ${evidence.name}`}: ${JSON.stringify(evidence.words)}`;
  if (evidence.kind === "hand") return `Changed by hand: ${evidence.name}`;
  if (evidence.kind === "page") return `On the account’s page: ${evidence.name}`;
  if (evidence.kind === "approval") return `Approval: [${evidence.id}](/approvals/${evidence.id})`;
  return `[${evidence.path}](${evidence.path})`;
}

function readEvidence(words: string, line: number): AccountEvidence {
  const [, name, quoted] = COMMAND.exec(words) ?? [];
  if (quoted !== undefined)
    try {
      return {
        kind: "command",
        words: String(JSON.parse(quoted)),
        ...(name === undefined ? {} : { name }),
      };
    } catch {
      throw new AtLine(line, "The quoted command can’t be read.");
    }
  const hand = HAND.exec(words)?.[1];
  if (hand !== undefined) return { kind: "hand", name: hand };
  const page = PAGE.exec(words)?.[1];
  if (page !== undefined) return { kind: "page", name: page };
  const approval = APPROVAL.exec(words)?.[1];
  if (approval !== undefined) return { kind: "approval", id: approval };
  const path = SOURCE.exec(words)?.[1];
  if (path === undefined)
    throw new AtLine(line, "Evidence must be a quoted command or a file of the account.");
  return { kind: "source", path };
}

function readPrevious(words: string, line: number): string {
  const [, id, anchor] = PREVIOUS.exec(words) ?? [];
  if (id === undefined || anchor !== anchorOf(id))
    throw new AtLine(line, "The link to the previous entry can’t be read.");
  return id;
}

/** A heading's anchor as Markdown renderers generate it: lowercase, without punctuation except dashes. */
export function anchorOf(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9-]/g, "");
}

function isField(label: string): label is AccountField {
  return (ACCOUNT_FIELDS as readonly string[]).includes(label);
}
