/** Letters: how an e-mail is worded around what it has to say. */
import { firstNameOf } from "./drafting.ts";
import { nameOf } from "./mail-results.ts";

/** A letter with greeting and signature; `company` is left away where it is not known. */
export function letter(
  to: string,
  body: string,
  { by, company }: { readonly by: string | null; readonly company: string | null },
): string {
  const name = nameOf(to);
  const greeting = name.includes("@") ? "Hello" : `Hi ${firstNameOf(name)}`;
  const signature = [by, company].filter((line) => line !== null);
  const close = signature.length === 0 ? "" : `\n\nKind regards,\n${signature.join("\n")}`;
  return `${greeting},\n\n${body.charAt(0).toUpperCase()}${body.slice(1)}${close}`;
}

/** A letter in two: what it says, and how it closes (nothing for what is no letter of ours). */
export function closingOf(text: string): { readonly words: string; readonly closing: string } {
  const at = text.lastIndexOf("\n\nKind regards,");
  return at < 0 ? { words: text, closing: "" } : { words: text.slice(0, at), closing: text.slice(at) };
}

/** The subject of an answer. */
export function replySubject(subject: string): string {
  const bare = subject.replace(/^(?:\s*re\s*:)+\s*/i, "").trim();
  return `Re: ${bare === "" ? "your e-mail" : bare}`.slice(0, 300);
}

/** A subject made of what a letter says: its beginning, to the end of a word. */
export function subjectOf(content: string): string {
  const line = (/^.+?(?=[.!?](?:\s|$)|\n|$)/.exec(content.trim())?.[0] ?? content).replace(
    /^(?:that|about|to)\s+/i,
    "",
  );
  const short = line.length <= 60 ? line : line.slice(0, 60).replace(/\s+\S*$/, "…");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** Somebody's words, cut for quoting on one line. */
export function excerpt(text: string, most = 280): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
