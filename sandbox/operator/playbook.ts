/**
 * The playbook for colleagues' requests. To add a domain, add rows: of those whose words cover a whole wish, the first is played. A row's
 * examples are its vocabulary; `takes` says what else of a wish it uses.
 */
import { accountAsked, BIGGEST, biggest, byStage, followedUp, renewals, whoIsDue } from "./attached.ts";
import { inDrive } from "./drive.ts";
import { ISSUE_ROWS } from "./issues.ts";
import { act, lastCall, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import * as find from "./finding.ts";
import type { Meant } from "./nearest.ts";
import { offer, suggestionsAt, WHAT_I_AM } from "./offers.ts";
import { mailTasksWanted } from "./mail-tasks.ts";
import { behind, firstName, meant, noMatch, titled } from "./people.ts";
import { PAGES } from "./app-pages.ts";
import * as plan from "./planning.ts";
import { projectsAsked } from "./project-questions.ts";
import { rentAsked } from "./rent.ts";
import {
  bullets,
  contactsIn,
  failureOf,
  field,
  linesIn,
  listIn,
  rowsOf,
  short,
  type Contact,
} from "./results.ts";
import * as send from "./sending.ts";
import { addDays, daysIn, keywords, shownDays, shownTime, speaksOf, type Days } from "./slots.ts";
import { SERVER_ROW } from "./servers.ts";
import { tasksAsked, taskWanted } from "./tasks.ts";
import { asText, first, record, type Result } from "./transcript.ts";
import { contentOf, TIMES, unsure, unusedIn } from "./understood.ts";
import { isMoment, isToSomeone, upper, wishIn } from "./words.ts";

/** A row: its examples, calls and answer; a `play` for anything more complex. */
export interface Row extends Meant {
  /** The words that ask for it. */
  readonly mark: RegExp;
  /**
   * What it uses beside its examples' words: days and times; the rest of the wish, as what it looks for or takes apart; a text for others,
   * which it writes down; or all of it, kept as it was said.
   */
  readonly takes?: "days" | "rest" | "text" | "all";
  /** Further words of the wish that it uses. */
  readonly uses?: (scene: Scene) => string;
  /** Called in parallel. */
  readonly calls?: (scene: Scene) => readonly Wanted[];
  readonly say?: (scene: Scene, ...found: readonly (Result | null)[]) => string;
  /** Null, at once or later, if the request lacks required details. */
  readonly play?: (scene: Scene) => Play<string | null> | null;
  /** Something the demo can't do, and who can. */
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
  if (wish === null || !isToSomeone(wish)) return null;
  return wish.isForAll
    ? offer(scene, "I can't write to everyone at once, but I can write to those who live at one building.")
    : send.send(scene, wish);
}

function replies(scene: Scene): Play | null {
  const [more = ""] =
    /\s(?:about|saying|that|and|with|telling|in)\s.+$/i.exec(send.replyTo(scene.words)) ?? [];
  if (more !== "") return unsure(scene, scene.words.replace(more, ""), [more.trim()]);
  return send.replyTo(scene.words) === "" ? null : send.reply(scene);
}

/** Changes the last draft, calendar entry or schedule; null without one. */
function changes(scene: Scene): Play | null {
  const changed = isMoment(scene.words) ? plan.changedEvent(scene) : null;
  const again = changed ?? plan.changedPlan(scene);
  if (again !== null) return again;
  if (lastCall(scene, "create_task", "send_message", "send_email")?.tool === "create_task")
    return offer(
      scene,
      "I can't change a task's card. _Edit_ on the card above changes its title, day and people before you approve it.",
    );
  if (send.lastDrafts(scene).length > 0) return send.rewrite(scene);
  const isOfWords = /\b(?:shorter|brief\w*|friendl\w+|warm\w*|nicer|formal|polite\w*)\b/i.test(scene.words);
  return isOfWords ? offer(scene, "There is no draft in this chat to change yet.") : null;
}

/** What the last call that changed or proposed something was for; null without one. */
function lastAct(scene: Scene): Play<string | null> | null {
  const last = lastCall(
    scene,
    "send_message",
    "send_email",
    "create_task",
    "create_event",
    "create_schedule",
    "append_file",
  );
  if (last === undefined) return null;
  const all = last.tool.startsWith("send_") ? send.lastDrafts(scene) : [last];
  const lines = all.map(({ input }) => {
    const what = asText(input["text"] ?? input["instruction"] ?? input["name"] ?? input["title"]).replace(
      /^- /,
      "",
    );
    const whom = [input["to"] ?? input["assignees"] ?? input["calendar"] ?? input["path"] ?? []]
      .flat()
      .map(String)
      .join(", ");
    const when = asText(input["at"] ?? input["due"] ?? input["start"]);
    return [`“${short(what, 300)}”`, whom && `for ${whom}`, when && shownTime(when)]
      .filter(Boolean)
      .join(", ");
  });
  return told({ ...LOOK_UP, say: () => bullets("The last here", lines, "") }, scene);
}

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

/** A note on an account, and what it says. */
const NOTE_ON =
  /^(?:please )?(?:(?:add|put|make|write|leave) )?(?:a |this )?note (?:to|for|on|in|at) (?:account )?([^:]{2,60}): (\S[^]*)$/i;

function* accountChanged(
  scene: Scene,
  said: string,
  change: Record<string, string>,
  done: string,
): Play<string | null> {
  const account = /^(?:it|that|this|them)$/i.test(said) ? yield* behind(scene) : said;
  if (account === "") return null;
  const [changed = null] = yield { say: "", calls: [["update_account", { account, ...change }]], acts: true };
  if (changed === null) return "I can't change accounts here.";
  const failure = failureOf(changed);
  return failure === null ? `${titled(account)} ${done}.` : `${titled(account)} stays as it is: ${failure}`;
}

/** The words in a question, or in a request to be told. */
const asking = (words: RegExp): RegExp =>
  new RegExp(
    `^(?=${"(?:please )?(?:what|which|where|when|who|how|do|does|did|is|are|was|were|has|have|any|show|list|find|check|tell me|(?:give|get|send) (?:me|us)|look up|search|brief|catch)"}|[^]*\\?\\s*$)[^]*(?:${words.source})`,
    "i",
  );

const hasAccounts = (scene: Scene): boolean => scene.callFor("find_accounts", {}) !== null;

/** Any other question. */
export const LOOK_UP: Row = {
  when: "What did Gregory say about the carpet? | When did Eleanor mention the handrail? | What did they ask for? | What do we know about the boiler? | What's new? | What's up with? | Summarize the thread with Eleanor | our policy | Has anyone complained? | what did he want again | give me the latest | what happened with him | history",
  mark: /^(?:what|which|where|when|who|how|do|does|did|is|are|was|were|has|have|had|any|show|find|tell me|give me|look up|list|summari[sz]e)\b|\?\s*$/i,
  takes: "rest",
  play: answers,
};

export const PLAYBOOK: readonly Row[] = [
  {
    when: "We never promise times by text. | Don't ever text residents after 8pm | Texts to Maria go past Dana. | Nothing above $1,000 without the owner.",
    mark: /^(?:please |from now on,? )*(?:we (?:never|don['’]t|always)\b|never\b(?! ?mind)|always\b|don['’]?t ever\b|nothing above\b)|\bgo(?:es)? past \p{Lu}/iu,
    takes: "all",
    play: ({ words }) => {
      const rule = houseRuleIn(words);
      return act(`Here's the rule as I would check it: “${rule.sentence}”`, ["propose_house_rule", rule]);
    },
  },
  {
    when: "Add a note to Lakeview Dental: they want the quote by Friday | note for Little Oaks: a new driver starts",
    mark: NOTE_ON,
    takes: "rest",
    play: (scene) => {
      const [, account = "", addNote = ""] = NOTE_ON.exec(scene.words) ?? [];
      return hasAccounts(scene)
        ? accountChanged(scene, account, { addNote: upper(addNote) }, "has the note")
        : null;
    },
  },
  {
    when: "Remember that the roof hatch key is with Tom | Note: Hollis does not work weekends",
    mark: /\b(?:remember|note|write down|jot down|mind|forget)\b/i,
    takes: "all",
    play: (scene) => (plan.noteIn(scene.words) === "" ? null : plan.noted(scene)),
  },
  {
    when: "Remind me tomorrow at 8 to call the roofer | Every Monday at 9, list the open repairs. | Schedule a weekly summary on Mondays",
    mark: /\b(?:remind(?:er)?|every|each|weekly|daily)\b/i,
    takes: "all",
    play: (scene) => (plan.isPlan(scene.words) ? plan.planned(scene) : null),
  },
  SERVER_ROW,
  {
    when: "Text Rosa in Spanish that | Send Rosa a message in Spanish",
    mark: /^(?:text|tell|e-?mail|write|send|message|let|ask)\b(?!.*["“«]).*\bin (?:spanish|german|french|chinese|portuguese|italian)\b/i,
    takes: "all",
    play: (scene) =>
      offer(
        scene,
        "I can't translate. Say the words yourself, in quotes: Text Rosa “El plomero viene mañana”.",
      ),
  },
  {
    when: "What did I just tell you? | who gets this? | who is it for | who is it assigned to | what did you just do | what was that? | what does it say | when is that | where did you save it",
    mark: /^(?:what|who|when|where)\b.*\b(?:just|this|that|it)\b/i,
    play: lastAct,
  },
  {
    when: "Create tasks from John's e-mail | create Jira tasks from John's proposal email",
    mark: /\btasks? (?:from|out of)\b/i,
    takes: "rest",
    play: mailTasksWanted,
  },
  {
    when: "Text Maria Lopez that the plumber comes at 9 | Tell everyone at Wren Court that the snow crew comes | Email Harold that his statement is ready | Dile a Rosa que llegó su paquete",
    mark: /\S/,
    takes: "text",
    play: sends,
  },
  {
    when: "Draft a reply to Maria Lopez | Reply to Harold Finch's e-mail",
    mark: /^(?!(?:did|do|does|has|have|is|are|was|who|what|when|any)\b).*\b(?:reply|response|answer|respond|write back)\b/i,
    takes: "rest",
    play: replies,
  },
  {
    when: "make it friendlier | shorter | say 10 instead of 9 | make that 4 | not Monday but Tuesday | add that he should ring the bell | no, tomorrow",
    mark: /^(?:(?:please|no|nope|ok|actually|stop|wait|sorry|now|not quite|can you)[,.!]* )*(?:(?:(?:a (?:bit|little)|much|even|make (?:it|that|them)|you|more|less)\b ?)*(?:shorter|stiff|harsh|human|brief\w*|friendl\w+|warm\w*|nicer|kinder|softer|formal|casual|polite\w*|professional)\b(?! (?:me|us)\b)|.*\b(?:instead|rather than)\b|not \S+(?: \S+)? but\b|.{1,40}, not \S+|\S+ not \S+$|(?:make|change|move|set) (?:it|that|(?:the )?(?:due|day|date|time|title))\b|(?:replace|change) .+ (?:to|with|by)\b|say\b|add (?:that|also)\b|mention\b|include\b|apologi[sz]e\b|it['’]s \S+, not\b)/i,
    takes: "rest",
    play: (scene) => (wishIn(scene.words) === null ? changes(scene) : null),
  },
  {
    when: "and also to José | y también a Rosa | the same to Walt",
    mark: /^(?:and|y|also|tambi[eé]n|(?:the )?same)\b.*\b(?:to|a|for|al)\b/i,
    takes: "rest",
    play: send.alsoTo,
  },
  {
    when: "at 10 instead | no, tomorrow | on Friday | mejor el martes",
    mark: /\d|day\b|tomorrow|tonight|noon|\b(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|ma[nñ]ana|hoy)\b/i,
    takes: "rest",
    play: (scene) => (isMoment(scene.words) ? changes(scene) : null),
  },
  {
    when: "no, the other Maria | I meant Maria Lindqvist | not her, the other one | wrong person, I mean James Otieno",
    mark: /\b(?:the other|i meant?|wrong)\b|^(?:no|not)\b/i,
    takes: "rest",
    play: (scene) => (send.lastDrafts(scene).length > 0 ? send.redirect(scene) : null),
  },
  {
    when: "wait no ok please actually cancel that | never mind | forget it | forget the bit about that | don't send it | undo that | stop | scratch that | withdraw the draft | no, leave it | take that back | delete that last draft | undo the last thing | discard it",
    mark: /\b(?:cancel|never ?mind|forget|don['’]?t send|undo|stop|scratch|withdraw|discard|delete (?:it|that|the)\b.*\bdraft|leave it|take (?:it|that) back)\b/i,
    play: send.cancelLast,
  },
  {
    when: "How do I invite a client to see a project? | where do I find the export",
    mark: /^(?:how|where|can) (?:do I|can I|would I|should I|I)\b/i,
    takes: "all",
    play: inHelp,
  },
  ...PAGES.map(([when, mark, limit, takes]): Row => ({
    when,
    mark,
    limit,
    ...(takes === undefined ? {} : { takes }),
  })),
  {
    when: "What did you do without asking? | What have you sent on your own? | What did you do yesterday?",
    mark: /\bwhat (?:did|have) you (?:do|done|sent?)\b/i,
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
    calls: () => [["list_own_acts", { where: "this_conversation" }]],
    say: (_, found) => lists("From here I sent", "Nothing was sent from this chat.")(found),
  },
  {
    when: "What did this cost, and for what? | What does this cost? | how much do you charge us a month | how expensive is it | pricing | how much have I spent on you",
    mark: /\bcosts?\b|\bspen[dt]\b.*\byou\b|\b(?:expensive|pricing|you charge)\b/i,
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
    when: "What's waiting for approval? | Which drafts are waiting? | show the pending approvals | what waits for a decision?",
    mark: asking(/\b(?:approvals?|drafts?|pending|decisions?|wait(?:s|ing))\b/i),
    calls: () => [["list_approvals", {}]],
    say: (_, found) => lists("Waiting for approval", "Nothing is waiting for approval.")(found),
  },
  {
    when: "What is unanswered? | What do I need to answer? | which texts have not been answered | who is waiting for us | what needs my attention? | anything urgent? | who do I owe a reply | who should I get back to",
    mark: asking(
      /\b(?:answer\w*|unanswered|repl(?:y|ied)|(?:get|write) back|waiting for (?:us|me)|attention|urgent)\b/i,
    ),
    calls: () => [["list_inbox", { unanswered: true }]],
    say: (_, found) => lists("Not answered yet", "Everything is answered.")(found),
  },
  {
    when: "What's new? | what came in overnight | anything new | Summarize yesterday | What happened yesterday? | Summarise my morning | Recap of the day | catch me up | What came in since yesterday? | what's new today",
    mark: /^(?:summ|what|recap|catch|brief|anything)/i,
    takes: "days",
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
    when: "Did anybody text about heat today? | who complained about noise | who asked for a parking permit this week | has anyone written about a leak",
    mark: /^(?:did|has|have|who|which)\b.*\b(?:about|for|of)\b/i,
    takes: "rest",
    play: (scene) => find.whoWrote(scene),
  },
  {
    when: "Do we have any new leads? | which inquiries came in this week | new applications | who is interested in an apartment",
    mark: asking(/\b(?:leads|inquir\w+|applications|interested)\b/),
    takes: "days",
    calls: () => [
      ["search_emails", { query: "{interested inquiry requesting application} newer_than:7d", limit: 12 }],
    ],
    say: (_, found) =>
      lists(
        "E-mails of the last 7 days that ask for something to rent, or apply",
        "In the last 7 days, no e-mail asked for something to rent.",
      )(found),
  },
  {
    when: "Any open repairs at 214 Birch? | Which repairs are still open? | What is broken at Cedar Hollow?",
    mark: asking(/\b(?:repairs?|broken|work orders?)\b/i),
    takes: "rest",
    play: find.repairs,
  },
  {
    when: "Who's on call tonight? | Who is on duty this weekend? | who has the emergency phone",
    mark: asking(/\b(?:on.call|duty|emergency)\b/i),
    takes: "days",
    calls: () => [["list_team", {}]],
    say: (_, found = null) =>
      bullets(
        "On call, by the hours set",
        rowsOf(found?.data)
          .filter((row) => field(row, "onCall") !== "")
          .map((row) => `${field(row, "name")}: ${field(row, "onCall")}`),
        "No one is set to be on call. An admin sets it under [Settings → On call](/settings/on-call).",
      ),
  },
  {
    when: "What is scheduled? | List my reminders | what have you got scheduled | show the schedules",
    mark: asking(/\b(?:schedul|remind)/i),
    calls: () => [["list_schedules", {}]],
    say: (_, found) => lists("Scheduled", "Nothing is scheduled.")(found),
  },
  {
    when: "When is everyone free for an hour? | Find a time next week when we are all free | find me a free hour with Marcus | When are we free tomorrow for half an hour?",
    mark: /\b(?:everyone|we|all)\b.*\b(?:free|available)\b|\bfind (?:me |us )?(?:an? |some )?(?:free )?(?:time|slot|hour)\b/i,
    uses: ({ words }) => first(/\bwith (\p{Lu}\p{L}+)/u, words),
    takes: "days",
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
    when: "What's on my calendar today? | Which appointments are there this week? | Am I free on Thursday afternoon? | Is Marcus busy tomorrow morning? | check whether Thursday is free | what does my day look like | how is my day | do I have anything on Friday | show the agenda of all meetings | what's on my plate",
    mark: asking(
      /\b(?:calend[ae]r|appointments?|free|busy|available|agenda|meetings?|anything on|plate|my (?:day|week))\b/i,
    ),
    takes: "days",
    uses: calendarOf,
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
    when: "When is my next showing? | when is the next inspection with Priya | when do we meet next",
    mark: /^when\b.*\bnext\b/i,
    takes: "rest",
    play: nextEvent,
  },
  {
    when: "Create a task to fix the gate | make a to-do: call the roofer",
    mark: /\b(?:task|to-?do|ticket|work order)/i,
    takes: "text",
    play: taskWanted,
  },
  ...ISSUE_ROWS,
  {
    when: "Schedule a showing with Nadia on Tuesday at 3pm | Put an inspection in Priya's calendar for Friday | create a calendar event",
    mark: /^(?:schedule|put|book|create|add|set up|arrange)\b.*\b(?:calendar|showing|inspection|appointment|meeting|call|visit|event|walk-?through|viewing|review)\b/i,
    takes: "rest",
    play: (scene) => plan.booked(scene, calendarOf(scene)),
  },
  {
    when: "Mark Lakeview Dental as quoted. | Move Little Oaks to bound",
    mark: /^(?:please )?(?:mark|move|set|put) .+ (?:as|to|in|into) (?:new lead|lead|application received|submission|quote pitched|quoted|bound|intake|closed (?:won|lost))\W*$/i,
    takes: "rest",
    play: (scene) => {
      const [, account = "", stage = ""] =
        /^(?:please )?\w+ (.+) (?:as|to|in|into) (.+?)\W*$/i.exec(scene.words) ?? [];
      return accountChanged(scene, account, { stage: upper(stage) }, `is now in “${upper(stage)}”`);
    },
  },
  {
    when: "Who should we follow up with today? | who is due for a follow-up | who hasn't heard from us in a while | which clients need attention | which of my clients should I call today | which accounts haven't we talked to in a month",
    mark: asking(
      /\bfollow(?:ing)?[- ]?up\b|\bheard from us\b|\b(?:clients?|accounts?|customers?)\b.*\b(?:attention|talk|spoke|contact|touch|call)/i,
    ),
    takes: "days",
    play: (scene) => (scene.callFor("scan_followups", {}) === null ? null : whoIsDue()),
  },
  {
    when: "Draft a follow-up for Quiroz Landscaping | follow up with Dube Trucking",
    mark: /^(?:please )?(?:(?:draft|write|prepare|make|do) (?:a |an |the )?)?follow[- ]?up\b/i,
    takes: "rest",
    play: (scene) => (hasAccounts(scene) ? followedUp(scene) : null),
  },
  {
    when: "What's our biggest account? | top clients by premium | largest customers | who pays us most",
    mark: asking(BIGGEST),
    play: (scene) => (hasAccounts(scene) ? biggest(/\bsmallest\b/i.test(scene.words)) : null),
  },
  {
    when: "Any renewals coming up in the next 60 days? | which accounts renew next month | which policies renew soon | are due",
    mark: asking(/\brenew\w*\b/i),
    takes: "days",
    play: (scene) => (hasAccounts(scene) ? renewals(scene) : null),
  },
  {
    when: "How many accounts are in which stage? | how many clients do we have | how many leads are there",
    mark: /^how many\b.*\b(?:leads?|accounts?|clients?)\b/i,
    play: (scene) => (hasAccounts(scene) ? byStage() : null),
  },
  {
    when: "Which leases end soon? | whose lease runs out before the end of the year | expire in the next 60 days | What does the rent roll say about 4B? | Who is late with the rent this month? | who's behind on rent, and by how much | is Maria paid up | how much rent do we get from a building | who hasn't paid rent yet | who hasn't paid | who owes rent | how much rent does Maria pay a month | when does her lease end | what is her deposit",
    mark: asking(
      /\b(?:rents?|pays?|paid|leases?\b.*\b(?:ends?|run|running|expir\w*|up)|deposit|behind|owes?|owed)\b/i,
    ),
    takes: "rest",
    play: rentAsked,
  },
  {
    when: "Find the lease of Maria Lopez | Search Google Drive for the snow plan | What does the move-out checklist say? | Open the house rules PDF",
    mark: /\bdrive\b|\b(?:find|open|show|read|where(?:['’]s| is))\b.*\b(?:lease|pdf|checklist|agreement|meeting notes|minutes|budget|spreadsheet|document|vendor list|price list)\b|\bchecklist say|\brules pdf\b/i,
    takes: "rest",
    play: inDrive,
  },
  {
    when: "Search the e-mails for leaks | Any e-mails from Rhonda this week? | show the mail about the roof",
    mark: /^(?:any|search|show|find|is there|are there|which|list)\b.*\b(?:e?-?mails?|invoices?|bills?)\b/i,
    takes: "rest",
    calls: ({ words }) => [["search_emails", { query: mailQuery(words), limit: 8 }]],
    say: ({ words }, found) =>
      lists(`E-mails by “${mailQuery(words)}”`, `I found no e-mail by “${mailQuery(words)}”.`)(found),
  },
  {
    when: "Who lives at Wren Court? | how many applicants do we have | list the electricians | Who is Walt Ironside? | What's Maria's phone number? | which plumber do we usually use | ¿Quién es?",
    mark: /^(?:who(?:['’]s| is| are| lives?)|whose number|which \p{L}+ (?:do we|are|live)|who do we|look up|find|how many|list|show|any|do we have)\b[^,]*$|^(?!(?:can|do|could|may) (?:I|you|we)\b).*\b(?:phone|number|e-?mail address)\b|^what.*\be-?mail\W*$/iu,
    takes: "rest",
    play: (scene) => (keywords(whoIn(scene.words)).length <= 3 ? whoIs(scene) : null),
  },
  {
    when: "Which tasks are overdue? | which tasks are due | what is on Tom's list | how many open tasks do we have | what does Tom have to do this week | my to-dos | work orders",
    mark: asking(
      /\b(?:tasks?|to-?dos?|work orders?|\p{L}+['’]?s list)\b|^what (?:does|has) \p{L}+ (?:have|got)/u,
    ),
    takes: "rest",
    play: tasksAsked,
  },
  {
    when: "what's late, and who has it | what is blocking the basement | how does the renovation stand | status of the project | is it on time | is it on schedule | is it on track | what's due today in projects | when will it be done | who is working on it",
    mark: asking(
      /\b(?:tasks?|projects?|overdue|late|block\w*|stand|status|progress|on time|on schedule|on track|due|done|finish\w*|behind schedule|waiting on|working on)\b/i,
    ),
    takes: "rest",
    play: projectsAsked,
  },
  {
    when: "What's up with Dube Trucking? | what's going on with | what did we last talk about with | tell me about | Give me a quick rundown | brief me | what stage is it in | where do we stand | what is the next step | the latest | how much is the premium | who is the carrier | when does it renew | who handles it | the renewal date",
    mark: asking(
      /\b(?:up with|rundown|overview|brief me|catch me up on|stages?|next steps?|stand with|next (?:with|for)|latest|know about|going on|talk about|tell me about|premiums?|carriers?|renew\w*|polic\w+|handles?|looks after)\b/i,
    ),
    takes: "rest",
    play: (scene) => (hasAccounts(scene) ? accountAsked(scene) : null),
  },
  {
    when: "thanks! | thanks, that's all | thank you, great | perfect | ok | awesome | gracias",
    mark: /^(?:\W*(?:thanks?|thank you|thx|great|perfect|ok(?:ay)?|awesome|good|gracias|cool|nice|very|so|much|a lot|job|that['’]?s (?:all|it))\b)+\W*$/i,
    takes: "all",
    say: () => "You're welcome.",
  },
  {
    when: "hi there | good morning | hello | hey",
    mark: /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|hola|buen[oa]s)\b.{0,25}$/i,
    takes: "all",
    say: ({ speaker }) =>
      `Hello${speaker === null ? "" : `, ${firstName(speaker)}`}. ${WHAT_I_AM} Ask me “What can you do?” for examples.`,
  },
  {
    when: "What can you actually do? | help me please | how does this work? | what can I ask here | what can I do here | is this the real Steward or a demo | who are you? | What can you do, and what do you ask first? | ¿Qué puedes hacer? | what are you good for | are you a real AI, a bot or a human",
    mark: /\b(?:you|help|this|puedes)\b|^what can I (?:ask|say|do)\b/i,
    uses: ({ words }) => first(/\b(?:as an?|for (?:me|us|an?|our))\b(.*)$/i, words),
    say: ({ company }) =>
      `${WHAT_I_AM} I look things up and draft; nothing leaves the company before one of you approves it, and I ask when I can't tell whom you mean. ${bullets("Try one of these", suggestionsAt(company), "")}`,
  },
  {
    when: "Will you text people without asking me? | is my data safe with you | what happens after I approve",
    mark: /^(?!who\b).*\b(?:you|steward|approv\w*|drafts?|app|undo|notif\w*)\b|\bmy data\b/i,
    takes: "rest",
    play: inHelp,
  },
  LOOK_UP,
];

/** A row's play; null if the request lacks required details. */
export function playOf(row: Row, scene: Scene): Play<string | null> | null {
  const limit = scene.isPart === true ? `“${scene.words}”: ${row.limit ?? ""}` : row.limit;
  if (row.limit !== undefined) {
    const wish = wishIn(scene.words);
    return wish === null || !isToSomeone(wish) ? offer(scene, limit ?? "") : null;
  }
  return row.play === undefined ? told(row, scene) : row.play(scene);
}

function* told({ calls = () => [], say = () => "" }: Row, scene: Scene): Play {
  const wanted = calls(scene);
  return say(scene, ...(wanted.length === 0 ? [] : yield* look("", ...wanted)));
}

/** The line of the help pages that has most of a question's words; null if none has most of them. */
function* inHelp(scene: Scene): Play<string | null> {
  const asked = contentOf(scene.words).filter((word) => !/^(?:steward|app|why|how)\b/.test(word));
  if (asked.length === 0) return null;
  const [found = null] = yield { say: "", calls: [["search_help", { query: asked.join(" ") }]] };
  const lines = rowsOf(found?.data, ["link"]).flatMap((page) =>
    field(page, "text")
      .split("\n")
      .map((text) => text.replace(/^[-*#\s]+|\*\*|_/g, ""))
      .map((text) => ({
        page,
        text,
        count: asked.filter((word) => speaksOf(`${text} ${field(page, "title")}`, [word])).length,
      })),
  );
  const best = lines.toSorted((one, other) => other.count - one.count).find(({ text }) => text.length > 20);
  const isHow = /^(?:how|where|can) /i.test(scene.words);
  if (best === undefined || best.count * (isHow ? 2 : 3) < asked.length * (isHow ? 1 : 2)) return null;
  return `The help says, under [${field(best.page, "title")}](${field(best.page, "link")}): “${short(best.text, 400)}”`;
}

/** What is on record; of whom “her” is, by the last answer. */
function answers(scene: Scene): Play<string | null> | null {
  const isOfLast = /\b(?:he|she|they|him|her|them|his|their)\b/i.test(scene.words);
  const asked = unusedIn(contentOf(scene.words), TIMES, "time").length;
  if (asked === 0 && !isOfLast) return null;
  const isNamed = /(?<=\S\s)\p{Lu}/u.test(scene.words);
  return isOfLast && !isNamed && asked < 3 ? ofLast(scene) : find.answered(scene);
}

function* ofLast(scene: Scene): Play<string | null> {
  const who = yield* behind(scene);
  if (who === "" && unusedIn(contentOf(scene.words), TIMES).length > 1) return yield* find.answered(scene);
  if (who === "") throw new Stop(NO_ONE);
  return yield* find.answered({ ...scene, words: `${scene.words} ${who}` });
}

const NO_ONE = "I can't tell who that is: the last answer names no one person. Say the name, please.";

/** The person a question is about. */
function whoIn(words: string): string {
  const isTelling = (word: string): boolean =>
    keywords(word).length > 0 &&
    !/^(?:tenants?|residents?|people|use|there|work|usually|normally|always)$/i.test(word);
  const name = (words.match(/[\p{L}\p{M}\p{N}'’#.+-]+/gu) ?? [])
    .filter(isTelling)
    .join(" ")
    .replace(/['’]s\b|[.]+$/g, "");
  // “John Pruitts email”.
  return /s (?:phone|cell|number|e-?mail)\b/i.test(words) ? name.replace(/(?<=\p{L}{3})s$/u, "") : name;
}

const MOST_CARDS = 25;

/** The person the words name; “his number” refers to the person in the last answer. */
function* whoIs(scene: Scene): Play<string | null> {
  const asked = whoIn(scene.words);
  const isOfLast = asked === "" || /\b(?:his|her|their)\b/i.test(scene.words);
  const who = isOfLast ? yield* behind(scene) : asked;
  if (who === "") return NO_ONE;
  const [found] = yield* look("", ["search_contacts", { query: who, limit: MOST_CARDS }]);
  const isOther =
    (who === who.toLowerCase() || !IS_PERSON.test(scene.words)) && meant(who, contactsIn(found)).length === 0;
  return isOther ? null : cards(who, contactsIn(found));
}

const IS_PERSON = /^who(?:['’]s| is| are)\b|\b(?:number|phone|cell|e-?mail)\b/i;

/** Contact cards with role and contact details. */
function cards(who: string, found: readonly Contact[]): string {
  const lines = meant(who, found).map(({ name, about, number, address }) =>
    [about === "" ? name : `${name} (${about})`, number, address].filter(Boolean).join(", "),
  );
  return lines.length === 1
    ? `${lines[0] ?? ""}.`
    : bullets(
        `${lines.length}${lines.length >= MOST_CARDS ? " or more" : ""} people match “${who}”`,
        lines.slice(0, 12),
        noMatch(who),
      );
}

function mailQuery(words: string): string {
  const lately = /\b(?:today|week)\b/i.test(words) ? " newer_than:7d" : "";
  const from = first(/\b(?:from|by|of) (.+?)(?: (?:this week|today|lately))?[?.!]*$/i, words);
  const topic = contentOf(words).filter((word) => !/^(?:today|week|month)$/.test(word));
  return (
    (from === ""
      ? topic.map((word) => word.replace(/(?<=.{3})s$/, "")).join(" ") || "in:inbox"
      : `from:(${from})`) + lately
  );
}

/** The requested day; yesterday by default. */
function dayTold(words: string, local: string): Days {
  const days = daysIn(words, local, addDays(local, -1));
  return /\bsince\b/i.test(words) ? { ...days, to: local.slice(0, 10) } : days;
}

function notesOf(day: string, files: Result | null | undefined): string[] {
  return linesIn(files).flatMap(({ path, text }) => (path.includes(day) ? [text] : []));
}

/** The next calendar entries whose words have all of the question's; null if it names nothing. */
function* nextEvent(scene: Scene): Play<string | null> {
  const asked = contentOf(scene.words).filter((word) => !/^(?:next|meet)$/.test(word));
  const calendar = calendarOf(scene);
  if (asked.length === 0) return null;
  const [found] = yield* look("", [
    "list_events",
    { from: scene.local.slice(0, 10), to: addDays(scene.local, 30), calendar },
  ]);
  const lines = listIn(found).filter((line) => asked.every((word) => speaksOf(line, [word])));
  return bullets(
    "Next on the calendar",
    lines.slice(0, 3),
    `I found no ${asked.join(" ")} on the calendars in the next 30 days.`,
  );
}

/** The requested calendar: "my" is the speaker's, "Priya's" hers, else everyone's. */
function calendarOf({ words, speaker }: Scene): string {
  if (/\b(?:my|am i|do i|i have)\b/i.test(words)) return speaker ?? "";
  const whose = first(/\b(\p{L}{3,})(?=['’]s\b)/u, words.replace(/\bwhat['’]s\b/i, ""));
  return titled(whose) || first(/\b(\p{Lu}\p{L}+)(?= (?:free|busy|available))/u, words);
}

function minutesIn(words: string): number {
  const [, count = "1", unit = "hour"] = /(\d+) ?(hours?|minutes?|mins?)\b/i.exec(words) ?? [];
  return /\bhalf an hour\b/i.test(words) ? 30 : Number(count) * (/^m/i.test(unit) ? 1 : 60);
}
