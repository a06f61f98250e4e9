/** What a chat was started about: an account, a project, a contact. It stands before the words of its first message. Pure. */

/** All accounts. Any other subject ends with its number or place: `the account Little Oaks (10002)`. */
export const OUR_ACCOUNTS = "our accounts";

const SAID = /^About (our accounts|[^\n]{1,200}? \([^()\n]{1,100}\)): ([\s\S]+)$/;

export interface SaidAbout {
  readonly about: string;
  readonly words: string;
}

/** The words with what they are about, as they are sent. */
export function saidAbout(about: string | undefined, words: string): string {
  return about === undefined ? words : `About ${about}: ${words}`;
}

/** A message's subject and the words after it; null if it has none. */
export function subjectIn(text: string): SaidAbout | null {
  const [, about, words] = SAID.exec(text) ?? [];
  return about === undefined || words === undefined ? null : { about, words };
}

/** A subject as people read it, without its number or place. */
export function shownSubject(about: string): string {
  return about.replace(/ \([^()]*\)$/, "");
}

/** A message as the title of its chat: `Little Oaks: What’s next?`. */
export function titleWords(text: string): string {
  const said = subjectIn(text);
  if (said === null) return text;
  if (said.about === OUR_ACCOUNTS) return said.words;
  return `${shownSubject(said.about).replace(/^the (?:account|project) /, "")}: ${said.words}`;
}

/** The page of a subject; null if it has none. */
export function pageOfSubject(about: string): string | null {
  if (about === OUR_ACCOUNTS) return "/accounts";
  const [, kind, id] = /^the (account|project) .+ \(([\w-]+)\)$/.exec(about) ?? [];
  return kind === undefined ? null : `/${kind}s/${id ?? ""}`;
}
