/** What people do themselves in the app, and on which page; and what the demo's script is asked for and can't do. */

const CONNECT =
  "gmail|google|outlook|calendar|drive|quo|openphone|phone(?: line| number)?|slack|jira|clickup|github|whats ?app|quickbooks|mail(?:box)?|e-?mail|inbox|account|yardi|appfolio|salesforce|hubspot|teams";

/** Examples, the words that ask for it, and what to do; `all` if whatever else is said doesn't matter. */
export const PAGES: readonly (readonly [when: string, mark: RegExp, limit: string, takes?: "all"])[] = [
  [
    "¿Cuánto debe Maria?",
    /^(?!.*\bpuedes\b)(?:.*[¿¡]|(?:y )?(?:cu[aá]nto|cu[aá]ndo|d[oó]nde|qui[eé]n|qu[eé])(?!\p{L}))/iu,
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
    /\b(?:push(?:es)?|notif\w*|alerts?|pings?|buzz\w*)\b|\b(?:turn off|mute|silence)\b.*\b(?:remind\w*|phone)\b/i,
    "I can't change notifications from here. Each phone or browser turns them on or off under [Settings → Devices](/settings/notifications); choose who hears of what under [Notification rules](/settings/routing), and set quiet hours under [On call](/settings/on-call).",
  ],
  [
    "cancel my subscription | upgrade our plan | change my credit card | delete my account | close our team | billing",
    /\b(?:subscription|subscribe|my plan|our plan|upgrade|downgrade|credit card|billing|(?:delete|close) (?:my|our|this) (?:account|team))\b/i,
    "I can't change a plan: nothing is billed in this demo. What Steward's model calls cost stands under [Settings → Usage](/settings/usage). An admin exports or deletes the team under [Settings → Your data](/settings/kept).",
  ],
  [
    "is my data safe with you | who can see what I write | is this private | do you train on our data | secure",
    /\b(?:my|our) (?:data|texts|information)\b.*\b(?:safe|private|secure|train|sell|see)|\b(?:data|this|it) (?:safe|private|secure)\b|\b(?:train on|sell)\b.*\bdata\b/i,
    "In this demo everything stays on this computer. In a deployment your team's data is kept apart from every other team's, and an admin exports or erases it: [Keep and erase data](/help/keep-and-erase-data).",
    "all",
  ],
  [
    "will you text people without asking me? | do you send anything on your own | what happens after I approve | can you act by yourself",
    /^(?!what (?:did|have)\b).*\bwithout (?:asking|approval|permission|my)\b|\b(?:send|act|text|do)\w*\b.*\b(?:by yourself|on your own)\b|\b(?:after|when|once|if) I (?:approve|reject)\b/i,
    "Nothing leaves the company before one of you approves it, unless an admin allows a kind of message under [Settings → Policy](/settings/policy). What is approved waits ten seconds for an _Undo_, then it's sent, and the card becomes its receipt: [Decide on a draft](/help/decide-on-a-draft).",
    "all",
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
    "start a new project for the roof | create a project | plan the renovation for me | make a project plan | assign people | move the task",
    /^(?:please )?(?:start|create|make|open|set up|add|plan|draft)\b.*\b(?:projects?|renovation|plan)\b/i,
    "I can't plan or start a project from here. Make it under [Projects](/projects) with _New project_; on its board, _Plan with Steward_ drafts the tasks and asks before it adds them.",
    "all",
  ],
  [
    "forward Harold's last e-mail to Lena | archive that mail | mark it as read",
    /^(?:please )?(?:forward|archive|mark .* read|star)\b/i,
    "I can't forward or file e-mails: the demo's script only reads them, and drafts new ones and replies. Open the thread in the [Inbox](/inbox).",
    "all",
  ],
  [
    "who approved the last text | who sent that | who rejected it",
    /^who (?:approved|rejected|decided|declined|edited)\b/i,
    "Each card says who decided, when, and what was sent: open [Approvals](/approvals) and choose _Decided_.",
    "all",
  ],
  [
    "cancel my 4pm tomorrow | move the showing to Friday | reschedule the meeting with Lena",
    /^(?:please )?(?:cancel|move|reschedule|delete|postpone|push)\b.*\b(?:\d{1,2} ?[ap]m|meeting|appointment|showing|inspection|call|event)\b/i,
    "I can't change what is on a calendar already, so I've done nothing. Change it in Google or Outlook; I can draft a new entry, or a text to whom it concerns.",
    "all",
  ],
  [
    "what did Priya do yesterday | who of us worked on it",
    /^what (?:did|has|have) (?!we\b|you\b|I\b|they\b)\p{L}+ (?:do|done|been doing)\b/iu,
    "I can't see what colleagues do. What was done with Steward stands under [Activity](/activity), by day and person.",
    "all",
  ],
  [
    "import my contacts from a CSV | upload a list of clients | import our accounts and projects | spreadsheet",
    /\b(?:import|upload)\b/i,
    "I can't take a file in from here. Import contacts under [People → Import](/contacts/import), accounts under [Accounts → Import](/accounts/import), and projects under [Projects → Import](/projects/import).",
  ],
  [
    "reject the first one | decline all of them | Approve the draft | approve everything that's waiting | approve the first one | send it now | yes, go ahead and send that | approve all",
    /^(?:please |now |ok,? )*(?:reject|decline|deny)\b|\bapprove (?!d)|^(?:yes,? |ok,? |please |now |go ahead(?: and)? )*send (?:it|that|them|those|now|the draft)\b/i,
    "I can't approve or reject anything: that's for one of you. Use the card above, or open [Approvals](/approvals).",
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
    /\b(?:charts?|graphs?|gantt|plots?|diagrams?|excel|spreadsheet|translat\w*|in german|poem|joke|(?:make|write|create) (?:me |us )?an? (?:\w+ )?invoice|weather|predict|forecast)\b|\d ?%|\d ?[*x+/] ?\d/i,
    "I can't do that: the demo's script looks things up and drafts texts and e-mails, and nothing else.",
    "all",
  ],
];
