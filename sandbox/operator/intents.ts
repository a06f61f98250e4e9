/** What a person wants, read from their words by plain patterns. */

/** How the content is meant to reach its reader. */
export type Manner = "inform" | "please" | "ask" | "remind" | "thank" | "verbatim";

/** What is wanted of the operator. */
export type Intent =
  | {
      readonly kind: "text";
      readonly who: readonly string[];
      readonly content: string;
      readonly manner: Manner;
      /** A number named beside the name, e.g. "Nora Quist (+1 412 555 0188)". */
      readonly number: string | null;
    }
  | {
      readonly kind: "mail";
      readonly who: readonly string[];
      readonly content: string;
      readonly manner: Manner;
      readonly subject: string | null;
    }
  | { readonly kind: "mails"; readonly from: string | null; readonly about: string | null }
  | { readonly kind: "reply"; readonly who: string; readonly mail?: boolean }
  | { readonly kind: "who"; readonly who: string }
  /** `wrote`: by e-mail as well as by text. */
  | { readonly kind: "said"; readonly who: string; readonly about: string | null; readonly wrote?: boolean }
  /** When something came up, however long ago. */
  | { readonly kind: "mentioned"; readonly who: string; readonly about: string }
  | { readonly kind: "recent"; readonly who: string }
  | { readonly kind: "morning" }
  | { readonly kind: "save"; readonly name: string; readonly number: string }
  | { readonly kind: "thanks" }
  | { readonly kind: "hello" }
  | { readonly kind: "help" }
  | { readonly kind: "unclear" };

const NUMBER = /\+?\(?\d[\d\s().-]{6,}\d/;
const QUOTED = /["“«]([^"”»]+)["”»]|(?<=\s|^)'([^']+)'(?=\s|$|[.!?])/;
/** Courtesy before a wish. */
export const POLITE =
  /^(?:(?:hi|hey|hello|ok|okay|please|now|then|also|and|steward)[,!]?\s+|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like you to |i want you to |(?:i )?need you to )+/i;

/** A phone number written anyhow as E.164; ten digits count as North American. Null where it is none. */
export function e164(written: string): string | null {
  const digits = written.replace(/\D/g, "");
  if (written.trim().startsWith("+")) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null;
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `+${digits}` : null;
}

/** The first phone number in a text. */
export function numberIn(text: string): string | null {
  const written = NUMBER.exec(text)?.[0];
  return written === undefined ? null : e164(written);
}

/** Longer messages are read up to here: a text holds at most 1,600 characters anyway. */
const READ_CHARS = 4000;

/** Reads what a message asks for. */
export function readIntent(said: string): Intent {
  const message = said.slice(0, READ_CHARS);
  const courteous = POLITE.exec(message.trim())?.[0] ?? "";
  // "Can you text John that it is ready?" asks the operator, not John.
  const words = /\byou\b/i.test(courteous)
    ? message.trim().slice(courteous.length).replace(/\?$/, "").trim()
    : message.trim().slice(courteous.length).trim();
  return (
    readMailWish(words) ??
    readQuestion(words) ??
    readReplyWish(words) ??
    readSave(words) ??
    readText(words) ??
    readSmallTalk(message.trim()) ?? { kind: "unclear" }
  );
}

function clean(who: string): string {
  return who
    .replace(/^(?:the|our|a)\s+(?=\p{Lu})/u, "")
    .replace(/[?.!,:;]+$/, "")
    .trim();
}

function readQuestion(words: string): Intent | null {
  const groups = (pattern: RegExp): RegExpExecArray | null => pattern.exec(words);
  if (
    /\b(?:summari[sz]e|what happened|recap|catch me up)\b.*\b(?:my |this )?(?:morning|day|today|inbox|overnight)\b/i.test(
      words,
    )
  )
    return { kind: "morning" };
  const said = groups(
    /^what (?:did|has|does|have) (.+?) (?:say|said|write|written|e-?mail|e-?mailed|text|texted|want|ask|asked|tell us|told us)(?: to)?(?: us| me)?(?: (?:about|regarding|on|for|concerning) (.+?))?[?.!]*$/i,
  );
  if (said !== null)
    return {
      kind: "said",
      who: clean(said[1] ?? ""),
      about: said[2] === undefined ? null : clean(said[2]),
      ...(/\b(?:write|written|e-?mail(?:ed)?)(?: to)?(?: us| me)?\b/i.test(words) ? { wrote: true } : {}),
    };
  const mentioned =
    groups(
      /^when (?:did|has|have) (.+?) (?:last |first |ever )?(?:say|said|mention|mentioned|write|written|text|texted|talk|talked|ask|asked|tell us|told us|complain|complained)(?: to us)?(?: (?:something|anything))?(?: (?:about|of|regarding|on|for|that))? (.+?)[?.!]*$/i,
    ) ??
    groups(
      /^(?:did|has|have) (.+?) (?:ever |already )?(?:say|said|mention|mentioned|write|written|complain|complained|ask|asked)(?: (?:something|anything))?(?: (?:about|of|regarding|for))? (.+?)[?.!]*$/i,
    );
  if (mentioned !== null)
    return { kind: "mentioned", who: clean(mentioned[1] ?? ""), about: clean(mentioned[2] ?? "") };
  const recent = groups(
    /^(?:(?:summari[sz]e|show|read|list|give|get)(?: me)?(?: the| all)?|what(?:'s| is| are)(?: the)?|any)?\s*(?:(?:most )?recent|last|latest|new|newest)?\s*(?:texts?|messages?|news|conversation|thread|word)\s+(?:with|from|of)\s+(.+?)[?.!]*$/i,
  );
  if (recent !== null) return { kind: "recent", who: clean(recent[1] ?? "") };
  const going = groups(/^what(?:'s| is) (?:going on|up|new|happening|open) (?:with|for) (.+?)[?.!]*$/i);
  if (going !== null) return { kind: "recent", who: clean(going[1] ?? "") };
  const number = groups(
    /^(?:what(?:'s| is)|give me|find|do (?:we|you) have) (.+?)['’]s? (?:phone |mobile |cell )?(?:number|contact|e-?mail)[?.!]*$/i,
  );
  if (number !== null) return { kind: "who", who: clean(number[1] ?? "") };
  const both = groups(
    /^who(?:'s| is) (.+?),? and what (?:did|has|have) (?:he|she|they) (?:last |just )?(?:say|said|write|written|text|texted|want|wanted)(?: us| me)?(?: last)?[?.!]*$/i,
  );
  if (both !== null) return { kind: "recent", who: clean(both[1] ?? "") };
  const who = groups(
    /^(?:who(?:'s| is| are)|look up|find|search for|(?:show|give) me the contact (?:of|for)|(?:phone )?number (?:of|for)|do (?:we|you) (?:have|know)) (?!me\b)(.+?)[?.!]*$/i,
  );
  return who === null ? null : { kind: "who", who: clean(who[1] ?? "") };
}

function readReplyWish(words: string): Intent | null {
  const wish =
    /^(?:draft|write|prepare|suggest|send) (?:a |an )?(?:reply|answer|response) (?:to|for) (.+?)[?.!]*$/i.exec(
      words,
    );
  const short = /^(?:reply to|answer|respond to) ([^:"“]+?)[?.!]*$/i.exec(words);
  const who = (wish ?? short)?.[1];
  if (who === undefined || /\b(?:that|saying)\b|:/.test(who)) return null;
  return { kind: "reply", who: clean(who) };
}

function readSave(words: string): Intent | null {
  const number = numberIn(words);
  if (number === null || !/^(?:add|save|create|store)\b/i.test(words)) return null;
  const named =
    /\bas (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)/u.exec(words) ??
    /^(?:add|save|create|store)(?: an?| the)?(?: new)?(?: contact)?(?: for)?:? (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)/iu.exec(
      words,
    );
  const name = named?.[1];
  return name === undefined || /^(?:a|new|contact)$/i.test(name) ? null : { kind: "save", name, number };
}

/** Wishes about e-mail: to send one, to answer one, to look some up. */
function readMailWish(words: string): Intent | null {
  const verb =
    /^(?:(?:send|write|draft)(?: out)? (?:an? )?(?:quick )?e-?mail(?: message)? to|e-?mail|write to (?=\S+@))\s+/i.exec(
      words,
    );
  if (verb !== null) return mailTo(words.slice(verb[0].length));
  const reply =
    /^(?:(?:draft|write|prepare|suggest|send) (?:a |an )?(?:reply|answer|response) (?:to|for)|reply to|answer|respond to) (?:the (?:last |latest |newest )?e-?mail (?:of|from) (.+?)|(.+?)['’]s? (?:last |latest |newest )?e-?mail)[?.!]*$/i.exec(
      words,
    );
  if (reply !== null) return { kind: "reply", who: clean(reply[1] ?? reply[2] ?? ""), mail: true };
  const found =
    /^(?:(?:search|find|look for|look (?:in|through)|show(?: me)?|list|get|read|are there|do we have)(?: me)?(?: all| any)?(?: the| my| our)?|any|what)?\s*(?:(?:recent|last|latest|new|newest|unread)\s+)?e-?mails?(?: are there| do we have)?\s+(for|about|from|of|by|with|regarding|on)\s+(.+?)[?.!]*$/i.exec(
      words,
    );
  if (found === null) return null;
  const what = clean(found[2] ?? "");
  return /^(?:from|of|by|with)$/i.test(found[1] ?? "")
    ? { kind: "mails", from: what, about: null }
    : { kind: "mails", from: null, about: what };
}

const SUBJECT =
  /,?\s*(?:and )?(?:with|under|use) (?:the )?subject(?: line)?[:,]?\s*(?:["“«]([^"”»]+)["”»],?|([^,.;:]+?)(?=[,.;:]|$))/i;

function mailTo(rest: string): Intent | null {
  const titled = SUBJECT.exec(rest);
  const plain = titled === null ? rest : rest.replace(titled[0], "");
  const read = readText(`text ${plain.trim()}`);
  if (read?.kind !== "text") return null;
  const { who, content, manner } = read;
  return {
    kind: "mail",
    who,
    content,
    manner,
    subject: (titled?.[1] ?? titled?.[2] ?? null)?.trim() ?? null,
  };
}

const VERBS: readonly { readonly pattern: RegExp; readonly manner: Manner }[] = [
  {
    pattern:
      /^(?:send|shoot|write)(?: out)? (?:a |an )?(?:quick )?(?:text|message|sms|text message)(?: message)? to\s+/i,
    manner: "inform",
  },
  {
    pattern: /^(?:text|message|sms|write to|write|reply to|answer|tell|inform|notify)\s+/i,
    manner: "inform",
  },
  { pattern: /^send\s+(?=["“«])/i, manner: "inform" },
  { pattern: /^let\s+(?=.+? know\b)/i, manner: "inform" },
  { pattern: /^ask\s+/i, manner: "ask" },
  { pattern: /^remind\s+/i, manner: "remind" },
  { pattern: /^thank\s+/i, manner: "thank" },
];

/** Where whom ends and what begins, the strongest mark first. */
const MARKS: readonly { readonly pattern: RegExp; readonly manner?: Manner; readonly keep?: string }[] = [
  { pattern: /\s+know(?:\s+that)?,?\s+/i },
  { pattern: /\s+(?:and |to )?(?:say(?:ing)?|tell(?:ing)? (?:them|him|her))(?:\s+that)?:?\s+/i },
  { pattern: /\s+and ask (?:them |him |her )?/i, manner: "ask" },
  { pattern: /\s+and (?=thank)/i },
  { pattern: /\s*:\s+/ },
  { pattern: /\s+that\s+/i },
  { pattern: /\s+to\s+/i, manner: "please" },
  { pattern: /\s+(?=(?:if|whether|when|where|why|how|what|which)\s)/i },
  { pattern: /\s+for\s+/i, keep: "for " },
  { pattern: /\s+(?:about|regarding|of)\s+/i, keep: "about " },
  { pattern: /\s+-\s+/ },
  { pattern: /,\s+/ },
];

function readText(words: string): Intent | null {
  const verb = VERBS.find(({ pattern }) => pattern.test(words));
  if (verb === undefined) return null;
  const rest = words.replace(verb.pattern, "");
  const quote = QUOTED.exec(rest);
  if (quote !== null) {
    const before = rest
      .slice(0, quote.index)
      .replace(/[\s,:]*(?:\b(?:that|saying|to say|and say|say|with|know))?[\s,:]*$/i, "");
    const after = rest.slice(quote.index + quote[0].length).replace(/^\s*to\s+/i, "");
    return recipients(before === "" ? after : before, quote[1] ?? quote[2] ?? "", "verbatim");
  }
  const split = splitAtMark(rest) ?? splitAfterName(rest);
  const manner = mannerOf(verb.manner, split);
  return recipients(split.who, split.content, manner);
}

interface Split {
  readonly who: string;
  readonly content: string;
  readonly manner?: Manner | undefined;
}

function splitAtMark(rest: string): Split | null {
  for (const { pattern, manner, keep = "" } of MARKS) {
    const mark = pattern.exec(rest);
    if (mark === null || mark.index === 0) continue;
    const who = rest.slice(0, mark.index);
    // A mark deep inside the sentence belongs to the content, not to the name before it.
    if (!looksLikePeople(who)) continue;
    return { who, content: keep + rest.slice(mark.index + mark[0].length).trim(), manner };
  }
  return null;
}

const PRONOUN =
  /^(?:I|I'm|I'll|I've|I’m|I’ll|I’ve|We|We're|We'll|The|Your|You|Our|There|It|Please|This|That|No|Yes)$/;

function looksLikePeople(who: string): boolean {
  const bare = who.replace(NUMBER, "").trim();
  const words = bare.split(/\s+/).filter((word) => word !== "");
  if (words.length <= 2) return !words.some((word) => PRONOUN.test(word));
  if (/\b(?:is|are|was|were|will|has|have|can|should|comes?|i'm|i'll|we're|we'll)\b/i.test(bare))
    return false;
  return words.length <= 12 && (/\p{Lu}/u.test(bare) || /\b(?:and|in|at|from)\b/i.test(bare));
}

/** Without any mark: the name is the run of capitalised words (or a number), or else the first word. */
function splitAfterName(rest: string): Split {
  const number = new RegExp(`^${NUMBER.source}`).exec(rest)?.[0];
  if (number !== undefined) return { who: number.trim(), content: rest.slice(number.length).trim() };
  const words = rest.split(/\s+/);
  let count = 0;
  while (count < words.length) {
    const word = words[count] ?? "";
    const joins = count > 0 && /^(?:and|&|in|at)$/.test(word) && /^[\p{Lu}\d#]/u.test(words[count + 1] ?? "");
    if (!joins && (!/^[\p{Lu}#\d]/u.test(word) || PRONOUN.test(word))) break;
    count += 1;
  }
  const taken = Math.max(1, count);
  return { who: words.slice(0, taken).join(" "), content: words.slice(taken).join(" ") };
}

function mannerOf(verb: Manner, { manner, content }: Split): Manner {
  if (verb === "ask" || verb === "remind" || verb === "thank")
    return verb === "ask" && manner === "please" ? "please" : verb;
  if (/^(?:if|whether|when|where|why|how|which)\s/i.test(content) && manner === undefined) return "ask";
  return manner ?? verb;
}

function recipients(written: string, content: string, manner: Manner): Intent | null {
  const number = numberIn(written);
  const bare = written
    .replace(NUMBER, " ")
    .replace(/\(\s*\)|\b(?:at|on|under) *$/gi, "")
    .replace(/[()]/g, "")
    .trim();
  const who = bare
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+(?=\S)/i)
    .map(clean)
    .filter((name) => name !== "" && !/^(?:number|this number|the number)$/i.test(name));
  const everyone = who.length > 0 ? who : number === null ? [] : [number];
  if (everyone.length === 0 || everyone.some((name) => /^(?:you|it|that|this)$/i.test(name))) return null;
  return { kind: "text", who: everyone, content: content.trim(), manner, number };
}

function readSmallTalk(message: string): Intent | null {
  if (
    /^(?:many )?(?:thanks|thank you|thx|ty|cheers|great|perfect|awesome|nice|cool|ok(?:ay)?|good job|well done|👍|🙏)\b.{0,40}$/iu.test(
      message,
    ) ||
    /^(?:👍|🙏|❤️)+$/u.test(message)
  )
    return { kind: "thanks" };
  if (/\b(?:what can you do|help|how do(?:es)? (?:you|this) work|who are you|what are you)\b/i.test(message))
    return { kind: "help" };
  if (/^(?:hi|hello|hey|good (?:morning|afternoon|evening)|hola)\b.{0,30}$/i.test(message))
    return { kind: "hello" };
  return null;
}
