/** Follow-ups a person wants written again: each with what it was drafted for, what they want otherwise, and the words of before. */
import type { OutcomePart } from "../../agent/api/message.ts";
import type { ScriptMessage } from "../../agent/script.ts";
import { draftCall } from "./follow-up.ts";
import { answerOf, ask, record, rows, words, type Answered, type Play } from "./play.ts";
import { errorReply, said } from "./replies.ts";

/** What a draft was made for, as its agent was told. */
interface Drafted {
  readonly account: string;
  readonly channel: string;
  readonly purpose: string;
}

/** Drafts again what somebody asked to change; each draft waits as the one before did. */
export function* writeAgain(asked: readonly OutcomePart[], before: readonly ScriptMessage[]): Play {
  const known = asked.flatMap((outcome) => {
    const drafted = draftedFor(outcome.approvalId, before);
    return drafted === null ? [] : [{ outcome, drafted }];
  });
  if (known.length === 0)
    return errorReply("I don't find what that draft was made for. Ask for the follow-up again.");
  const calls = [];
  for (const { outcome, drafted } of known) {
    const { account, channel, purpose } = drafted;
    const material = yield* ask("prepare_followup", {
      account,
      ...(channel === "" ? {} : { channel }),
      ...(purpose === "" ? {} : { purpose: purpose.slice(0, 500) }),
    });
    if (material["failed"] === true) return errorReply(words(material, "message"));
    calls.push(draftCall(material, false, changeOf(outcome)));
  }
  const answers = yield { calls };
  const stopped = answers.map((answer) => words(answer, "stopped") || "No draft came of it. Try again.");
  return errorReply(said([...new Set(stopped)]));
}

function changeOf({ decidedBy, reason, words: body = "" }: OutcomePart): string {
  const who = decidedBy ?? "A colleague";
  const wish = (reason ?? "").trim() || "another wording";
  return `${who} read the draft before and asked for this change: “${wish}”. Write it again with that; the draft before was:\n${body}`;
}

/** What the draft of an approval was made for: the call whose agent proposed it holds it. */
function draftedFor(approvalId: string, before: readonly ScriptMessage[]): Drafted | null {
  const parts = before.flatMap((message) => message.parts as readonly Readonly<Record<string, unknown>>[]);
  const proposed = parts.find(
    (part) =>
      part["type"] === "tool_result" &&
      rows(answerOf(part)["pending_actions"]).some((one) => one["approvalId"] === approvalId),
  );
  const call = parts.find((part) => part["type"] === "tool_use" && part["id"] === proposed?.["tool_use_id"]);
  const context = record(call?.["input"] as never)["context"];
  const facts: Answered = typeof context === "string" ? answerOf({ content: context }) : {};
  const account = words(facts, "account");
  return account === ""
    ? null
    : { account, channel: words(facts, "channel"), purpose: words(facts, "purpose") };
}
