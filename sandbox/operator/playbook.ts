/** The playbook for what colleagues ask. A new domain adds rows here; of two that are equally near the first is played. */
import * as told from "./answers.ts";
import { firstName } from "./drafting.ts";
import { isForGroup, message } from "./message.ts";
import { listed, person, queryFor } from "./people.ts";
import * as plan from "./planning.ts";
import type { Scene } from "./play.ts";
import { contactsIn, mailsIn, quotesIn, tableOf } from "./results.ts";
import { examples, inWords, row, slot, type Row } from "./row.ts";
import * as send from "./sending.ts";
import { bullets, quoted } from "./shown.ts";
import { chips, offer, WHAT_I_AM } from "./suggestions.ts";
import { addDays, shownMoment } from "./times.ts";
import { keywords, nameAsked, placeIn } from "./topics.ts";

/** What the files say; also for questions that nothing else is near to. */
export const FILES = row({
  when: "What do we know about the boiler at Cedar Hollow? | What's our policy on dogs? | Which buildings have an elevator? | Find what the files say about lockouts | How do we handle late rent? | who owns 87 Larkspur | what is the deposit",
  uses: ["searchFiles"],
  needs: { answer: slot(({ words }) => keywords(words).length > 0, told.inFiles) },
  say: ({ answer }) => answer,
});

export const PLAYBOOK: readonly Row[] = [
  row({
    when: "Text Maria Lopez that the plumber comes at 9 | Tell Walt that the part has arrived | Let John know his keys are ready | Message Eleanor: the light is fixed | Send Anneke a text saying we need her on Thursday | Send him a quick thank you for his help | Ask Walt if he can come on Friday | Thank Orson for coming so quickly | Remind José about the rent | Tell her Tom is on his way | Dile a Rosa que llegó su paquete | Avísale a José que el plomero viene mañana",
    uses: ["contacts", "sendText"],
    sign: 0.15,
    needs: { message: slot((scene) => send.asked(scene, "text"), message) },
    calls: ({ message: { to, ...words } }, scene) => to.flatMap((one) => send.textTo(one, words, scene)),
    intro: ({ message: { to, manner } }) => send.drafted(to, manner),
  }),
  row({
    when: "Tell all tenants at 214 Birch that the water is off tomorrow | Let everyone at Cedar Hollow know about the inspection on Friday | Text every resident of Wren Court that the snow crew comes | Avisa a todos los inquilinos de Birch que no hay agua",
    uses: ["contacts", "sendText"],
    sign: 0.2,
    needs: { message: slot(({ words }) => isForGroup(words), message) },
    calls: ({ message: { to, ...words } }, scene) => to.flatMap((one) => send.textTo(one, words, scene)),
    intro: ({ message: { to, place } }) =>
      `${to.length} residents at ${place ?? ""}: ${listed(to.map(({ name }) => name))}. Here's a draft for each of them; they'll go out once someone approves them.`,
  }),
  row({
    when: "Email Harold that his statement is ready | Send an e-mail to Judith saying the file is in the portal | Write Beatrix an email that the roof is done",
    uses: ["contacts", "sendMail"],
    sign: 0.15,
    needs: { message: slot((scene) => send.asked(scene, "mail"), message) },
    calls: ({ message: { to, ...words } }, scene) => to.flatMap((one) => send.mailTo(one, words, scene)),
    intro: ({ message: { to, manner } }) => send.drafted(to, manner),
  }),
  row({
    when: "Reply to Maria Lopez | Draft a reply to John Pruitt | Answer Anneke's text | write back to him",
    uses: ["contacts", "texts", "sendText"],
    sign: 0.2,
    needs: {
      to: slot(
        ({ words }) => send.replyTo(words) !== null,
        (scene) => person(scene, send.replyTo(scene.words) ?? ""),
      ),
    },
    look: ({ to }) => [send.threadOf(to)],
    calls: ({ to }, scene, [thread]) => send.replyCalls(to, quotesIn(thread, scene.timeZone, to.name), scene),
    intro: ({ to }, scene, [thread]) => send.replyIntro(to, quotesIn(thread, scene.timeZone, to.name), scene),
  }),
  row({
    when: "Answer Harold Finch's e-mail | Reply to the email from Rhonda | write back to Judith's e-mail",
    uses: ["searchMail", "readMail", "sendMail"],
    sign: 0.25,
    needs: {
      mail: slot(({ words }) => /e-?mail/i.test(words) && send.replyTo(words) !== null, send.newestMail),
    },
    look: ({ mail: { id } }) => [{ role: "readMail", values: { id } }],
    calls: ({ mail }, scene, [read]) => [send.mailReply(mailsIn(read, scene.timeZone)[0] ?? mail, scene)],
    intro: ({ mail }) =>
      `${mail.who} wrote “${mail.subject}” (${shownMoment(mail.when)}). Here's a reply that doesn't promise anything yet.`,
  }),
  row({
    when: "make it friendlier | make it shorter | say 10 instead of 9 | can you make that more formal | make that 4 | change it to Thursday | add that he should ring the bell | add that she should move her car | mention that the code has changed | include the address | it's Friday, not Thursday | apologize for the delay",
    sign: 0.1,
    needs: { drafts: inWords(send.lastDrafts) },
    calls: ({ drafts }, scene) => send.rewrite(drafts, scene),
    intro: ({ drafts }, scene) => `Here's the new version.${send.leftOver(drafts, scene)}`,
  }),
  row({
    when: "make that 4 | at 10 instead | make it Thursday | not Monday but Tuesday | change it to 9am",
    uses: ["schedule", "unschedule"],
    sign: 0.1,
    needs: {
      plan: slot(
        (scene) => plan.changedPlan(scene) !== null,
        (scene) => plan.replanned(scene),
      ),
    },
    calls: ({ plan: { old, ...schedule } }) => [
      { role: "unschedule", values: { id: old } },
      { role: "schedule", values: schedule },
    ],
    say: (_slots, scene) => plan.scheduled(scene),
  }),
  row({
    when: "no, the other Maria | I meant Maria Lindqvist | not her, the other one | wrong person, I mean James Otieno",
    uses: ["contacts", "sendText"],
    needs: {
      drafts: inWords(send.lastDrafts),
      to: slot(
        ({ words }) => /\b(?:other|meant?|wrong|not (?:her|him|that))\b/i.test(words),
        send.otherPerson,
      ),
    },
    calls: ({ drafts, to }, scene) => send.redirect(drafts, to, scene),
    intro: ({ drafts, to }, scene) =>
      `Here's the draft for ${to.name} instead.${send.leftOver(drafts, scene)}`,
  }),
  row({
    when: "cancel that | never mind | forget it | don't send it | undo that | stop | scratch that | withdraw the draft",
    mark: /\b(?:cancel|never ?mind|forget|don['’]t|undo|stop|scratch|withdraw|discard|take (?:it|that) back)\b/i,
    needs: { done: slot(() => true, send.cancelLast) },
    say: ({ done }) => done,
  }),
  row({
    when: "Who is Walt Ironside? | Who is the plumber? | Do we have anyone called Finnegan? | What's Maria's phone number? | What is Walt's number | Who lives in 3B at 214 Birch? | Look up Eleanor Voss | do we have a contact for the roofer | ¿Quién es Walt Ironside?",
    uses: ["contacts"],
    sign: 0.05,
    needs: {
      who: told.whomAsked,
    },
    look: ({ who }) => [{ role: "contacts", values: { query: queryFor(who), limit: 25 } }],
    say: ({ who }, _scene, [found]) => told.whoItIs(who, contactsIn(found)),
  }),
  row({
    when: "What did Gregory say about the carpet? | When did Eleanor mention the handrail? | What did Rhonda write? | Has Harold e-mailed about the valve? | Did John say anything about the keys? | Show me the last texts with Anneke | What's new with Maria Lopez? | What did Lena text us last? | When does Maria Lopez's lease end? | When is John's lease up? | How long does her lease run? | How much rent does José pay? | When did Walt come last? | What did we last write to José?",
    uses: ["contacts"],
    needs: { answer: slot((scene) => nameAsked(scene) !== null, told.onRecord) },
    say: ({ answer }) => answer,
  }),
  row({
    when: "Any e-mails from Rhonda this week? | Search the e-mails for leaks | Show the e-mails about the roof | is there mail from the bank",
    mark: /\b(?:e-?mails?|mail|inbox)\b/i,
    uses: ["searchMail"],
    needs: { query: inWords(told.mailQuery) },
    look: ({ query }) => [{ role: "searchMail", values: { query, limit: 8 } }],
    say: ({ query }, { timeZone }, [found]) => told.mailList(query, mailsIn(found, timeZone)),
  }),
  FILES,
  row({
    when: "Any open repairs at 214 Birch? | What repairs are still open? | What is broken at Cedar Hollow? | list the open repairs | which repairs are not done yet",
    mark: /\b(?:repairs?|broken|fix(?:es|ed)?|maintenance|work orders?)\b/i,
    uses: ["searchTexts", "searchFiles"],
    needs: { place: inWords(({ words }) => placeIn(words)) },
    look: ({ place }, scene) => told.repairSearches(place, scene),
    say: ({ place }, scene, found) => told.repairs(place, scene, found),
  }),
  row({
    when: "Summarise yesterday | Summarize my morning | What happened yesterday? | Recap of the day | catch me up | What came in since yesterday?",
    mark: /\b(?:summ|happen|recap|catch|came in|news|brief|digest|going on)/i,
    needs: { days: inWords(told.dayAsked) },
    look: ({ days }, scene) => told.dayLooks(days, scene),
    say: ({ days }, scene, found) => told.dayTold(days, scene, found),
  }),
  row({
    when: "What is unanswered? | What do I need to answer? | which texts have not been answered | who is waiting for us",
    mark: /\b(?:answer|unanswered|repl(?:y|ied)|waiting)/i,
    uses: ["unanswered"],
    look: () => [{ role: "unanswered", values: {} }],
    say: (_slots, { timeZone }, [found]) =>
      bullets(
        "Waiting for an answer",
        quotesIn(found, timeZone).map(quoted),
        "No one is waiting for an answer.",
      ),
  }),
  row({
    when: "What's waiting for approval? | Which drafts are waiting? | show the pending approvals | is anything waiting for me to approve",
    mark: /\b(?:approv|drafts?|waiting|pending|decisions?)/i,
    uses: ["drafts"],
    look: () => [{ role: "drafts", values: {} }],
    say: (_slots, _scene, [found]) =>
      bullets(
        "Waiting for a decision",
        tableOf(found, "title").map(({ title }) => title),
        "Nothing is waiting for a decision.",
      ),
  }),
  row({
    when: "Who's on call tonight? | Who is on duty this weekend? | who has the emergency phone",
    mark: /\b(?:on call|duty|emergency)\b/i,
    uses: ["events"],
    look: (_slots, { today }) => [
      { role: "onCall", values: {} },
      { role: "events", values: { from: today, to: addDays(today, 6) } },
    ],
    say: (_slots, _scene, found) => told.onCall(found),
  }),
  row({
    when: "Remind me tomorrow at 8 to call the roofer | In two hours remind me to move the van | Set a reminder for Friday to pay the invoice | Remind the team on Monday about the inspection | Every Monday morning send me the open repairs | Every Friday at 4pm list the unpaid rents | each weekday at 8 tell me what is on | Schedule a weekly summary on Mondays",
    uses: ["schedule"],
    needs: { schedule: slot(plan.isPlan, plan.planned) },
    calls: ({ schedule }) => [{ role: "schedule", values: schedule }],
    intro: ({ schedule: { instruction } }) => `I'll schedule “${instruction}”.`,
    say: (_slots, scene) => plan.scheduled(scene),
  }),
  row({
    when: "What is scheduled? | List my reminders | what have you got scheduled | show the schedules",
    mark: /\b(?:schedul|remind|plan)/i,
    uses: ["schedules"],
    look: () => [{ role: "schedules", values: {} }],
    say: (_slots, _scene, [found]) =>
      bullets(
        "Scheduled",
        tableOf(found, "title", "when").map(({ title, when }) => `${title}: ${when}`),
        "Nothing is scheduled.",
      ),
  }),
  row({
    when: "Delete the reminder about the roofer | Cancel the Monday report | remove that schedule | stop reminding me about the van",
    uses: ["schedules", "unschedule"],
    needs: { schedule: slot(({ words }) => /\b(?:remind|schedule|report)/i.test(words), plan.scheduleNamed) },
    calls: ({ schedule: { id } }) => [{ role: "unschedule", values: { id } }],
    say: ({ schedule: { title } }) => `Deleted: “${title}”.`,
  }),
  row({
    when: "Remember that the roof hatch key is with Tom | Note: Hollis does not work weekends | Make a note that the code has changed | keep in mind that she prefers e-mail",
    uses: ["append"],
    sign: 0.3,
    needs: { note: inWords(plan.noteIn) },
    calls: ({ note: { path, words } }) => [{ role: "append", values: { path, text: `- ${words}` } }],
    intro: ({ note: { path } }) => `I'll note that in ${path}.`,
    say: ({ note: { path, words } }) => `Noted in ${path}: “${words}”`,
  }),
  row({
    when: "What's on my calendar today? | What's on Priya's calendar tomorrow? | Which appointments are there this week? | Am I free on Thursday afternoon? | Is Marcus busy tomorrow morning? | do I have anything on Friday | what is on tomorrow",
    mark: /\b(?:calendar|appointments?|free|busy|available|agenda|meetings?|what(?:.s| is) on|anything on|do i have)\b/i,
    uses: ["events"],
    needs: { days: inWords(plan.daysAsked) },
    look: ({ days }, scene) => [{ role: "events", values: { ...days, calendar: plan.calendarOf(scene) } }],
    say: ({ days }, scene, [found]) => plan.calendar(days, scene, found),
  }),
  row({
    when: "When is everyone free for an hour? | Find a time next week when we are all free | When could Priya and Marcus meet? | when are we all available",
    mark: /\b(?:free|available|meet|find (?:a |some )?(?:time|slot)|time for)\b/i,
    uses: ["events"],
    needs: { days: inWords(plan.daysToMeet) },
    look: ({ days }, { words }) => [{ role: "events", values: { ...days, freeFor: plan.minutesIn(words) } }],
    say: ({ days }, _scene, [found]) => plan.freeTimes(days, found),
  }),
  row({
    when: "Schedule a showing with Nadia on Tuesday at 3pm | Put an inspection in the calendar for Friday | Book an appointment with the roofer | create a calendar event",
    uses: ["events"],
    needs: { answer: slot((scene) => !plan.isPlan(scene), plan.booked) },
    say: ({ answer }) => answer,
  }),
  row({
    when: "What's 17.5% of 2,340? | What is 1250 divided by 30 times 12? | calculate 45 * 12 | how much is 3 times 240",
    uses: ["compute"],
    needs: { sum: inWords(plan.sumIn) },
    look: ({ sum }) => [{ role: "compute", values: { code: sum } }],
    say: ({ sum }, _scene, [found]) => `${sum} = ${plan.numberOf(found)}`,
  }),
  row({
    when: "Save +1 412 555 0188 as Nora Quist | Add a contact for Nora Quist, 412 555 0188",
    uses: ["addContact"],
    sign: 0.3,
    needs: { contact: inWords(plan.newContact) },
    calls: ({ contact }) => [{ role: "addContact", values: contact }],
    intro: () => "Here's the contact. It'll be saved once someone approves it.",
  }),
  row({
    when: "thanks! | thank you, great | perfect | ok | awesome",
    mark: /\b(?:thanks?|thx|great|perfect|ok(?:ay)?|awesome|good|gracias|cool|nice)\b/i,
    say: () => "You're welcome.",
  }),
  row({
    when: "hi there | good morning | hello | hey",
    say: (_slots, { speaker }) =>
      `Hello${speaker === null ? "" : `, ${firstName(speaker)}`}. ${WHAT_I_AM} Ask me “What can you do?” for examples.`,
  }),
  row({
    when: "What can you do? | help | how does this work? | who are you? | What can you do, and what do you ask first?",
    say: (_slots, scene) =>
      `${WHAT_I_AM} I look things up and draft; nothing leaves the company before one of you approves it, and I ask when I can't tell whom you mean. ${bullets(
        "Try one of these",
        chips(scene).map((chip) => `“${chip}”`),
        "",
      )}`,
  }),
  limit(
    "Approve the draft | Send it now | yes, send it | go ahead and send that",
    "I can't approve anything: that's for one of you. Use the card above, or open Approvals.",
  ),
  limit(
    "Call Maria | Ring Walt for me | give John a call",
    "I can't make phone calls, but I can draft a text.",
  ),
  limit(
    "Create a task to fix the gate | Add a to-do for Marcus | open a ticket for the gate",
    "I can't create tasks here, but I can set a reminder or make a note.",
  ),
  limit(
    "What's waiting for approval? | show the pending approvals",
    "I can't list approvals here. Open Approvals in the menu to see what's waiting.",
  ),
  limit(
    "What is unanswered? | which texts have not been answered",
    "I can't list unanswered texts here. Conversations shows them; I can tell you what somebody wrote.",
  ),
  limit(
    "Delete all contacts | remove Maria from the contacts | pay the invoice from Threshold | transfer the deposit | change the rent of 3B",
    "I can't do that, and I wouldn't without one of you deciding.",
    /\b(?:delete|remove|erase|pay|transfer|refund|change|raise|lower|evict|sign|buy|order)\b/i,
  ),
  limit(
    "What's the weather tomorrow? | How tall is the Eiffel Tower? | Tell me a joke | Write a poem about rent | Book me a flight to Denver | Who won the game? | translate this into French | search the web for prices",
    "",
  ),
];

/** What the demo can't do, said plainly, with the nearest of what it can. */
function limit(when: string, why: string, mark?: RegExp): Row {
  const fits = ({ words }: Scene): boolean => mark?.test(words) ?? true;
  return { when: examples(when), uses: [], sign: 0, fits, play: (scene) => offer(scene, why) };
}
