/** What people do themselves in the app, and on which page: asked of the script, it names the page. */
import type { Meant } from "./nearest.ts";

/** The manual's pages, by what people ask for. */
export const MANUAL: readonly (Meant & { readonly title: string; readonly page: string })[] = [
  ["answer-texts", "Answer texts", "reply to a text | assign a thread | snooze"],
  ["connect-other-agents", "Connect other agents", "use Claude or ChatGPT with Steward | MCP | API token"],
  ["connect-services", "Connect services", "connect Slack, Jira or ClickUp"],
  ["connect-your-mailboxes", "Connect your mailboxes", "connect Gmail | read my email"],
  ["connect-your-phone-line", "Connect your phone line", "connect Quo | our phone number"],
  ["decide-on-a-draft", "Decide on a draft", "approve a draft | edit or reject | undo"],
  ["get-notified", "Get notified", "notifications on my phone | install the app | alerts on my iPhone"],
  ["house-rules", "House rules", "make a rule for every draft"],
  ["import-accounts", "Import accounts", "import my book of business | upload a spreadsheet of clients"],
  ["import-contacts", "Import contacts", "import contacts from a CSV"],
  ["keep-accounts", "Keep accounts", "change an account's stage | add a field"],
  ["keep-and-erase-data", "Keep and erase data", "export our data | delete the team | erase a person"],
  ["manage-your-team", "Manage your team", "invite a colleague | remove a member | make someone an admin"],
  [
    "run-a-project",
    "Run a project",
    "create a project | share a project with a client | a form | an automation",
  ],
  ["schedule-work", "Schedule work", "recurring reminders | a weekly report"],
  [
    "set-the-rules",
    "Set the rules",
    "what Steward may do alone | stop it from sending things by itself | budget | quiet hours",
  ],
  ["teach-steward", "Teach Steward", "change how it writes | signature | skills"],
  ["watch-costs-and-agents", "Watch costs and agents", "see what it costs | usage"],
].map(([page = "", title = "", asked = ""]) => ({ page, title, when: `${title} | ${asked}` }));

export interface AppPage extends Meant {
  readonly mark: RegExp;
  readonly say: string;
}

const CONNECT =
  "gmail|google|outlook|calendar|drive|quo|openphone|phone(?: line| number)?|slack|jira|clickup|github|whats ?app|quickbooks|mail(?:box)?|e-?mail|inbox|account|yardi|appfolio|salesforce|hubspot|teams";

/** `${page}` in brackets is a link of the app. */
export const APP_PAGES: readonly AppPage[] = [
  {
    when: "connect my gmail | link my Google calendar | can you connect to Slack | integrate with QuickBooks | hook up our phone line",
    mark: new RegExp(
      `\\b(?:connect|link|integrate|hook up|sync|conecta\\p{L}*)\\b.*\\b(?:${CONNECT})\\b`,
      "iu",
    ),
    say: "I can't sign in to anything for you. You connect it yourself under [Settings → Connections](/settings/connections); what isn't listed there can't be connected yet.",
  },
  {
    when: "turn off the pushes | stop sending me notifications at night | mute the alerts | turn on notifications on my phone | too many notifications",
    mark: /\b(?:push(?:es)?|notif\w*|alerts?|pings?|buzz\w*|notificaciones|avisos)\b/i,
    say: "I can't change notifications from here. Each phone or browser turns them on or off under [Settings → Devices](/settings/notifications); choose who hears of what under [Notification rules](/settings/routing), and set quiet hours under [On call](/settings/on-call).",
  },
  {
    when: "cancel my subscription | upgrade my plan | where is my invoice for Steward | change my credit card | delete my account | close our account with you",
    mark: /\b(?:subscription|subscribe|my plan|our plan|upgrade|downgrade|credit card|billing|(?:delete|close) (?:my|our|this) (?:account|team))\b/i,
    say: "Nothing is billed in this demo, so there's no plan to change. What Steward's model calls cost stands under [Settings → Usage](/settings/usage). An admin exports or deletes the team under [Settings → Your data](/settings/kept).",
  },
  {
    when: "invite my colleague | add my wife to the team | add a user | give Ben access | remove Tom from the team | make Priya an admin",
    mark: /\b(?:invite|add (?:a |another )?(?:user|member|colleague|seat)|add .{2,40} to (?:the|our|my) team|(?:give|revoke) .* access|(?:make|remove) .* (?:admin|from the team))\b/i,
    say: "I can't change who is on the team. An admin invites, removes and promotes people under [Settings → Members](/settings/team).",
  },
  {
    when: "Change Maria's phone number to 412 555 0199 | update Walt's e-mail address | correct her last name",
    mark: /\b(?:change|update|correct|fix|set)\b.*\b(?:phone|number|e-?mail|address|(?:first|last) name)\b.*\bto\b/i,
    say: "The demo's script can't change a contact. Open the person under [People → Contacts](/contacts) and edit them there; with a model key, Steward proposes the change.",
  },
  {
    when: "export everything | download all our data | how do I get my data out",
    mark: /\b(?:export|download|backup|back up)\b.*\b(?:data|everything|all)\b/i,
    say: "I can't export. An admin downloads everything as one ZIP under [Settings → Your data](/settings/kept).",
  },
  {
    when: "import my contacts from a CSV | upload a list of clients | import our accounts",
    mark: /\b(?:import|upload)\b/i,
    say: "I can't take a file in from here. Import contacts under [People → Import](/contacts/import), accounts under [Accounts → Import](/accounts/import), and projects under [Projects → Import](/projects/import).",
  },
  {
    when: "dark mode | switch to dark theme | make the text bigger | change the language to Spanish",
    mark: /\b(?:dark|light) (?:mode|theme)|\btheme\b|\b(?:app|interface)\b.*\blanguage|\blanguage\b.*\b(?:app|interface)/i,
    say: "I can't change how the app looks: it follows your device's light or dark setting, and it's in English.",
  },
  {
    when: "change my password | sign me out | I can't log in",
    mark: /\bpassword\b.*\b(?:my|steward|reset|change)\b|\b(?:my|reset|change)\b.*\bpassword\b|\bsign (?:me )?out\b|\blog (?:me )?out\b/i,
    say: "I can't touch sign-ins. You see and end yours under [Settings → Sessions](/settings/sessions); there's no password here, your company's sign-in keeps it.",
  },
];
