/** The help pages as a document of the deployment, which Steward searches to say how something is done. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ManualPage } from "../src/team/api/manual.ts";
import { HELP_PAGES, type HelpPage } from "./src/components/help/help-pages.ts";

/** What people call the things of a page that calls them otherwise. */
const ALSO_CALLED: Readonly<Partial<Record<(typeof HELP_PAGES)[number]["id"], string>>> = {
  "get-started": "set up begin first shortcut keyboard navigate where menu dark light theme",
  "ask-steward": "chat conversation question fork copy close",
  "decide-on-a-draft": "send sending undo reject edit approve card yes no take back",
  "answer-texts": "reply sms message snooze assign template inbox",
  "find-people": "contact resident tenant directory merge duplicate",
  "teach-steward": "remember forget rule note memory wrong learn sign signature style",
  "run-a-project": "task board sow agents plan report risk",
  "schedule-work": "remind reminder recurring repeat daily weekly",
  "connect-your-phone-line": "number quo sms texting",
  "connect-your-mailboxes": "gmail email inbox calendar google",
  "connect-microsoft-365": "outlook office exchange email inbox",
  "connect-services": "slack jira github clickup drive asana integration server tool",
  "get-notified":
    "ring ringing rings mute silent silence sound loud evening night weekend push alert alarm bother phone who next escalate",
  "house-rules": "never always rule forbid",
  "set-the-rules": "permission allow ask approval autonomy limit budget policy turn off on",
  "see-what-happened": "went out sent last week history log past who did export",
  "manage-your-team": "user colleague add invite member role admin leave sign in password session",
  "connect-other-agents": "mcp claude chatgpt access token api",
  "watch-costs-and-agents": "cost price spend money model budget tokens turn off agent",
  "keep-and-erase-data": "delete remove forget nothing stays privacy personal backup download export",
};

const MANUAL = join(import.meta.dirname, "../docs/manual");

export function manualPages(): ManualPage[] {
  return HELP_PAGES.map(({ id, title }: HelpPage) => ({
    id,
    title,
    text: readFileSync(join(MANUAL, `${id}.md`), "utf8").replace(/^# .*\n+/, ""),
    alsoCalled: (ALSO_CALLED as Readonly<Record<string, string>>)[id] ?? "",
  }));
}
