/** Names that are always capitalized. */
const PROPER = /^(?:ClickUp|GitHub|Google|Gmail|Jira|Slack)\b/;

/** Lower-cases a label for use within a sentence: `Text message` becomes `text message`, `Google Doc` stays. */
export function inSentence(words: string): string {
  return PROPER.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
