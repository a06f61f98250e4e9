/** Stand-in for the follow-up agent: writes a draft from its material, and rewrites it on request. */
import type { MessagesRequest } from "../anthropic/types.ts";
import { listOf, NOTE, type Task } from "./account-task.ts";
import type { Play } from "./engine.ts";
import { asText, first, record, wordsOf, type Row } from "./transcript.ts";
import { parseJson } from "../../src/kernel/parse-json.ts";

/** A draft with the client's greeting and usual length, the open step, and what was said last. */
export function* following(request: MessagesRequest, { words, material }: Task): Play {
  const facts = record(parseJson(material));
  const read = listOf(facts["read"]);
  const channel = asText(facts["channel"]) || "email";
  const about =
    listOf(facts["nextSteps"])[0] ?? asText(facts["purpose"]).split(",")[0] ?? "where things stand";
  const draft = {
    channel,
    subject: channel === "email" ? `${asText(facts["name"])}: ${about}`.slice(0, 120) : null,
    body: changed(
      bodyOf(facts, channel, { about, company: asText(facts["us"]) || companyOf(request) }),
      first(/asked for this change: “([^”]+)”/, words),
    ),
    rationale: `${asText(facts["why"])} (${NOTE})`.slice(0, 400),
  };
  const answer = JSON.stringify({ ...draft, context_used: read });
  if (!request.tools.some(({ name }) => name === "execute_followup")) return answer;
  const { subject, ...rest } = draft;
  const given = { account: asText(facts["account"]), ...rest, contextUsed: read };
  yield { say: "", calls: [["execute_followup", subject === null ? given : { ...given, subject }]] };
  return answer;
}

/** Rewrites a draft: adds or shortens something. */
function changed(body: string, wish: string): string {
  if (wish === "") return body;
  const also = first(/\b(?:mention|say|add|tell (?:him|her|them))(?: that)? (.+?)[.!]?$/i, wish);
  if (also !== "")
    return body.replace(/( for it\?|$)/, (end) => `${end} ${also.charAt(0).toUpperCase()}${also.slice(1)}.`);
  return /\bshort/i.test(wish) ? body.replace(/ Is there anything you need from us for it\?/, "") : body;
}

function bodyOf(facts: Row, channel: string, { about, company }: { about: string; company: string }): string {
  const style = record(facts["style"]);
  const isFormal = style["formality"] === "formal";
  const first = asText(record(facts["to"])["name"]).split(" ")[0] || "there";
  const asked = `I'm writing about this: ${about}. Is there anything you need from us for it?`;
  if (channel === "sms") return `Hi ${first}, ${asked}`.slice(0, 300);
  if (channel === "call_script")
    return `Opening: ${isFormal ? "Hello" : "Hi"} ${first}, it's ${company}.\nAbout: ${about}.\nAsk: Where do you stand on it? What would help you decide? When may we call again?\nEnd: say what happens next, and thank them.`;
  const plain = style["tone"] === "friendly" ? "Thanks so much!" : "Thanks";
  return `${isFormal ? "Dear" : "Hi"} ${first},\n\n${asked}\n\n${isFormal ? "Kind regards" : plain},\n${company}`;
}

function companyOf({ system }: MessagesRequest): string {
  return /^Company: (.+)$/m.exec(wordsOf(system))?.[1] ?? "us";
}
