/** Words for the outside person: polite, short, in the voice of a property manager. Never promises what was not said. */
import type { Manner } from "./intents.ts";

/** What a draft is made of. */
export interface DraftInput {
  readonly content: string;
  readonly manner: Manner;
  readonly to: string;
  /** First name of the colleague who speaks; null leaves the sign-off away. */
  readonly from: string | null;
}

/** First name of a person; a firm keeps its name. */
export function firstNameOf(name: string): string {
  return name.split(" ")[0] ?? name;
}

/** The text as it would be sent. Quoted words go out exactly as they were quoted. */
export function draft({ content, manner, to, from }: DraftInput): string {
  if (manner === "verbatim") return content;
  const sentence = toReader(content);
  return `Hi ${firstNameOf(to)}, ${finished(phrased(sentence, manner))}${from === null ? "" : ` - ${from}`}`;
}

function phrased(content: string, manner: Manner): string {
  const opening = startLower(content);
  switch (manner) {
    case "please":
      return opening.endsWith("?") ? opening : `please ${opening}`;
    case "ask": {
      if (content.endsWith("?") && !/^(?:if|whether)\s/i.test(content)) return opening;
      const asks = /^(?:if|whether|when|where|why|how|what|which|who)\s/i.test(opening);
      const question = asks
        ? `could you let us know ${opening.replace(/^if\s/i, "whether ")}`
        : `a quick question: ${opening}`;
      return question.replace(/[.!?]*$/, "?");
    }
    case "remind":
      return `a quick reminder${reminderLink(opening)}`;
    case "thank":
      return `thank you ${/^for\s/i.test(opening) ? opening : `for ${opening}`}`.replace(/[.]*$/, "!");
    case "inform":
    case "verbatim":
      return /^about /i.test(content) ? `I am writing ${opening}` : opening;
  }
}

function reminderLink(content: string): string {
  if (/^(?:about|for)\s/i.test(content)) return ` ${content.replace(/^for\s/i, "about ")}`;
  return /^to\s/i.test(content) ? ` ${content}` : `: ${content}`;
}

/** Turns what is said about the reader into what is said to them, in the simple cases. */
export function toReader(content: string): string {
  return content
    .replace(/\b(?:she|he) is\b/gi, "you are")
    .replace(/\b(?:she|he)['’]s\b/gi, "you're")
    .replace(/\b(?:she|he)['’]ll\b/gi, "you'll")
    .replace(/\b(?:she|he) was\b/gi, "you were")
    .replace(/\b(?:she|he) has\b/gi, "you have")
    .replace(/\b(?:she|he) does(n['’]t)?\b/gi, "you do$1")
    .replace(
      /\b(?:she|he) (wants|needs|likes|gets|pays|lives|sends|calls|comes|leaves|sees)\b/gi,
      (_, verb: string) => `you ${verb.slice(0, -1)}`,
    )
    .replace(/\b(?:she|he)\b/gi, "you")
    .replace(/\bhis\b/gi, "your")
    .replace(
      /\bher(?=\s+\p{L})(?!\s+(?:to|at|on|in|by|back|about|that|if|when|and|or|for|with|know|before|after|today|tomorrow|now)\b)/giu,
      "your",
    )
    .replace(/\b(?:her|him)\b/gi, "you");
}

const STARTERS =
  /^(?:The|We|We're|We'll|Your|Our|There|It|It's|Please|This|That|A|An|You|If|When|Could|Can|Is|Are|Do|Does|Will|Thanks|Thank|My|In|On|At|To|For|Tomorrow|Today|No|Yes)\b/;

function startLower(content: string): string {
  return STARTERS.test(content) ? content.charAt(0).toLowerCase() + content.slice(1) : content;
}

function finished(sentence: string): string {
  return /[.!?…)👍🙏]$/u.test(sentence) ? sentence : `${sentence}.`;
}

/** A draft changed as its rejection asks; null where the reason cannot be followed by rule. */
export function redraft(text: string, reason: string, from: string | null): string | null {
  const quoted = /["“]([^"”]+)["”]/.exec(reason)?.[1];
  if (quoted !== undefined && /\b(?:say|write|send|text|use|instead|rather|should)\b/i.test(reason))
    return quoted;
  const swapped = swap(text, reason);
  if (swapped !== null) return swapped;
  const { greeting, body, signOff } = parts(text);
  const joined = (middle: string, opening = greeting, closing = signOff): string =>
    `${opening}${middle}${closing}`;
  const added = /^(?:please )?(?:also )?(?:add|mention|include|say)(?: also)?(?: that)?:? (.+)$/i.exec(
    reason.trim(),
  )?.[1];
  if (added !== undefined) return joined(`${finished(body)} ${finished(capitalised(toReader(added)))}`);
  const dropped =
    /\b(?:don['’]t mention|do not mention|leave out|remove|drop|without)(?: the| any)? (.+?)[.!]*$/i.exec(
      reason,
    )?.[1];
  if (dropped !== undefined) return withoutTopic(text, dropped, { greeting, body });
  if (/\b(?:short|shorter|brief|briefer|too long|concise)\b/i.test(reason))
    return shorter(text, { body, greeting });
  if (/\btoo formal|less formal|casual|relaxed\b/i.test(reason))
    return joined(body, greeting.replace(/^(?:Hello|Dear)/, "Hi"));
  if (/\b(?:formal|polite|politer|professional)\b/i.test(reason))
    return `${greeting.replace(/^Hi/, "Hello")}${finished(body)}${from === null ? "" : ` Kind regards, ${from}`}`;
  if (/\b(?:friendl|warm|kinder|nicer|kind|rude|harsh|cold)/i.test(reason))
    return joined(`I hope you are well. ${finished(capitalised(body))} Thank you!`);
  if (/\b(?:apologi[sz]e|sorry)\b/i.test(reason))
    return joined(`I'm sorry for the trouble. ${capitalised(body)}`);
  return null;
}

/** "10 instead of 9", "not 9 but 10", "it's 10, not 9", "change 9 to 10". */
function swap(text: string, reason: string): string | null {
  const patterns: readonly [RegExp, "new-old" | "old-new"][] = [
    [
      /\b(?:say |use |write |it['’]s |it is |make it )?([^,.;]+?),? (?:instead of|rather than) ([^,.;]+?)[.!]*$/i,
      "new-old",
    ],
    [/\bnot ([^,.;]+?),? but ([^,.;]+?)[.!]*$/i, "old-new"],
    [/\b(?:change|replace) ([^,.;]+?) (?:to|with|by) ([^,.;]+?)[.!]*$/i, "old-new"],
    [/(?:it['’]s|it is|should be|make it|is) ([^,.;]+?),? not ([^,.;]+?)[.!]*$/i, "new-old"],
    [/^([^,.;]+?),? not ([^,.;]+?)[.!]*$/i, "new-old"],
  ];
  for (const [pattern, order] of patterns) {
    const found = pattern.exec(reason);
    if (found === null) continue;
    const [, first = "", second = ""] = found;
    const [next, old] = order === "new-old" ? [first, second] : [second, first];
    const at = text.toLowerCase().indexOf(old.trim().toLowerCase());
    if (old.trim() !== "" && at >= 0)
      return text.slice(0, at) + next.trim() + text.slice(at + old.trim().length);
  }
  return null;
}

function parts(text: string): { greeting: string; body: string; signOff: string } {
  const greeting = /^(?:Hi|Hello|Dear|Good \w+)[^,!]{0,40}[,!]\s+/.exec(text)?.[0] ?? "";
  const signOff = / - \p{Lu}[\p{L}'’-]*$/u.exec(text)?.[0] ?? "";
  return { greeting, body: text.slice(greeting.length, text.length - signOff.length), signOff };
}

function shorter(text: string, { body, greeting }: { body: string; greeting: string }): string | null {
  const first = /^.+?[.!?](?=\s|$)/.exec(body)?.[0] ?? body;
  const short = `${greeting}${first.replace(/^(?:I hope you are well\. |please note that |a quick reminder: )/i, "")}`;
  return short.length < text.length ? short : null;
}

function withoutTopic(
  text: string,
  topic: string,
  { greeting, body }: { greeting: string; body: string },
): string | null {
  if (/\b(?:sign-?off|signature|name)\b/i.test(topic)) return `${greeting}${body}`;
  const key =
    topic
      .toLowerCase()
      .split(/\s+/)
      .find((word) => word.length > 3) ?? topic.toLowerCase();
  const kept = text.split(/(?<=[.!?])\s+/).filter((sentence) => !sentence.toLowerCase().includes(key));
  const shortened = kept.join(" ");
  return shortened !== "" && shortened !== text ? shortened : null;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
