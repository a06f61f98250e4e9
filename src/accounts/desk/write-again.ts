/**
 * Redrafts follow-ups on request: each with its original material, the requested revision, and the previous
 * text.
 */
import type { OutcomePart } from "../../agent/api/message.ts";
import type { ScriptMessage } from "../../agent/script.ts";
import { draftCall } from "./follow-up.ts";
import { answerOf, ask, objectOf, objectsOf, textField, type Answered, type Play } from "./play.ts";
import { errorReply, joinParagraphs } from "./replies.ts";

/** The material a draft was written from. */
interface Drafted {
  readonly account: string;
  readonly channel: string;
  readonly purpose: string;
}

/** Redrafts what a person asked to change; each new draft awaits approval like the previous one. */
export function* writeAgain(asked: readonly OutcomePart[], before: readonly ScriptMessage[]): Play {
  const known = asked.flatMap((outcome) => {
    const drafted = draftedFor(outcome.approvalId, before);
    return drafted === null ? [] : [{ outcome, drafted }];
  });
  if (known.length === 0)
    return errorReply("I can’t find what that draft was for. Ask for the follow-up again.");
  const calls = [];
  for (const { outcome, drafted } of known) {
    const { account, channel, purpose } = drafted;
    const material = yield* ask("prepare_followup", {
      account,
      ...(channel === "" ? {} : { channel }),
      ...(purpose === "" ? {} : { purpose: purpose.slice(0, 500) }),
    });
    if (material["failed"] === true) return errorReply(textField(material, "message"));
    calls.push(draftCall(material, false, changeOf(outcome)));
  }
  const answers = yield { calls };
  const stopped = answers.map((answer) => textField(answer, "stopped") || "No draft was written. Try again.");
  return errorReply(joinParagraphs([...new Set(stopped)]));
}

function changeOf({ decidedBy, reason, words: body = "" }: OutcomePart): string {
  const who = decidedBy ?? "A colleague";
  const wish = (reason ?? "").trim() || "another wording";
  return `${who} read the draft before and asked for this change: “${wish}”. Write it again with that; the draft before was:\n${body}`;
}

/** The material of an approval's draft, from the call whose agent proposed it. */
function draftedFor(approvalId: string, before: readonly ScriptMessage[]): Drafted | null {
  const parts = before.flatMap((message) => message.parts as readonly Readonly<Record<string, unknown>>[]);
  const proposed = parts.find(
    (part) =>
      part["type"] === "tool_result" &&
      objectsOf(answerOf(part)["pending_actions"]).some((one) => one["approvalId"] === approvalId),
  );
  const call = parts.find((part) => part["type"] === "tool_use" && part["id"] === proposed?.["tool_use_id"]);
  const context = objectOf(call?.["input"] as never)["context"];
  const facts: Answered = typeof context === "string" ? answerOf({ content: context }) : {};
  const account = textField(facts, "account");
  return account === ""
    ? null
    : { account, channel: textField(facts, "channel"), purpose: textField(facts, "purpose") };
}
