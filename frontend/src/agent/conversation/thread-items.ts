/** Turns messages into thread items: days, text, folded steps, cards, outcomes. Pure. */
import type {
  EmailPart,
  EnclosurePart,
  Look,
  MediaPart,
  Message,
  OutcomePart,
  Part,
  ResultView,
  ToolCallView,
} from "../../../../src/agent/api/message.ts";
import type { ToolStep } from "../../../../src/agent/api/conversation-frames.ts";
import { joinedTexts, type Citation } from "../../../../src/agent/api/cited-text.ts";
import { cutChars } from "../conversation-state.ts";
import { withPassage } from "../../knowledge/passage/passage-words.ts";
import { dayKey } from "../../components/words.ts";

/** A tool call with all that is known of it. */
export interface StepItem {
  readonly toolCallId: string;
  /** A tool's name, its past tense, and the details of this call, in plain words. */
  readonly title: string;
  readonly done: string;
  readonly summary: string;
  readonly look: Look | null;
  readonly status: ToolStep["status"];
  readonly durationMs: number | null;
  readonly input: unknown;
  readonly result: string | null;
  /** How many characters of the result haven't been loaded. */
  readonly cutChars: number;
}

export type ThreadItem =
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  | { readonly kind: "words"; readonly key: string; readonly message: Message; readonly text: string }
  | {
      readonly kind: "steps";
      readonly key: string;
      readonly steps: readonly StepItem[];
      readonly thinking: string;
      readonly tookMs: number | null;
    }
  | { readonly kind: "approvals"; readonly key: string; readonly ids: readonly string[] }
  | { readonly kind: "schedule"; readonly key: string; readonly id: string }
  | {
      readonly kind: "result";
      readonly key: string;
      readonly shows: ResultView;
      /** Null until it has been loaded in full. */
      readonly data: Readonly<Record<string, unknown>> | null;
    }
  | {
      readonly kind: "question";
      readonly key: string;
      readonly question: string;
      readonly options: readonly string[];
      readonly toolCallId: string;
    }
  | {
      readonly kind: "media";
      readonly key: string;
      readonly message: Message;
      readonly part: MediaPart;
      /** It came without words. */
      readonly isAlone: boolean;
    }
  | {
      readonly kind: "email";
      readonly key: string;
      readonly message: Message;
      readonly part: EmailPart;
      readonly isEnclosed?: true;
    }
  | { readonly kind: "quoted"; readonly key: string; readonly message: Message; readonly text: string }
  | { readonly kind: "sources"; readonly key: string; readonly message: Message }
  | { readonly kind: "outcome"; readonly key: string; readonly message: Message; readonly part: OutcomePart };

interface ToolResult {
  readonly text: string;
  readonly cutChars: number;
  readonly isError: boolean;
  readonly at: string;
}

function field(part: Part, name: string): unknown {
  return (part as Record<string, unknown>)[name];
}

/** Attachments are shown, so their placeholder text is not. */
function withoutNote(text: string, { parts }: Message): string {
  const media = parts.find(({ type }) => type === "media");
  const note = media === undefined ? "" : textField(media, "note");
  return note !== "" && text.endsWith(note) ? text.slice(0, -note.length).trimEnd() : text;
}

/** Adds a link to the source after each cited piece of an answer, numbered as in its source list. */
function withChips({ contextUsed = [] }: Message) {
  return (text: string, citations: readonly Citation[]): string => {
    const cited = new Map(
      citations.map(({ source, cited: words }) => [contextUsed.findIndex(({ id }) => id === source), words]),
    );
    const end = text.trimEnd().length;
    const chips = [...cited].flatMap(([place, words]) => {
      const source = contextUsed[place];
      return source === undefined ? [] : [` [${place + 1}](<${withPassage(source.id, words)}>)`];
    });
    return `${text.slice(0, end)}${chips.join("")}${text.slice(end)}`;
  };
}

function textField(part: Part, name: string): string {
  const value = field(part, name);
  return typeof value === "string" ? value : "";
}

/** Text of a tool result, whose content is a string or text blocks. */
function resultText(part: Part): string {
  const content = field(part, "content");
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block: unknown) => (block as { text?: unknown } | null)?.text)
    .filter((text): text is string => typeof text === "string")
    .join("\n");
}

/** Only a call's short status is read; a long result is customer data. */
const MAX_STATUS_CHARS = 20_000;

function jsonObject(text: string): Record<string, unknown> {
  if (text.length > MAX_STATUS_CHARS) return {};
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function resultsOf(messages: readonly Message[]): Map<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type !== "tool_result") continue;
      results.set(textField(part, "tool_use_id"), {
        text: resultText(part),
        cutChars: cutChars(part),
        isError: field(part, "is_error") === true,
        at: message.createdAt,
      });
    }
  }
  return results;
}

function stepStatus(result: ToolResult | undefined, live: ToolStep | undefined): ToolStep["status"] {
  if (result) {
    const status = jsonObject(result.text)["status"];
    if (status === "awaiting_approval") return "awaiting_approval";
    if (status === "asked" || status === "awaiting_answer") return "asked";
    if (status === "denied") return "denied";
    if (live && live.status !== "running") return live.status;
    return result.isError ? "failed" : "ok";
  }
  return live?.status ?? "running";
}

/** For a tool call that came without words for people. */
const UNKNOWN_CALL: ToolCallView = { title: "Use a tool", done: "Used a tool", summary: "" };

function stepOf(
  toolCallId: string,
  { title, done, summary, look }: ToolCallView,
  input: unknown,
  result: ToolResult | undefined,
  live: ToolStep | undefined,
): StepItem {
  return {
    toolCallId,
    title,
    done,
    summary,
    look: look ?? null,
    status: stepStatus(result, live),
    durationMs: live?.durationMs ?? null,
    input,
    result: result?.text ?? null,
    cutChars: result?.cutChars ?? 0,
  };
}

/** Total duration of the steps: the sum if each was timed, else from the first word to the last answer. */
function tookMs({ steps, from, until }: Open): number | null {
  const timed = steps.map((step) => step.durationMs).filter((ms) => ms !== null);
  if (timed.length === steps.length && timed.length > 0) return timed.reduce((sum, ms) => sum + ms, 0);
  return from && until ? Date.parse(until) - Date.parse(from) : null;
}

interface Open {
  steps: StepItem[];
  thinking: string;
  from: string | null;
  until: string | null;
}

/** All items of a thread. `live` are tool steps received over the socket, which provide states and durations. */
export function threadItems(
  messages: readonly Message[],
  live: Readonly<Record<string, ToolStep>>,
  zone: string,
): ThreadItem[] {
  const builder = new ThreadBuilder(resultsOf(messages), live, zone);
  const said = messages.filter((message) => !message.queued);
  for (const message of [...said, ...messages.filter((one) => one.queued)]) builder.add(message);
  return builder.finish();
}

class ThreadBuilder {
  private readonly items: ThreadItem[] = [];
  private readonly results: ReadonlyMap<string, ToolResult>;
  private readonly live: Readonly<Record<string, ToolStep>>;
  private readonly zone: string;
  private open: Open | null = null;
  /** Reasoning before text that precedes any step, with its position: it folds into the following steps. */
  private thought: { readonly text: string; readonly at: number; readonly key: string } | null = null;
  private waiting: string[] = [];
  private proposedSchedules: string[] = [];
  private shown: ThreadItem[] = [];
  private day = "";
  /** Approvals whose cards are in the thread: a card becomes the receipt, so their outcomes add nothing. */
  private readonly placed = new Set<string>();
  /** Whether the agent goes on from outcomes. */
  private isAfterOutcome = false;

  constructor(
    results: ReadonlyMap<string, ToolResult>,
    live: Readonly<Record<string, ToolStep>>,
    zone: string,
  ) {
    this.results = results;
    this.live = live;
    this.zone = zone;
  }

  add(message: Message): void {
    const day = dayKey(message.createdAt, this.zone);
    if (day !== this.day && message.parts.some((part) => part.type !== "tool_result")) {
      this.closeTurn();
      this.day = day;
      this.items.push({ kind: "day", key: `day-${day}-${message.id}`, at: message.createdAt });
    }
    if (message.role === "user" && message.parts.some((part) => part.type !== "tool_result")) {
      this.closeTurn();
      this.isAfterOutcome = false;
    }
    joinedTexts(message.parts, withChips(message)).forEach((part, index) =>
      this.addPart(message, part, index),
    );
    if (message.contextUsed ?? message.unprovenQuotes ?? message.unprovenClaims ?? message.doubtedStatements)
      this.items.push({ kind: "sources", key: `${message.id}-sources`, message });
  }

  finish(): ThreadItem[] {
    this.closeTurn();
    return this.items;
  }

  private addPart(message: Message, part: Part, index: number): void {
    const key = `${message.id}-${index}`;
    if (part.type === "text") {
      const text = withoutNote(textField(part, "text"), message);
      if (text.trim() === "") return;
      if (this.isAfterOutcome && text.trim() === NO_ACTION) return this.dropThought();
      this.closeSteps();
      this.items.push({ kind: "words", key, message, text });
    } else if (part.type === "media") {
      const isAlone = message.parts.every(
        (one) => one.type !== "text" || withoutNote(textField(one, "text"), message).trim() === "",
      );
      this.items.push({ kind: "media", key, message, part: part as MediaPart, isAlone });
    } else if (part.type === "email") {
      this.closeSteps();
      this.items.push({ kind: "email", key, message, part: part as EmailPart });
    } else if (part.type === "enclosure") {
      const enclosure = part as EnclosurePart;
      this.items.push(
        "email" in enclosure
          ? { kind: "email", key, message, part: enclosure.email, isEnclosed: true }
          : { kind: "quoted", key, message, text: enclosure.quoted },
      );
    } else if (part.type === "thinking") {
      const open = this.openSteps(message);
      open.thinking = [open.thinking, textField(part, "thinking")].filter(Boolean).join("\n\n");
    } else if (part.type === "tool_use" || part.type === "server_tool_use") {
      this.addCall(message, part, key);
    } else if (part.type === "account_answer") {
      // It tells what the calls did.
      this.shown = [];
    } else if (part.type === "outcome") {
      const outcome = part as OutcomePart;
      this.closeTurn();
      this.isAfterOutcome = true;
      if (!this.placed.has(outcome.approvalId))
        this.items.push({ kind: "outcome", key, message, part: outcome });
    }
  }

  private addCall(message: Message, part: Part, key: string): void {
    const id = textField(part, "id");
    const view = message.calls?.[id] ?? UNKNOWN_CALL;
    if (view.asks !== undefined) {
      this.closeSteps();
      this.items.push({ kind: "question", key, ...view.asks, toolCallId: id });
      return;
    }
    const open = this.openSteps(message);
    const result = this.results.get(id);
    const step = stepOf(id, view, field(part, "input"), result, this.live[id]);
    open.steps.push(step);
    if (!result) return;
    this.show(view.shows, step);
    if (open.until === null || result.at > open.until) open.until = result.at;
    const { approvalId, proposedSchedule, pending_actions: handedOn } = jsonObject(result.text);
    if (typeof approvalId === "string") this.waiting.push(approvalId);
    this.waiting.push(...approvalsIn(handedOn));
    if (typeof proposedSchedule === "string") this.proposedSchedules.push(proposedSchedule);
  }

  private show(shows: ResultView | undefined, { toolCallId, status, result, cutChars }: StepItem): void {
    if (shows === undefined) return;
    // What was proposed by another agent is known once its whole answer is.
    if (status !== "ok" && !(status === "awaiting_approval" && shows === "handed_on")) return;
    const data = cutChars > 0 ? null : jsonObject(result ?? "");
    this.shown.push({ kind: "result", key: `result-${toolCallId}`, shows, data });
  }

  /** The agent had nothing to add to the receipts. */
  private dropThought(): void {
    this.thought = null;
    if (this.open?.steps.length === 0) this.open = null;
  }

  private openSteps(message: Message): Open {
    this.open ??= { steps: [], thinking: "", from: message.createdAt, until: null };
    return this.open;
  }

  private closeSteps(): void {
    const open = this.open;
    this.open = null;
    if (!open || (open.steps.length === 0 && open.thinking === "")) return;
    if (open.steps.length === 0) return this.keepThought(open);
    const thinking = [this.thought?.text ?? "", open.thinking].filter(Boolean).join("\n\n");
    this.thought = null;
    this.items.push({
      kind: "steps",
      key: `steps-${open.steps[0]?.toolCallId ?? `${this.items.length}`}`,
      steps: open.steps,
      thinking,
      tookMs: tookMs(open),
    });
  }

  private keepThought({ thinking }: Open): void {
    const before = this.thought;
    this.thought = {
      text: [before?.text ?? "", thinking].filter(Boolean).join("\n\n"),
      at: before?.at ?? this.items.length,
      key: before?.key ?? `thought-${this.items.at(-1)?.key ?? "first"}`,
    };
  }

  /** Thinking without a following step gets its own line before the words it led to. */
  private placeThought(): void {
    const thought = this.thought;
    this.thought = null;
    if (thought === null) return;
    const { text, at, key } = thought;
    this.items.splice(at, 0, { kind: "steps", key, steps: [], thinking: text, tookMs: null });
  }

  private closeTurn(): void {
    this.closeSteps();
    this.placeThought();
    for (const id of this.proposedSchedules) this.items.push({ kind: "schedule", key: `schedule-${id}`, id });
    this.proposedSchedules = [];
    this.items.push(...this.shown);
    this.shown = [];
    if (this.waiting.length === 0) return;
    this.items.push({ kind: "approvals", key: `approvals-${this.waiting[0]}`, ids: this.waiting });
    for (const id of this.waiting) this.placed.add(id);
    this.waiting = [];
  }
}

/** Approvals of what another agent proposed for this one. */
function approvalsIn(pending: unknown): string[] {
  if (!Array.isArray(pending)) return [];
  return pending.flatMap((one: unknown) => {
    const id = (one as { approvalId?: unknown } | null)?.approvalId;
    return typeof id === "string" ? [id] : [];
  });
}

const NO_ACTION = "[NO_ACTION_NEEDED]";

/** The agent's word that a contact's text needs no one, as people read it; null for any other words. */
export function noActionWords(text: string): string | null {
  const words = text.trimStart();
  if (!words.startsWith(NO_ACTION)) return null;
  return `No action needed. ${words.slice(NO_ACTION.length).trim()}`.trim();
}

/** Whether words that stream in may become that word. */
export function isNoActionSoFar(text: string): boolean {
  const words = text.trimStart();
  return words !== "" && (NO_ACTION.startsWith(words.trimEnd()) || words.startsWith(NO_ACTION));
}

/** Approvals placed by messages; the rest are rendered at the end. */
export function placedApprovals(items: readonly ThreadItem[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => (item.kind === "approvals" ? item.ids : [])));
}
