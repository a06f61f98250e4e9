/**
 * Text of notifications, from each effect's layout. Pure. Names and drafts are untrusted: they are shown as
 * text, with invisible characters escaped. `exact` decides whether a notification may carry buttons, so
 * shortened or altered text must never be exact.
 */
import { LIMITS } from "../kernel/limits.ts";
import { DRAWN_JOINERS, ODD_SPACE, OVERLAY_CLASS, TURNING_LETTERS, UNSEEN_CLASS } from "../kernel/unseen.ts";
import type { PushPayload } from "./api/notifications.ts";
import type { Approval, ApprovalStatus, Effect, LayoutField } from "../approvals/api/approval.ts";
import { showExactly } from "../platform/api/shown-text.ts";
import { numbersIn, withoutLeads } from "../kernel/leads.ts";
import { lazy } from "../kernel/lazy.ts";

/** Why an approval notifies people. */
export type Occasion = "requested" | "reminder" | "needs_human" | "on_call";

/** `exact`: it shows the complete effect as it will be executed. */
interface NotificationText {
  readonly title: string;
  readonly body: string;
  readonly exact: boolean;
}

/** Maximum length of a draft shown completely. */
const EXACT_CHARS = 240;
const NAME_CHARS = 60;
const TITLE_CHARS = 120;
const LINT_CHARS = 140;
const NOTE_CHARS = 160;
const LINES_SHOWN = 4;

const unseenExceptNewline = lazy(
  () => new RegExp(`(${DRAWN_JOINERS})|(?!\n)[${UNSEEN_CLASS}${OVERLAY_CLASS}]|${ODD_SPACE}`, "gu"),
);
/** Right-to-left text, which lock screens may reorder. */
const turning = lazy(() => new RegExp(`[${TURNING_LETTERS}]`, "u"));

/** Text of an approval's notification, by occasion. */
export function approvalText(
  approval: Approval,
  occasion: Occasion,
  {
    showsNote = true,
    request = null,
    files = new Set(),
  }: {
    readonly showsNote?: boolean;
    /** What the drafts of its request are called together; null if it is the only one. */
    readonly request?: string | null;
    /** Names of the workspace's files, which may stand in the note. */
    readonly files?: ReadonlySet<string>;
  } = {},
): NotificationText {
  if (occasion === "needs_human" || approval.status === "needs_human") {
    return {
      title: cut(`Please check: ${visible(approval.title)}`, TITLE_CHARS),
      body: "We can’t tell whether this was done. Open it and say what happened.",
      exact: false,
    };
  }
  const [only, ...others] = approval.effects;
  const note = showsNote ? noteLines(approval, files) : hiddenNote(approval);
  const own =
    only === undefined || others.length > 0 ? listing(approval, note) : effectText(only, approval, note);
  const text = request === null ? own : together(request, own);
  const prefix = PREFIXES[occasion];
  return prefix === undefined ? text : { ...text, title: cut(`${prefix}: ${text.title}`, TITLE_CHARS) };
}

/** One notification for several drafts: the first of them, to be opened. */
function together(title: string, { body }: NotificationText): NotificationText {
  const lines = body.split("\n").filter((line) => line !== OPEN_IT);
  return { title: cut(visible(title), TITLE_CHARS), body: [...lines, OPEN_THEM].join("\n"), exact: false };
}

const OPEN_IT = "Open it to read and decide.";
const OPEN_THEM = "Open them to read and decide.";

const PREFIXES: Partial<Record<Occasion, string>> = {
  reminder: "Still waiting",
  on_call: "No one answered",
};

/** The text to a person on call: what is waiting and a link, in one or two segments. */
export function onCallText(title: string, url: string, waitedMinutes: number): string {
  return `Steward: no one has answered for ${waitedMinutes} min: ${cut(visible(title).replaceAll("\n", " "), NAME_CHARS * 2)}. ${url}`;
}

/** A leaf as shown on a lock screen. */
interface Shown {
  readonly field: LayoutField;
  readonly value: string;
  readonly foundIn: Effect["leaves"][number]["foundIn"];
}

/** Roles shown on a lock screen. */
const SHOWN_ROLES: ReadonlySet<LayoutField["role"]> = new Set([
  "recipient",
  "sender",
  "subject",
  "time",
  "body",
]);

/** A single effect, by its own layout. */
function effectText(effect: Effect, approval: Approval, note: readonly string[]): NotificationText {
  const shown = shownOf(effect);
  const exact = isExact(effect, shown) && !approval.lints.some((lint) => lint.level === "danger");
  const of = (role: LayoutField["role"]): Shown[] => shown.filter(({ field }) => field.role === role);
  const people = [...byLabel(of("recipient")), ...byLabel(of("sender"))];
  const [first = "", ...rest] = people;
  const lines = [
    ...[...of("subject"), ...of("time")].map(({ field, value }) => `${field.label}: ${brief(value)}`),
    ...of("body").map(({ value }) => cut(visible(value), EXACT_CHARS)),
    [first, ...rest.map((line) => `${line.charAt(0).toLowerCase()}${line.slice(1)}`)].join(", "),
    ...note,
    ...warnings(approval),
    ...(exact ? [] : [OPEN_IT]),
  ];
  const joined = lines.filter((line) => line !== "").join("\n");
  return {
    title: cut(visible(effect.words.ask), TITLE_CHARS),
    // Phones show only a few lines, so drop empty ones if it must be opened anyway.
    body: exact ? joined : joined.replaceAll(/\n\s*\n+/g, "\n"),
    exact,
  };
}

/**
 * The agent's note to the approver. Untrusted content may have influenced it, and a lock screen shows no
 * context: it is quoted, without links, and without numbers other than the recipients'. The card has the full
 * note.
 */
function noteLines({ note, effects }: Approval, files: ReadonlySet<string>): string[] {
  if (note === undefined) return [];
  const known = effects.flatMap(({ leaves }) =>
    leaves.flatMap(({ value, foundIn }) =>
      foundIn === "contacts" && typeof value === "string" ? numbersIn(value) : [],
    ),
  );
  const onRecord = new Set([
    ...files,
    ...known,
    ...known.map((digits) => digits.replace(/^1(?=\d{10}$)/, "")),
  ]);
  const words = withoutLeads(visible(note).replaceAll("\n", " "), onRecord).replaceAll(/[“”"]/g, "’");
  return [`Steward’s note, not checked: “${cut(words, NOTE_CHARS)}”`];
}

function hiddenNote({ note }: Approval): string[] {
  return note === undefined ? [] : ["Steward’s note is on the card."];
}

/** The parts of an effect shown on a lock screen, in layout order. */
function shownOf({ layout, leaves }: Effect): Shown[] {
  const byPath = new Map(leaves.map((leaf) => [leaf.path, leaf]));
  return layout.flatMap((field) => {
    const leaf = byPath.get(field.path);
    const isShown = SHOWN_ROLES.has(field.role) && !field.implied && leaf !== undefined;
    if (!isShown || leaf.value === null || isEmpty(leaf.value)) return [];
    const value = typeof leaf.value === "string" ? leaf.value : JSON.stringify(leaf.value);
    return [{ field, value, foundIn: leaf.foundIn }];
  });
}

/** "To Maria Lopez +14125550142": adjacent values with the same label on one line. */
function byLabel(shown: readonly Shown[]): string[] {
  const labels = [...new Set(shown.map(({ field }) => field.label))];
  return labels.map((label) => {
    const values = shown.filter(({ field }) => field.label === label).map(({ value }) => brief(value));
    return `${label} ${values.join(" ")}`;
  });
}

function brief(value: string): string {
  return cut(visible(value), NAME_CHARS);
}

/**
 * Whether every leaf except IDs and derived ones is shown completely, so that a lock screen may decide:
 * recipients are contacts, the text fits, and nothing in it is invisible.
 */
function isExact({ layout, leaves }: Effect, shown: readonly Shown[]): boolean {
  const places = new Map(layout.map((field) => [field.path, field]));
  const isPlaced = leaves.every(({ path, value }) => {
    const field = places.get(path);
    if (field === undefined) return false;
    return (
      value === null || isEmpty(value) || field.role === "id" || field.implied || SHOWN_ROLES.has(field.role)
    );
  });
  const bodies = shown.filter(({ field }) => field.role === "body");
  const others = shown.filter(({ field }) => field.role !== "body");
  const seen = leaves.filter(({ path }) => places.get(path)?.role !== "id").map(({ value }) => value);
  return (
    isPlaced &&
    bodies.length === 1 &&
    bodies.every(({ value }) => value.length <= EXACT_CHARS && value === value.trim() && value !== "") &&
    others.every(({ value }) => value.length <= NAME_CHARS && value.trim() !== "") &&
    shown.every(({ field, foundIn }) => field.role !== "recipient" || foundIn === "contacts") &&
    seen.map(String).every(isPlain)
  );
}

/** Whether text looks the same on any screen: lock screens collapse multiple spaces. */
function isPlain(text: string): boolean {
  return showExactly(text) === text && !turning().test(text) && !/ {2}|\n/.test(text);
}

function isEmpty(value: Effect["leaves"][number]["value"]): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function listing(approval: Approval, note: readonly string[]): NotificationText {
  const shown = approval.effects
    .slice(0, LINES_SHOWN)
    .map((effect) => `• ${cut(visible(effect.title), TITLE_CHARS)}`);
  const more =
    approval.effects.length > shown.length ? [`… and ${approval.effects.length - shown.length} more`] : [];
  return {
    title: cut(visible(approval.title), TITLE_CHARS),
    body: [...shown, ...more, ...note, ...warnings(approval), OPEN_IT].join("\n"),
    exact: false,
  };
}

function warnings(approval: Approval): string[] {
  return approval.lints
    .filter((lint) => lint.level !== "info")
    .slice(0, 2)
    .map((lint) => `⚠ ${cut(visible(lint.message), LINT_CHARS)}`);
}

/** An approval's outcome, for people; null while it needs action. */
export function resolutionOf(approval: {
  readonly status: ApprovalStatus;
  readonly decision: "approve" | "reject" | null;
  readonly decidedByName: string | null;
  /** Another draft was requested instead of a rejection. */
  readonly changesRequested?: boolean | undefined;
  /** The draft that replaced it. */
  readonly replacedBy?: string | null | undefined;
}): string | null {
  const by = approval.decidedByName === null ? "" : ` by ${cut(visible(approval.decidedByName), NAME_CHARS)}`;
  const { changesRequested = false, replacedBy = null, status } = approval;
  const isReplaced = status === "withdrawn" && replacedBy !== null;
  const resolution = changesRequested ? CHANGES_REQUESTED : isReplaced ? REPLACED : RESOLUTIONS[status];
  return resolution === null ? null : `${resolution.words}${resolution.names === true ? by : ""}`;
}

const CHANGES_REQUESTED = { words: "Changes requested", names: true } as const;
const REPLACED = { words: "Replaced by a newer draft", names: false } as const;
const APPROVED = { words: "Approved", names: true } as const;
/** By status. `names`: includes who decided. */
const RESOLUTIONS: Readonly<
  Record<ApprovalStatus, { readonly words: string; readonly names?: boolean } | null>
> = {
  pending: null,
  expired: { words: "Expired without a decision" },
  stale: { words: "Out of date: the conversation has moved on" },
  withdrawn: { words: "Withdrawn" },
  rejected: { words: "Rejected", names: true },
  approved: APPROVED,
  executing: APPROVED,
  done: APPROVED,
  failed: APPROVED,
  needs_human: APPROVED,
  not_done: { words: "Not done" },
};

/**
 * The payload as JSON within the push size limit. Shortening the body removes the token, because it no longer
 * shows everything.
 */
export function fitPayload(payload: PushPayload, maxBytes: number = LIMITS.pushPayloadBytes): string {
  let fitted = payload;
  for (;;) {
    const json = JSON.stringify(fitted);
    if (new TextEncoder().encode(json).byteLength <= maxBytes || fitted.body === "") return json;
    fitted = {
      ...fitted,
      token: null,
      body: fitted.body.length < 20 ? "" : cut(fitted.body, fitted.body.length >> 1),
    };
  }
}

/** Makes invisible characters visible; keeps line breaks. */
export function visible(text: string): string {
  return text.replace(
    unseenExceptNewline(),
    (found, drawn?: string) => drawn ?? `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`,
  );
}

/** Truncates without splitting a character. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return `${text.slice(0, chars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
