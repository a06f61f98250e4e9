/** What people do themselves in the app, and on which page; and what the demo's script is asked for and can't do. */
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
  [
    "manage-your-team",
    "Manage your team",
    "invite or add a colleague | remove a member | make someone an admin",
  ],
  [
    "run-a-project",
    "Run a project",
    "create a project | share a project with a client | a form | an automation",
  ],
  ["schedule-work", "Schedule work", "recurring reminders | a weekly report"],
  ["set-the-rules", "Set the rules", "what Steward may do alone | budget | quiet hours"],
  ["teach-steward", "Teach Steward", "change how it writes | signature | skills"],
  ["watch-costs-and-agents", "Watch costs and agents", "see what it costs | usage"],
].map(([page = "", title = "", asked = ""]) => ({ page, title, when: `${title} | ${asked}` }));

const CONNECT =
  "gmail|google|outlook|calendar|drive|quo|openphone|phone(?: line| number)?|slack|jira|clickup|github|whats ?app|quickbooks|mail(?:box)?|e-?mail|inbox|account|yardi|appfolio|salesforce|hubspot|teams";

/** Examples, the words that ask for it, and what to do; `all` if whatever else is said doesn't matter. */
export const PAGES: readonly (readonly [when: string, mark: RegExp, limit: string, takes?: "all"])[] = [
  [
    "¿Cuánto debe Maria?",
    /[¿¡]|^(?:y )?(?:cu[aá]nto|cu[aá]ndo|d[oó]nde|qui[eé]n|qu[eé])(?!\p{L})/iu,
    "In Spanish, the demo's script only drafts texts (“Dile a José que …”); questions it reads in English. A model reads both.",
    "all",
  ],
  [
    "forget the bit about the dog",
    /^(?:please )?forget (?:the|that|about|what|everything|all)\b/i,
    "I can't take out what is noted. You can, under [Workspace](/workspace), where every earlier version is kept.",
    "all",
  ],
  [
    "connect my gmail | link our Google calendar to it | can you connect Slack and QuickBooks | hook up the phone line",
    new RegExp(`\\b(?:connect|link|integrate|hook up|sync|conecta\\p{L}*)\\b.*\\b(?:${CONNECT})\\b`, "iu"),
    "I can't sign in to anything for you. You connect it yourself under [Settings → Connections](/settings/connections); what isn't listed there can't be connected yet.",
  ],
  [
    "turn off the pushes | stop sending me push notifications at night on my phone | mute the alerts | too many pings | after work",
    /\b(?:push(?:es)?|notif\w*|alerts?|pings?|buzz\w*)\b/i,
    "I can't change notifications from here. Each phone or browser turns them on or off under [Settings → Devices](/settings/notifications); choose who hears of what under [Notification rules](/settings/routing), and set quiet hours under [On call](/settings/on-call).",
  ],
  [
    "cancel my subscription | upgrade our plan | change my credit card | delete my account | close our team | billing",
    /\b(?:subscription|subscribe|my plan|our plan|upgrade|downgrade|credit card|billing|(?:delete|close) (?:my|our|this) (?:account|team))\b/i,
    "I can't change a plan: nothing is billed in this demo. What Steward's model calls cost stands under [Settings → Usage](/settings/usage). An admin exports or deletes the team under [Settings → Your data](/settings/kept).",
  ],
  [
    "invite my colleague | how do I add another user to the team | give Ben access | remove Tom from the team | make Priya an admin | new member",
    /\b(?:invite|add (?:a |another )?(?:user|member|colleague|seat)|add .{2,40} to (?:the|our|my) team|(?:give|revoke) .* access|(?:make|remove) .* (?:admin|from the team))\b/i,
    "I can't change who is on the team. An admin invites, removes and promotes people under [Settings → Members](/settings/team).",
  ],
  [
    "Change the phone number | update their e-mail address | correct her last name to | add Nora Quist to the contacts, 412-555-0188 | save it as a contact | delete all the contacts | remove Maria",
    /\b(?:change|update|correct|fix|set)\b.*\b(?:phone|number|e-?mail|address|(?:first|last) name)\b.*\bto\b|\b(?:save|add)\b.*(?:\bcontacts?\b|\d{4})|\b(?:delete|remove)\b.*\bcontacts?\b/i,
    "I can't change a contact: the demo's script only reads them. Open [People → Contacts](/contacts) and edit them there, or text a new number and I'll propose contact and text together.",
  ],
  [
    "export everything | download all our data | make a backup | delete everything we have on them | erase",
    /\b(?:export|download|backup|back up|(?:delete|erase) (?:everything|all))\b/i,
    "I can't export or erase. An admin downloads everything as one ZIP, or has it erased, under [Settings → Your data](/settings/kept).",
  ],
  [
    "import my contacts from a CSV | upload a list of clients | import our accounts and projects | spreadsheet",
    /\b(?:import|upload)\b/i,
    "I can't take a file in from here. Import contacts under [People → Import](/contacts/import), accounts under [Accounts → Import](/accounts/import), and projects under [Projects → Import](/projects/import).",
  ],
  [
    "Approve the draft | approve the first one | send it now | yes, go ahead and send that | approve all",
    /\bapprove (?!d)|^(?:yes,? |ok,? |please |now |go ahead(?: and)? )*send (?:it|that|them|those|now|the draft)\b/i,
    "I can't approve anything: that's for one of you. Use the card above, or open [Approvals](/approvals).",
  ],
  [
    "Call the plumber | Ring Walt for me | give Maria a call | phone | answer the phone | take our calls | tell them",
    /^(?:please )?(?:call|ring|phone)\b|\bgive \S+ a (?:call|ring)\b|\b(?:answer|take|pick up)\b.*\b(?:phone|calls?)\b/i,
    "I can't make or take phone calls, but I can draft a text: “Text … that …”.",
    "all",
  ],
  [
    "does that look like mold in the picture he sent? | what do you see in the photo | look at the image | ceiling",
    /\b(?:pictures?|photos?|images?|pics?|screenshots?)\b.*\b(?:looks?|see|what|judge)\b|\b(?:look at|see|what)\b.*\b(?:pictures?|photos?|images?|pics?|screenshots?)\b/i,
    "I can't judge a picture: the demo's script sees none. With a model key, Steward looks at the photos that come with texts and e-mails.",
  ],
  [
    "make me a chart | a gantt | draw graphs | create an excel spreadsheet | translate it to german | tell me a joke | write a poem | make an invoice for the client | what is the weather tomorrow | predict | forecast the rent",
    /\b(?:charts?|graphs?|gantt|plots?|diagrams?|excel|spreadsheet|translat\w*|in german|poem|joke|invoice (?:for|to)|weather|predict|forecast)\b/i,
    "I can't do that: the demo's script looks things up and drafts texts and e-mails, and nothing else.",
  ],
];
