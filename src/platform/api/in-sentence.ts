/** Names that keep their capital wherever they stand. */
const PROPER = /^(?:ClickUp|GitHub|Google|Gmail|Jira|Slack)\b/;

/** Words that begin a line, as they stand within a sentence: `Text message` is `text message`, `Google Doc` stays. */
export function inSentence(words: string): string {
  return PROPER.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
