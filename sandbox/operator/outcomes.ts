/** What the operator does when it hears what became of its drafts. */
import type { Block } from "../anthropic/types.ts";
import { redraft } from "./drafting.ts";
import { listed, STAND_IN, type Step } from "./reply.ts";
import { closingOf } from "./mail-letters.ts";
import { readMailOf } from "./mail-results.ts";
import { readTexts } from "./read-texts.ts";
import { doneSince, type Done } from "./task.ts";
import { say, use, type Job, type Toolbox } from "./toolbox.ts";
import { asText, record, type Event, type Moment } from "./transcript.ts";

/** An outcome as it was told. */
interface Outcome {
  readonly approvalId: string;
  readonly title: string;
  readonly state: string;
  readonly by: string | null;
  readonly reason: string | null;
  readonly redraft: boolean;
  readonly receipts: readonly string[];
  readonly edited: boolean;
  readonly lines: readonly string[];
}

function readOutcome(event: Extract<Event, { kind: "outcome" }>): Outcome {
  const { text, state } = event;
  const lines = text.split("\n");
  const head = /^Approval (\S+) \((.+?)\): (.*)$/.exec(lines[0] ?? "");
  const told = head?.[3] ?? text;
  const quoted = /Reason: ("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  const stale = /was not sent: (.+?)\.+ Look at/.exec(text)?.[1];
  return {
    approvalId: head?.[1] ?? "",
    title: head?.[2] ?? "the draft",
    state,
    by: /\b(?:approved|rejected) by (.+?)(?: and done|, but|\. )/.exec(told)?.[1] ?? null,
    reason: quoted === undefined ? (stale ?? null) : unquoted(quoted),
    redraft: text.includes("Draft it again following the reason"),
    receipts: lines.flatMap((line) => {
      const done = /^- [\w.]+: (.+?)(?: \(provider id ([^)]+)\))?\. Exactly this:/.exec(line);
      if (done === null || line.includes(": failed, not done")) return [];
      return [done[2] === undefined ? (done[1] ?? "") : `${done[1] ?? ""} (receipt ${done[2]})`];
    }),
    edited: lines.some((line) => line.startsWith("Edited by ")),
    lines: lines.slice(1).filter((line) => line.startsWith("- ")),
  };
}

function unquoted(text: string): string {
  try {
    return asText(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The outcomes told since the operator last spoke of them, with what was done about them since. */
export function onOutcomes(events: readonly Event[], toolbox: Toolbox, moment: Moment): Step {
  const first = firstOfNewest(events);
  const outcomes = events
    .slice(first)
    .flatMap((event) => (event.kind === "outcome" ? [readOutcome(event)] : []));
  const before = doneSince(events.slice(0, first));
  const since = doneSince(events.slice(first));
  const texts: string[] = [];
  const calls: Block[] = [];
  for (const outcome of outcomes) {
    const step = onOutcome(outcome, { before, since, toolbox, moment });
    if (step.text !== "") texts.push(step.text);
    if (step.call !== null) calls.push(step.call);
  }
  const plan = `I was told what became of ${listed(outcomes.map(({ title }) => title))} and go on from there.`;
  return { plan, blocks: [say(texts.join("\n") || "Noted."), ...calls] };
}

/** Index of the first of the newest outcomes: those after the last words of a person or of the operator that was not a call. */
function firstOfNewest(events: readonly Event[]): number {
  const last = events.findLastIndex(({ kind }) => kind === "outcome");
  let first = last;
  while (first > 0 && events[first - 1]?.kind === "outcome") first--;
  return first;
}

interface Known {
  readonly before: readonly Done[];
  readonly since: readonly Done[];
  readonly toolbox: Toolbox;
  readonly moment: Moment;
}

interface Response {
  readonly text: string;
  readonly call: Block | null;
}

function onOutcome(outcome: Outcome, known: Known): Response {
  const by = outcome.by ?? "Somebody";
  const only = (text: string): Response => ({ text, call: null });
  const again = alreadyProposed(outcome, known);
  if (again) return only("The new draft waits for a decision.");
  switch (outcome.state) {
    case "done": {
      const edited = outcome.edited ? `, after changing it` : "";
      return only(`Done: ${by} approved it${edited}. ${outcome.receipts.join("; ") || outcome.title}.`);
    }
    case "failed":
      return only(
        `${outcome.title}: this failed and was not done in full. ${outcome.lines.map(plain).join(" ")} I do not repeat it unless you ask.`,
      );
    case "needs_human":
      return only(
        `${outcome.title}: I do not know whether it went out. Please check at the provider and settle it on the card; I will not send it again by myself.`,
      );
    case "not_done":
      return only(
        `${outcome.title}: a person checked and it did not go out. Tell me if I should propose it again.`,
      );
    case "expired":
      return only(
        `${outcome.title}: nobody decided in time, so nothing was sent. Tell me if you still want it and I propose it again.`,
      );
    case "withdrawn":
      return only(`${outcome.title} was withdrawn. Nothing was sent.`);
    case "rejected":
      return onRejected(outcome, known);
    case "stale":
      return onStale(outcome, known);
    default:
      return only(`${outcome.title}: ${outcome.state}.`);
  }
}

function plain(line: string): string {
  return `${line.replace(/^- [\w.]+: /, "").replace(/ It would have been:.*$/, "")}`.replace(/\.?$/, ".");
}

/** The call an approval came from. */
function proposalOf(approvalId: string, { before }: Known): Done | null {
  return before.findLast(({ result }) => record(result.data)["approvalId"] === approvalId) ?? null;
}

/** The tool a draft was proposed with, a text's or an e-mail's. */
function draftJob(proposal: Done | null, { toolbox: { send, sendMail } }: Known): Job<"to" | "text"> | null {
  return [send, sendMail].find((job) => job !== null && job.name === proposal?.call.tool) ?? null;
}

function alreadyProposed({ approvalId }: Outcome, known: Known): boolean {
  const proposal = proposalOf(approvalId, known);
  const send = draftJob(proposal, known);
  if (proposal === null || send === null) return false;
  return known.since.some(
    ({ call }) =>
      call.tool === send.name && call.input[send.fields.to] === proposal.call.input[send.fields.to],
  );
}

function onRejected(outcome: Outcome, known: Known): Response {
  const by = outcome.by ?? "Somebody";
  const reason = outcome.reason === null ? "" : ` (“${outcome.reason}”)`;
  if (!outcome.redraft)
    return { text: `${by} rejected it${reason}. Nothing was sent, and I leave it there.`, call: null };
  const proposal = proposalOf(outcome.approvalId, known);
  const send = draftJob(proposal, known);
  if (proposal === null || send === null || outcome.reason === null)
    return {
      text: `${by} wants it changed${reason}. Tell me the words you want and I draft it again.`,
      call: null,
    };
  const { text, ...rest } = {
    text: asText(proposal.call.input[send.fields.text]),
    ...proposal.call.input,
  };
  const { words, closing } = closingOf(text);
  const redrafted = redraft(words, outcome.reason, known.moment.speaker);
  const changed = redrafted === null ? null : `${redrafted}${closing}`;
  if (changed === null || changed === text) {
    return {
      text: `${by} wants it changed${reason}. ${STAND_IN}, and that is more than I can turn into words by rule. What exactly should I write? Put it in quotes and I propose it as it is.`,
      call: null,
    };
  }
  return {
    text: `${by} wants it changed${reason}. Here is a new draft.`,
    call: use(send, { ...rest, [send.fields.text]: changed }),
  };
}

/** Looks at the thread again; redrafts when the contact has written since, leaves it when a colleague has. */
function onStale(outcome: Outcome, known: Known): Response {
  const proposal = proposalOf(outcome.approvalId, known);
  const { send, messages, sendMail } = known.toolbox;
  if (proposal !== null && sendMail !== null && proposal.call.tool === sendMail.name)
    return onStaleMail(outcome, proposal, sendMail, known);
  const why = outcome.reason === null ? "" : `: ${outcome.reason}`;
  if (proposal === null || send === null || messages === null || proposal.call.tool !== send.name)
    return {
      text: `${outcome.title} no longer fits${why}. Nothing was sent. Tell me if it is still needed.`,
      call: null,
    };
  const to = asText(proposal.call.input[send.fields.to]);
  const looked = known.since.findLast(
    ({ call }) => call.tool === messages.name && call.input[messages.fields.number] === to,
  );
  if (looked === undefined) {
    return {
      text: `${outcome.title} no longer fits${why}. I look at what is new.`,
      call: use(messages, {
        [messages.fields.number]: to,
        ...(messages.has.has("limit") ? { limit: 10 } : {}),
      }),
    };
  }
  const newest = readTexts(looked.result.data).at(-1);
  if (newest !== undefined && !newest.incoming)
    return {
      text: `Somebody has answered by hand meanwhile: “${newest.text}” I leave it there.`,
      call: null,
    };
  const text = asText(proposal.call.input[send.fields.text]);
  const greeting = /^(?:Hi|Hello) [^,]+, /.exec(text)?.[0] ?? "";
  const changed = `${greeting}thanks for your message. ${sentence(text.slice(greeting.length))}`;
  const heard = newest === undefined ? "" : ` They wrote: “${newest.text}”`;
  return {
    text: `Here is the draft again, for what is new.${heard} ${STAND_IN}: please check that it still answers them.`,
    call: use(send, { ...proposal.call.input, [send.fields.text]: changed }),
  };
}

/** The same for an e-mail: the thread is read again, and the draft goes to its newest e-mail. */
function onStaleMail(
  outcome: Outcome,
  proposal: Done,
  sendMail: Job<"to" | "text">,
  { since, toolbox: { readMail } }: Known,
): Response {
  const why = outcome.reason === null ? "" : `: ${outcome.reason}`;
  const answered = asText(proposal.call.input["replyToEmailId"]);
  if (readMail === null || answered === "")
    return {
      text: `${outcome.title} no longer fits${why}. Nothing was sent. Tell me if it is still needed.`,
      call: null,
    };
  const looked = since.findLast(
    ({ call }) => call.tool === readMail.name && call.input[readMail.fields.id] === answered,
  );
  if (looked === undefined)
    return {
      text: `${outcome.title} no longer fits${why}. I look at what is new in the thread.`,
      call: use(readMail, { [readMail.fields.id]: answered }),
    };
  const newest = readMailOf(looked.result.data)?.thread.at(-1);
  if (newest?.sentByUs === true)
    return {
      text: `Somebody has answered by hand meanwhile: “${newest.snippet}” I leave it there.`,
      call: null,
    };
  return {
    text: `Here is the draft again, for the newest e-mail of the thread. ${STAND_IN}: please check that it still answers them.`,
    call: use(sendMail, { ...proposal.call.input, replyToEmailId: newest?.id ?? answered }),
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
