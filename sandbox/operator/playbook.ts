/** The playbook for colleagues' requests. To add a domain, add rows; of equally near rows the first is played. */
import { HARBOR } from "../world/company.ts";
import { accountAsked } from "./about.ts";
import { byStage, renewals, whoIsDue } from "./attached.ts";
import { APP_PAGES, MANUAL } from "./app-pages.ts";
import { inDrive } from "./drive.ts";
import { githubIssueWanted, jiraIssueWanted, openIssues } from "./issues.ts";
import { act, look, type Play, type Scene, type Wanted } from "./engine.ts";
import * as find from "./finding.ts";
import { nearest, type Embed, type Meant } from "./nearest.ts";
import { offer, suggestionsAt, WHAT_I_AM } from "./offers.ts";
import { inEnglish } from "./records.ts";
import { mailTasksWanted } from "./mail-tasks.ts";
import { behind, firstName, meant, noMatch, titled } from "./people.ts";
import * as plan from "./planning.ts";
import { bullets, contactsIn, failureOf, field, linesIn, listIn, rowsOf, type Contact } from "./results.ts";
import * as send from "./sending.ts";
import { addDays, daysIn, keywords, shownDays, shownTime, type Days } from "./slots.ts";
import { SERVER_ROW } from "./servers.ts";
import { slackWanted } from "./slack.ts";
import { filterIn, taskLines, taskWanted } from "./tasks.ts";
import { asText, first, record, type Result } from "./transcript.ts";
import { upper, wishIn } from "./words.ts";

/** A row: its examples, calls and answer; a `play` for anything more complex. */
export interface Row extends Meant {
  /** Weight of a row's pattern match: high if few other requests match it. */
  readonly bonus?: number;
  /** Called in parallel. */
  readonly calls?: (scene: Scene) => readonly Wanted[];
  readonly say?: (scene: Scene, ...found: readonly (Result | null)[]) => string;
  /** Null if the request lacks required details. */
  readonly play?: (scene: Scene) => Play | null;
  /** Something the demo can't do; the nearest alternatives are offered. */
  readonly limit?: string;
}

/** The results, one per line, or that there are none. */
const lists =
  (heading: string, none: string) =>
  (found: Result | null = null): string =>
    bullets(heading, listIn(found).slice(0, 12), none);

/** Drafts for the named recipients, if it is such a request. */
function sends(scene: Scene): Play | null {
  const wish = wishIn(scene.words);
  return wish === null || wish.isForAll ? null : send.send(scene, wish);
}

/** A limit, unless it's the subject of a message to someone. */
const unlessWish =
  (limit: string) =>
  (scene: Scene): Play | null =>
    wishIn(scene.words) === null ? offer(scene, limit) : null;

const NO_TASKS = "I can't create tasks here, but I can set a reminder or make a note.";

/** A change of a draft's words, and nothing else. */
const CHANGE =
  /^(?:please |can you )*(?:(?:a (?:bit|little)|make (?:it|that|them)|more|less|much)\b ?)*(?:shorter|brief\w*|friendl\w+|warm\w*|nicer|kinder|softer|formal|casual|polite\w*|professional)\b.{0,12}$/i;

/** A house rule's checks, as far as its sentence says them. */
function houseRuleIn(sentence: string): { readonly sentence: string } & Record<string, unknown> {
  const to = first(/\bto (\p{Lu}\S+)/u, sentence);
  const past = first(/\bpast (\p{Lu}\p{L}+)/u, sentence);
  const above = first(/\babove \$?([\d,.]+\d)/i, sentence);
  const holds = ["time", "price", "link"].filter((kind) => new RegExp(`\\b${kind}s?\\b`, "i").test(sentence));
  const channel = /\btexts?\b/i.test(sentence) ? "text" : /\be-?mails?\b/i.test(sentence) ? "email" : "";
  return {
    sentence,
    ...(channel === "" ? {} : { channels: [channel] }),
    ...(to === "" ? {} : { recipients: [to] }),
    ...(above === "" ? {} : { amountAbove: Number(above.replaceAll(",", "")) }),
    ...(holds.length === 0 ? {} : { holds }),
    ...(past === "" ? (above === "" ? {} : { decidedBy: ["admins"] }) : { decidedBy: [past] }),
    ...(to + above === "" && holds.length === 0 ? { judged: true } : {}),
  };
}

function onCallNow(found: Result | null): string {
  const now = [record(found?.data)["onCallNow"] ?? []].flat().map(String);
  return now.length === 0 || now[0] === "nobody" ? "On call" : `On call now: ${now.join(", ")}. Hours`;
}

function* accountMoved(account: string, stage: string): Play {
  const [changed = null] = yield { say: "", calls: [["update_account", { account, stage }]], acts: true };
  if (changed === null) return "I can't change accounts here.";
  const failure = failureOf(changed);
  return failure === null
    ? `${titled(account)} is now in “${stage}”.`
    : `${titled(account)} stays as it is: ${failure}`;
}

function* quotesOut(scene: Scene): Play {
  const found = yield* look(
    "",
    ["find_accounts", { stage: "Quoted" }],
    ["find_accounts", { stage: "Quote Pitched" }],
  );
  const lines = found.flatMap((result) =>
    rowsOf(result?.data, ["account"]).map((row) => {
      const next = [row["nextSteps"] ?? []].flat().map(String)[0];
      return `[${field(row, "name")}](/accounts/${field(row, "account")}), ${field(row, "stage")}${next === undefined ? "" : `. Next: ${next}`}`;
    }),
  );
  return lines.length === 0 ? yield* find.answered(scene) : bullets("Quoted and not bound yet", lines, "");
}

export const PLAYBOOK: readonly Row[] = [
  {
    when: "Text Maria Lopez that the plumber comes at 9 | Tell Walt that the part has arrived | Let John know his keys are ready | Message Eleanor: the light is fixed | Send Anneke a text saying we need her on Thursday | Send him a quick thank you for his help | Ask Walt if he can come on Friday | Thank Orson for coming so quickly | Remind José about the rent | Tell her Tom is on his way | Dile a Rosa que llegó su paquete | Avísale a José que el plomero viene mañana | Tell all tenants at 214 Birch that the water is off tomorrow | Let everyone at Cedar Hollow know about the inspection on Friday | Text every resident of Wren Court that the snow crew comes | Avisa a todos los inquilinos de Birch que no hay agua | Email Harold that his statement is ready | Send an e-mail to Judith saying the file is in the portal | Write Beatrix an email that the roof is done",
    bonus: 0.2,
    play: sends,
  },
  {
    when: "Tell all tenants about the holiday hours | Text everyone that the office is closed | Email all owners",
    bonus: 0.2,
    play: (scene) =>
      wishIn(scene.words)?.isForAll === true
        ? offer(
            scene,
            "I can't write to everyone at once, but I can write to those who live at one building.",
          )
        : null,
  },
  {
    when: "Reply to Maria Lopez | Draft a reply to John Pruitt | Answer Anneke's text | write back to him | Answer Harold Finch's e-mail | Reply to the email from Rhonda",
    bonus: 0.2,
    play: (scene) => (send.replyTo(scene.words) === "" ? null : send.reply(scene)),
  },
  {
    when: "make that 4 | at 10 instead | make it Thursday | not Monday but Tuesday | change it to 9am",
    bonus: 0.1,
    play: plan.changedPlan,
  },
  {
    when: "make it friendlier | make it shorter | say 10 instead of 9 | can you make that more formal | make that 4 | change it to Thursday | add that he should ring the bell | mention that the code has changed | include the address | it's Friday, not Thursday | apologize for the delay | 10:30 instead | a bit warmer please",
    bonus: 0.1,
    play: (scene) =>
      send.lastDrafts(scene).length > 0
        ? send.rewrite(scene)
        : CHANGE.test(scene.words)
          ? offer(scene, "There is no draft in this chat to change yet.")
          : null,
  },
  {
    when: "no, the other Maria | I meant Maria Lindqvist | not her, the other one | wrong person, I mean James Otieno",
    mark: /\b(?:other|meant?|wrong|not (?:her|him|that))\b/i,
    play: (scene) => (send.lastDrafts(scene).length > 0 ? send.redirect(scene) : null),
  },
  {
    when: "cancel that | never mind | forget it | don't send it | undo that | stop | scratch that | withdraw the draft | no, leave it",
    mark: /\b(?:cancel(?! the \S+ on\b)|never ?mind|forget|don['’]t|undo|stop|scratch|withdraw|discard|leave it|take (?:it|that) back)\b/i,
    play: send.cancelLast,
  },
  {
    when: "Who is Walt Ironside? | who is that? | who's Anneke | whose number is that | Which plumber do we usually use?",
    mark: /^which \p{L}+ do (?:we|you) (?:(?:usually|normally|always|typically|mostly) )?(?:use|call|hire|work with|go with)\b|^(?:who(?:['’]s| is| are)|whose number)\b(?!.*\b(?:late|behind|owe|owes|overload\w*|on (?:call|duty)|busy|free|work\w*|assigned|wait\w*)\b)/iu,
    bonus: 0.4,
    play: (scene) => (keywords(whoIn(scene.words)).length <= 3 ? whoIs(scene) : null),
  },
  {
    when: "What's Maria's phone number? | the number of Walt Ironside | John's e-mail address",
    mark: /\b(?:phone|cell|number|e-?mail address)\b.*\b(?:of|for|de)\b|(?:['’]s|\b(?:his|her|their)) (?:phone|cell|number|e-?mail)\b/i,
    bonus: 0.4,
    play: (scene) => (wishIn(scene.words) === null ? whoIs(scene) : null),
  },
  {
    when: "Who is Walt Ironside? | Who is the plumber? | Do we have anyone called Finnegan? | What's Maria's phone number? | Who lives in 3B at 214 Birch? | Look up Eleanor Voss | do we have a contact for the roofer | find the roofer | what is John's e-mail address | list the tenants at 214 Birch | ¿Quién es Walt Ironside?",
    mark: /\b(?:who|quién|anyone|number|address|contact|look up|find)\b|^(?:list|show|give)\b.*\b(?:tenants|residents)\b/iu,
    bonus: 0.05,
    play: (scene) => whoIs(scene),
  },
  {
    when: "What did Gregory say about the carpet? | When did Eleanor mention the handrail? | What did Rhonda write? | Has Harold e-mailed about the valve? | Show me the last texts with Anneke | What's new with Maria Lopez? | When does Maria Lopez's lease end? | How much rent does José pay? | When did Walt come last? | What did we last write to José? | Who is Maria Lopez, and what did she last write? | What do we know about the boiler at Cedar Hollow? | What's our policy on dogs? | Which buildings have an elevator? | Find what the files say about lockouts | How do we handle late rent? | who owns 87 Larkspur | what is the deposit | what are the quiet hours | Has anyone complained about noise?",
    play: (scene) =>
      keywords(scene.words).length > 0 && wishIn(scene.words) === null ? find.answered(scene) : null,
  },
  {
    when: "Any e-mails from Rhonda this week? | Search the e-mails for leaks | Show the e-mails about the roof | is there mail from the bank",
    mark: /^(?!(?:please )?(?:e-?mail|send|write)\b).*\b(?:e-?mails?|mail)\b/i,
    calls: ({ words }) => [["search_emails", { query: mailQuery(words), limit: 8 }]],
    say: (_, found) => lists("E-mails", "I didn't find that e-mail.")(found),
  },
  {
    when: "Any open repairs at 214 Birch? | What repairs are still open? | What is broken at Cedar Hollow? | list the open repairs | which repairs are not done yet",
    mark: /\b(?:repairs?|broken|fix(?:es|ed)?|maintenance|work orders?)\b/i,
    play: find.repairs,
  },
  {
    when: "Summarise yesterday | Summarize my morning | What happened yesterday? | Recap of the day | catch me up | What came in since yesterday? | what's new today",
    mark: /\b(?:summ|happen|recap|catch|came in|new|brief|digest|going on)/i,
    calls: ({ words, local }) => {
      const { from, to } = dayTold(words, local);
      return [
        ["list_inbox", { since: from }],
        ["list_approvals", {}],
        ["list_events", { from, to }],
        ["search_files", { query: from }],
      ];
    },
    say: ({ words, local }, inbox, drafts, events, files) =>
      [
        `${shownDays(dayTold(words, local))}:`,
        lists("Came in", "Nothing came in.")(inbox),
        lists("Waiting for approval", "")(drafts),
        lists("Calendar", "")(events),
        bullets("Notes", notesOf(dayTold(words, local).from, files), ""),
      ]
        .filter(Boolean)
        .join("\n\n"),
  },
  {
    when: "What is unanswered? | What do I need to answer? | which texts have not been answered | who is waiting for us | what needs my attention? | anything urgent?",
    mark: /\b(?:answer|unanswered|repl(?:y|ied)|waiting|attention|urgent)/i,
    calls: () => [["list_inbox", { unanswered: true }]],
    say: (_, found) => lists("Not answered yet", "Everything is answered.")(found),
  },
  {
    when: "What's waiting for approval? | Which drafts are waiting? | show the pending approvals | is anything waiting for me to approve | what waits?",
    mark: /\b(?:approv|drafts?|waiting|waits|pending|decisions?)/i,
    calls: () => [["list_approvals", {}]],
    say: (_, found) => lists("Waiting for approval", "Nothing is waiting for approval.")(found),
  },
  {
    when: "Which quotes are out and not signed yet? | show the open quotes | what quotes are pending | outstanding quotes",
    mark: /\bquotes?\b.*\b(?:out|open|pending|signed|outstanding|waiting|answered)\b|\b(?:open|pending|outstanding|unsigned) quotes?\b/i,
    bonus: 0.3,
    play: (scene) => (scene.callFor("find_accounts", {}) === null ? null : quotesOut(scene)),
  },
  {
    when: "What's the next step for Nwosu? | what stage is Giordano Concrete in | where do we stand with Dube Trucking | what is the deductible on Stone Brewery | how much did we quote Ellery Architects",
    mark: /\b(?:next steps?|stage|carriers?|declined|underwriter|deductib\w*|deductab\w*|premium|quoted?|stand with|coverage|limits?)\b/i,
    bonus: 0.35,
    play: (scene) =>
      scene.company === HARBOR.name && scene.callFor("find_accounts", {}) !== null
        ? accountAsked(scene)
        : null,
  },
  {
    when: "How many leads do we have? | how many accounts are quoted | how many clients do we have | how many submissions are out",
    mark: /^how many\b.*\b(?:leads?|quot\w*|accounts?|clients?|submi\w*|bound)\b/i,
    bonus: 0.3,
    play: (scene) => (scene.callFor("find_accounts", {}) === null ? null : byStage()),
  },
  {
    when: "Who hasn't heard from us in a while? | which clients have gone quiet | who should I follow up with today | who do I need to check in with",
    mark: /\b(?:heard from us|gone quiet|silent|in a while|follow(?:ing)?[- ]?up|check in|touch base|neglect\w*)\b/i,
    bonus: 0.2,
    play: (scene) =>
      scene.company === HARBOR.name && scene.callFor("scan_followups", {}) !== null ? whoIsDue() : null,
  },
  {
    when: "Any renewals coming up in the next 60 days? | which policies renew next month | what renews soon",
    mark: /\brenew\w*/i,
    bonus: 0.2,
    play: (scene) => {
      if (scene.callFor("find_accounts", {}) === null || scene.company !== HARBOR.name) return null;
      const isOfOne =
        /\b(?:they|he|she|their|his|her)\b|\S (?!(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{L}/u;
      return isOfOne.test(scene.words) ? accountAsked(scene) : renewals(scene);
    },
  },
  {
    when: "Who's on call tonight? | Who is on duty this weekend? | who has the emergency phone",
    mark: /\b(?:on.call|duty|emergency)\b/i,
    bonus: 0.1,
    calls: () => [["list_team", {}]],
    say: (_, found = null) =>
      bullets(
        onCallNow(found),
        rowsOf(found?.data)
          .filter((row) => field(row, "onCall") !== "")
          .map((row) => `${field(row, "name")}: ${field(row, "onCall")}`),
        "No one is set to be on call. An admin sets it under [Settings → On call](/settings/on-call).",
      ),
  },
  {
    when: "Remind me tomorrow at 8 to call the roofer | In two hours remind me to move the van | Set a reminder for Friday to pay the invoice | Remind the team on Monday about the inspection | Every Monday morning send me the open repairs | Every Friday at 4pm list the unpaid rents | each weekday at 8 tell me what is on | Schedule a weekly summary on Mondays",
    bonus: 0.1,
    play: (scene) => (plan.isPlan(scene.words) ? plan.planned(scene) : null),
  },
  {
    when: "What is scheduled? | List my reminders | what have you got scheduled | show the schedules",
    mark: /\b(?:schedul|remind|plan)/i,
    calls: () => [["list_schedules", {}]],
    say: (_, found) => lists("Scheduled", "Nothing is scheduled.")(found),
  },
  {
    when: "Delete the reminder about the roofer | Cancel the Monday report | remove that schedule | stop reminding me about the van",
    mark: /\b(?:remind|schedule|report)/i,
    bonus: 0.05,
    limit: "I can't delete a schedule by its name. You can, under Schedules.",
  },
  {
    when: "Remember that the roof hatch key is with Tom | Note: Hollis does not work weekends | Make a note that the code has changed | keep in mind that she prefers e-mail",
    bonus: 0.3,
    play: (scene) => (plan.noteIn(scene.words) === "" ? null : plan.noted(scene)),
  },
  {
    when: "What's on my calendar today? | What's on Priya's calendar tomorrow? | Which appointments are there this week? | Am I free on Thursday afternoon? | Is Marcus busy tomorrow morning? | do I have anything on Friday | what is on tomorrow | does anyone have a showing on Thursday | what time is Priya's showing tomorrow",
    mark: /^(?!(?:please )?(?:schedule|put|book|create|add|set|arrange)\b).*\b(?:calendar|appointments?|free|busy|available|agenda|meetings?|what(?:.s| is) on|anything on|do i have|(?:what time|when|which|any|anyone|anybody)\b.*\b(?:showings?|inspections?|walk-?throughs?))\b/i,
    calls: (scene) => [["list_events", { ...daysIn(scene.words, scene.local), calendar: calendarOf(scene) }]],
    say: (scene, found) => {
      const whose = calendarOf(scene);
      const which =
        whose === "" ? "the calendars" : whose === scene.speaker ? "your calendar" : `${whose}'s calendar`;
      const on = `on ${which}, ${shownDays(daysIn(scene.words, scene.local))}`;
      return bullets(upper(on), listIn(found), `There's nothing ${on}.`);
    },
  },
  {
    when: "When is everyone free for an hour? | Find a time next week when we are all free | When could Priya and Marcus meet? | When are we free tomorrow for half an hour?",
    mark: /\b(?:(?:everyone|we|all)\b.*\b(?:free|available)|meet|find (?:a |some )?(?:time|slot))\b/i,
    bonus: 0.1,
    calls: (scene) => [
      ["list_events", { ...daysIn(scene.words, scene.local), freeFor: minutesIn(scene.words) }],
    ],
    say: (scene, found) => {
      const days = shownDays(daysIn(scene.words, scene.local));
      const free = rowsOf(record(found?.data)["free"], ["from"]);
      const times = free.map((row) => `${shownTime(field(row, "from"))} to ${shownTime(field(row, "to"))}`);
      const closed = record(found?.data)["closed"];
      const why = Array.isArray(closed) ? closed.map((line) => ` ${String(line)}.`).join("") : "";
      return bullets(
        `Free in all the calendars I can see, ${days}`,
        times.slice(0, 8),
        `No time is free in all the calendars I can see, ${days}.${why}`,
      );
    },
  },
  {
    when: "Find the lease of Maria Lopez | Find the lease of Gregory Stahl in Drive | Search Google Drive for the snow plan | What does the move-out checklist say? | Open the house rules PDF | Is there a document about the elevator contract in Drive? | Which files in Drive are about 930 Millrace?",
    mark: /\bdrive\b|\b(?:find|open|show|read)\b.*\b(?:lease|pdf|checklist|agreement)\b|\bchecklist say|\brules pdf\b/i,
    bonus: 0.15,
    play: inDrive,
  },
  {
    when: "What do two-bedrooms rent for in Lawrenceville? | Look up online what the deposit rules in Pennsylvania are | Search the web for rents in Bloomfield | Google how to winterize a vacant apartment | How do I make a recurring task in ClickUp? | what's the market rent in Bloomfield right now",
    mark: /\b(?:online|web|internet|google|market|rents? for|clickup|pennsylvania|winteri[sz]e)\b/i,
    bonus: 0.1,
    calls: ({ words }) => [["research_web", { question: words }]],
    say: (_, found) => webAnswer(found),
  },
  {
    when: "Schedule a showing with Nadia on Tuesday at 3pm | Put an inspection in the calendar for Friday | Book an appointment with the roofer | create a calendar event",
    mark: /\b(?:schedule|put|book|create|add|set up|arrange)\b/i,
    play: (scene) => plan.booked(scene, calendarOf(scene)),
  },
  {
    when: "Save +1 412 555 0188 as Nora Quist | Add a contact for Nora Quist, 412 555 0188",
    mark: /\b(?:save|add|contact)\b.*\d{4}/i,
    bonus: 0.3,
    limit:
      "I can't add a contact by itself, but text a new number and I'll propose contact and text together.",
  },
  {
    when: "What did you do without asking? | What have you sent on your own? | What did you do yesterday?",
    mark: /\bwhat (?:did|have) you (?:do|done|sent?)\b/i,
    bonus: 0.3,
    calls: ({ words }) => [["list_own_acts", { unasked: /without asking|on your own/i.test(words) }]],
    say: (_, found) => {
      const inside = record(found?.data)["insideUnasked"];
      const lines = [...listIn(found), ...(Array.isArray(inside) ? inside.map(asText) : [])];
      return bullets("What I did", lines.slice(0, 12), "In the last seven days, nothing.");
    },
  },
  {
    when: "Why did you send that? | Why was that sent?",
    mark: /^why\b.*\b(?:send|sent)\b/i,
    bonus: 0.3,
    calls: () => [["list_own_acts", { where: "this_conversation" }]],
    say: (_, found) => lists("From here I sent", "Nothing was sent from this chat.")(found),
  },
  {
    when: "What did this cost, and for what? | What did this cost? | what does this cost | how much did you cost me this month | how expensive are you | what do you charge",
    mark: /\bcosts?\b(?!.*\b(?:repair|plumb\w*|roof|fix|part|valve)\b)|\b(?:expensive|pricing|you charge)\b/i,
    bonus: 0.3,
    calls: () => [
      ["list_own_acts", { where: "this_conversation" }],
      ["get_usage", {}],
    ],
    say: (_, found, usage) => {
      const costs = rowsOf(record(found?.data)["costByConversation"], ["usd"]);
      const told = costs.map((row) => `${field(row, "conversation")}: $${Number(row["usd"]).toFixed(4)}`);
      const { spentUsd, budgetUsd } = record(usage?.data);
      const month =
        spentUsd === undefined
          ? ""
          : ` This month: $${Number(spentUsd).toFixed(2)} of the budget of $${Number(budgetUsd).toFixed(2)}, day by day under [Settings → Usage](/settings/usage).`;
      return `${bullets("This chat's model calls, as they would be charged", told, "This chat has cost nothing yet.")}\n\nIn this demo nobody pays: a script answers. With your own key, Anthropic charges you for the model's tokens.${month}`;
    },
  },
  {
    when: "Undo the last thing | Undo that | Take that back",
    mark: /^(?:please )?(?:undo|take (?:that|it) back)\b/i,
    bonus: 0.3,
    calls: () => [["undo_own_act", {}]],
    say: (_, found) => {
      const { status, what, now, why } = record(found?.data);
      if (what === undefined) return "There's nothing of mine to undo in this chat.";
      return status === "undone" ? `Done: ${asText(now)}.` : `I can't take that back. ${asText(why)}`;
    },
  },
  {
    when: "How do I invite a client to see a project? | how can I change the time zone | where do I find the export | how do I set up a form",
    mark: /^(?:how|where) (?:do|can|would|should) I\b/i,
    bonus: 0.1,
    play: ({ words, embed }) => inManual(words, embed),
  },
  ...APP_PAGES.map(({ say, ...page }): Row => ({ ...page, bonus: 0.15, say: () => say })),
  {
    when: "We never promise times by text. | Don't ever text residents after 8pm | From now on always sign texts with our number | Always ask me before you email an owner | Texts to Maria go past Dana. | Nothing above $1,000 without the owner. | Never promise a price by e-mail",
    mark: /^(?:please |from now on,? )*(?:we (?:never|don['’]t|always)\b|never\b|always\b|don['’]t ever\b|nothing above\b)|\bgo(?:es)? past \p{Lu}/iu,
    bonus: 0.3,
    play: ({ words }) => {
      const rule = houseRuleIn(words);
      return act(`Here's the rule as I would check it: “${rule.sentence}”`, ["propose_house_rule", rule]);
    },
  },
  {
    when: "Mark Lakeview Dental as quoted. | Move Little Oaks to bound",
    mark: /^(?:please )?(?:mark|move|set|put) .+ (?:as|to|in|into) (?:new lead|lead|application received|submission|quote pitched|quoted|bound|intake|closed (?:won|lost))\b/i,
    bonus: 0.5,
    play: ({ words }) => {
      const [, account = "", stage = ""] =
        /^(?:please )?\w+ (.+) (?:as|to|in|into) (.+?)\W*$/i.exec(words) ?? [];
      return accountMoved(account, upper(stage));
    },
  },
  {
    when: "thanks! | thank you, great | perfect | ok | awesome | gracias",
    mark: /^(?:\W*(?:thanks?|thank you|thx|great|perfect|ok(?:ay)?|awesome|good|gracias|cool|nice|very|so|much|a lot|job)\b)+\W*$/i,
    say: () => "You're welcome.",
  },
  {
    when: "hi there | good morning | hello | hey",
    mark: /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|hola|buen[oa]s)\b.{0,25}$/i,
    say: ({ speaker }) =>
      `Hello${speaker === null ? "" : `, ${firstName(speaker)}`}. ${WHAT_I_AM} Ask me “What can you do?” for examples.`,
  },
  {
    when: "What can you do? | help | how does this work? | who are you? | What can you do, and what do you ask first?",
    mark: /\b(?:you|help|this)\b/i,
    say: ({ company }) =>
      `${WHAT_I_AM} I look things up and draft; nothing leaves the company before one of you approves it, and I ask when I can't tell whom you mean. ${bullets("Try one of these", suggestionsAt(company), "")}`,
  },
  {
    when: "Approve the draft | Send it now | yes, send it | go ahead and send that | approve all",
    mark: /\bapprove\b|\bsend (?:it|that|them|those|now|the draft)\b/i,
    limit: "I can't approve anything: that's for one of you. Use the card above, or open Approvals.",
  },
  {
    when: "Call Maria | Ring Walt for me | give John a call | phone the plumber",
    mark: /^(?:please )?(?:call|ring|phone)\b|\ba (?:call|ring)\b/i,
    bonus: 0.1,
    limit: "I can't make phone calls, but I can draft a text.",
  },
  {
    when: "Can you answer the phone? | take our calls | pick up when someone calls",
    mark: /\b(?:answer|take|pick up|handle)\b.*\b(?:phone|calls?)\b|\bpick up when\b/i,
    bonus: 0.4,
    play: unlessWish(
      "Steward can't take or make phone calls. It reads their summaries where your phone system writes them, and drafts texts about them.",
    ),
  },
  {
    when: "Create tasks from John's e-mail | Make tasks from Maria's mail | create Jira tasks from John's proposal email",
    mark: /\btasks? (?:from|out of)\b/i,
    bonus: 0.4,
    play: mailTasksWanted,
  },
  {
    when: "Create a task to fix the gate | Add a to-do for Marcus | open a ticket for the gate | create a work order",
    mark: /\b(?:task|to-?do|ticket|work order)/i,
    bonus: 0.2,
    play: (scene) => taskWanted(scene, () => offer(scene, NO_TASKS)),
  },
  {
    when: "Create an issue on GitHub that the quote form loses the ZIP code | Report a bug on GitHub: the claims page is slow | file an issue for the website on GitHub",
    mark: /\bgithub\b/i,
    bonus: 0.3,
    play: githubIssueWanted,
  },
  {
    when: "Create an issue in Jira to ask Pier 9 for the invoice | Add a ticket in Jira: call the adjuster | open an issue in Jira for the license",
    mark: /\bjira\b/i,
    bonus: 0.3,
    play: jiraIssueWanted,
  },
  {
    when: "Which issues are open in Jira? | Show the open tickets in Jira | what is open in Jira | list the Jira issues",
    mark: /\bjira\b/i,
    bonus: 0.2,
    calls: () => [["search_jira", { open: true }]],
    say: openIssues("in Jira", "key"),
  },
  {
    when: "Which issues are open on GitHub? | Show the open bugs on GitHub | what is open on GitHub | list the GitHub issues",
    mark: /\bgithub\b/i,
    bonus: 0.2,
    calls: () => [["search_github_issues", { state: "open" }]],
    say: openIssues("on GitHub", "issue"),
  },
  {
    when: "Which tasks are open? | Show Tom's tasks | What tasks are overdue? | list the tasks | what is on our task list",
    mark: /\btasks?\b/i,
    bonus: 0.1,
    calls: (scene) => [["get_tasks", filterIn(scene)]],
    say: (_, found = null) =>
      bullets("Tasks, the next due first", taskLines(found).slice(0, 12), "There are no such tasks."),
  },
  {
    when: "Post in #maintenance that the part is here | What's new in #general? | Which Slack channels are there? | Tell #leasing that 3A is ready | read #maintenance in Slack",
    mark: /#[a-z][\w-]*|\bslack\b/i,
    bonus: 0.4,
    play: slackWanted,
  },
  SERVER_ROW,
  {
    when: "Delete all contacts | remove Maria from the contacts | pay the invoice from Threshold | transfer the deposit | change the rent of 3B | evict the tenant | cancel the showing on Friday | move my 3pm to 4pm",
    mark: /\b(?:delete|remove|erase|cancel|move|pay|transfer|refund|change|raise|lower|evict|sign|buy|order)\b/i,
    limit: "I can't do that, and I wouldn't without one of you deciding.",
  },
  {
    when: "Book a table at a nice Italian place for two | Reserve a hotel room | Get me an Uber | Order lunch for the office | Log into the carrier's portal and download the quote | Fill in the form on their website",
    mark: /\b(?:book|reserve|order|get me)\b.*\b(?:table|restaurant|hotel|room|uber|taxi|cab|flight|ticket|lunch|dinner|pizza|flowers)\b|\b(?:log|sign) ?in(?:to)?\b|\b(?:portal|website|web ?page)\b/i,
    bonus: 0.3,
    play: unlessWish(
      "I can't order, book or sign in anywhere: I only work with what your team connected. I can draft a text or an e-mail to whoever should do it, or remind you.",
    ),
  },
  {
    when: "Make an invoice | Sign the lease for me | Translate this into German | Print the checklist | Transcribe this",
    mark: /^(?!(?:please )?pay\b).*\b(?:invoice|translate|print|transcribe|in (?:german|french|italian|chinese|portuguese|russian)|auf deutsch)\b/i,
    bonus: 0.1,
    play: unlessWish(
      "That's beyond the demo's script: it writes no documents and translates nothing. With a model key, Steward drafts it for you to approve.",
    ),
  },
  {
    when: "What's the weather tomorrow? | How tall is the Eiffel Tower? | Tell me a joke | Write a poem about rent | Book me a flight to Denver | Who won the game? | What's 17.5% of 2,340? | translate this into French",
    limit: `${WHAT_I_AM} That one is beyond me.`,
  },
];

/** The help page that is nearest; null if none is near. */
function inManual(words: string, embed: Embed): Play | null {
  const [best] = nearest(words, MANUAL, embed);
  if (best === undefined || best.score < 0.45) return null;
  return said(
    `I can't do that for you, but the manual says how: [${best.row.title}](/help/${best.row.page}).`,
  );
}

// oxlint-disable-next-line require-yield -- a play is a generator, and this one calls no tool
function* said(text: string): Play {
  return text;
}

/** A row's play; null if the request lacks required details. */
export function playOf(row: Row, scene: Scene): Play | null {
  if (row.limit !== undefined) return offer(scene, row.limit);
  return row.play === undefined ? told(row, scene) : row.play(scene);
}

function* told({ calls = () => [], say = () => "" }: Row, scene: Scene): Play {
  return say(scene, ...(yield* look("", ...calls(scene))));
}

/** The person a question is about. */
function whoIn(said: string): string {
  const words = inEnglish(said).replace(WHEN, " ");
  const isTelling = (word: string): boolean =>
    keywords(word).length > 0 &&
    !/^(?:tenants?|residents?|people|use|have|hire|guy|person|usually|normally|always|typically|mostly|main)$/i.test(
      word,
    );
  return (
    (words.match(/[\p{L}\p{M}\p{N}'’#.+-]+/gu) ?? [])
      .filter(isTelling)
      .join(" ")
      .replace(/['’]s\b|[.]+$/g, "") || words
  );
}

const WHEN =
  /\b(?:(?:this|yesterday|tomorrow|last) )?(?:morning|afternoon|evening|night|week)\b|\b(?:today|yesterday|just now|earlier|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/gi;

/** The person the words name; “his number” refers to the person in the last answer. */
function* whoIs(scene: Scene): Play {
  const asked = whoIn(scene.words);
  const isOfLast = keywords(asked).length === 0 || /\b(?:his|her|their)\b/i.test(scene.words);
  const who = isOfLast ? yield* behind(scene) : asked;
  if (who === "")
    return "I can't tell who that is: the last answer names no one person. Say the name, please.";
  const [found] = yield* look("", ["search_contacts", { query: who, limit: 25 }]);
  return cards(who, contactsIn(found));
}

/** Contact cards with role and contact details. */
function cards(who: string, found: readonly Contact[]): string {
  const lines = meant(who, found).map(({ name, about, number, address }) =>
    [about === "" ? name : `${name} (${about})`, number, address].filter(Boolean).join(", "),
  );
  return lines.length === 1
    ? `${lines[0] ?? ""}.`
    : bullets(`${lines.length} people match “${who}”`, lines, noMatch(who));
}

function webAnswer(found: Result | null = null): string {
  const { answer = "", pages } = record(found?.data);
  const lines = rowsOf(pages, ["url"]).map(
    (row) => `[${String(row["mark"])}] ${field(row, "title")} ${field(row, "url")}`,
  );
  return [String(answer), bullets("From", lines, "")].filter(Boolean).join("\n\n");
}

function mailQuery(words: string): string {
  const lately = /\b(?:today|week)\b/i.test(words) ? " newer_than:7d" : "";
  const from = first(/\b(?:from|by|of) (.+?)(?: (?:this week|today|lately))?[?.!]*$/i, words);
  return (from === "" ? keywords(words).join(" ") || "in:inbox" : `from:(${from})`) + lately;
}

/** The requested day; yesterday by default. */
function dayTold(words: string, local: string): Days {
  const days = daysIn(words, local, addDays(local, -1));
  return /\bsince\b/i.test(words) ? { ...days, to: local.slice(0, 10) } : days;
}

function notesOf(day: string, files: Result | null | undefined): string[] {
  return linesIn(files).flatMap(({ path, text }) => (path.includes(day) ? [text] : []));
}

/** The requested calendar: "my" is the speaker's, "Priya's" hers, else everyone's. */
function calendarOf({ words, speaker }: Scene): string {
  if (/\b(?:my|am i|do i|i have)\b/i.test(words)) return speaker ?? "";
  const whose =
    first(
      /\b(\p{L}{3,})(?=['’]s (?:calendar|day|week|schedule|showings?|appointments?|inspections?|meetings?))/iu,
      words,
    ) ||
    // "priyas calendar", but "marcus calendar".
    first(
      /\b(\p{L}{2,}?[aoynmrl])(?=s (?:calendar|showings?|appointments?|inspections?|meetings?))/iu,
      words,
    ) ||
    first(/\b(?!the\b|my\b|our\b)(\p{L}{2,}s)(?= calendar)/iu, words);
  return titled(whose) || first(/\b(\p{Lu}\p{L}+)(?= (?:free|busy|available))/u, words);
}

function minutesIn(words: string): number {
  const [, count = "1", unit = "hour"] = /(\d+) ?(hours?|minutes?|mins?)\b/i.exec(words) ?? [];
  return /\bhalf an hour\b/i.test(words) ? 30 : Number(count) * (/^m/i.test(unit) ? 1 : 60);
}
