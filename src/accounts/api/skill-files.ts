/**
 * Skills written to a team's workspace with its first account: knowledge of the account agents beyond their
 * instructions, in files the team can read and edit. Each agent's prompt lists its own group, one line each;
 * SKILL.md is loaded on demand, references and assets when named. Pure.
 */

interface SkillFile {
  /** `group/name`: its folder below `skills/`. */
  readonly id: string;
  readonly description: string;
  readonly body: string;
  /** Additional files, by path in the skill's folder. */
  readonly more?: Readonly<Record<string, string>>;
}

const NAME_LOOKUP = `# Name lookup

1. Call lookup_account with the company's name as the question has it: no "the account of", no stage. It stands misspelled, shortened and extra words.
2. One account: use its number and folder from now on. The number finds it exactly.
3. "Several may be meant": take the one whose place, industry or stage the question names. Nothing tells them apart: answer with all of them, each with its number and place, and say that the question fits several.
4. "No account is called …": what comes near is another company. Name it as a possibility, never answer for it. Then try search_descriptions once with what else the question says.

A person's name is no company's: look for it with search_descriptions, which also knows the people at each account.
`;

const DESCRIPTION_SEARCH = `# Description search

1. Call search_descriptions with two to five telling words: "bakery Chicago workers compensation". Leave out "all", "accounts", "which".
2. A stage goes into stage, never into the words. A stage alone lists all of it, by name.
3. It answers at most 30, the best first, and says whether there are more. For a count or a total narrow by stage; if there are still more, say that your number is a minimum.
4. Each line has stage, place, insurance, next steps and last contact. Questions about these alone need no file of every account: read state.md only of those you name.
5. No result: fewer words, or a broader one ("restaurant" for "pizzeria"). After two tries say what you looked for.

What came up by a common word alone may not fit: check place and industry before you count it.
`;

const FILE_NAVIGATION = `# File navigation

1. accounts/<number>/state.md: how things stand. history.md: how they came to, the newest entry last.
2. What clients said is below accounts/<number>/sources/: emails, calls, sms. Call list_files with that folder, then with the kind you need. Folders begin with their day, so the last ones are the newest.
3. Read summary.md first. Read raw.txt for exact words, figures and quotes; a quote may come from either file, letter for letter.
4. Spend your 8 reads on: state.md, the newest source, then those whose day fits the question. Leave at least one for checking a contradiction.
5. Two sources differ: the later one counts. Say both, with their days.

references/directory-structure.md says what each file holds, and in which form.
`;

const DIRECTORY_STRUCTURE = `# What stands where

- accounts/<number>/state.md: front matter between two lines of ---: name, stage, industry, location, primaryEmail, primaryPhone, insuranceTypes, contacts (name, role, email, phone), nextSteps, pendingActions, lastContactAt. Below it notes as prose. An empty field is left out.
- accounts/<number>/history.md: an entry for each change, under a heading with its time in UTC: a sentence, what changed ("stage: Quoted → Bound"), Evidence, and a link to the entry before.
- accounts/<number>/sources/emails/<day>-<id>/: one e-mail. raw.txt has From, To, Date and Subject, an empty line, then the words.
- accounts/<number>/sources/calls/<day>-<id>/: one call. raw.txt has who, when and how long, then the phone system's summary and the transcript, "Name: words". "Us" is the team.
- accounts/<number>/sources/sms/<day>-<id>/: all texts of one day with one number, "9:14 AM Name: words".

Each of these folders has summary.md: short ones hold all the words, long ones a summary, and its last line says which.
`;

const TEXT_SEARCH = `# Text search

1. search_files takes words, not questions: "loss runs", "umbrella quote". Two or three words that stand close together find best.
2. Give the folder: accounts/<number> for one account, accounts for all. Without one the team's own notes come up too.
3. You have 4 searches. First the client's own word ("dumpster fire"), then the trade's ("fire damage"), then the figure as it is written ("$2,600").
4. A hit shows some lines around it. Quote what you see there, or read the file at that line (fromLine) when the sentence goes on.
5. Nothing found is an answer: say which words you looked for, and where. Don't take a hit of another account for this one's: the path says whose it is.

Who wrote it is in the first lines of raw.txt: From for e-mails, the name before the colon for texts and calls.
`;

const ACCOUNT_CREATE = `# Account create

1. Call lookup_account with the name first. An account of that name: don't make another; change that one.
2. create_account needs the name alone. Give stage, industry, location, primaryEmail, primaryPhone, insuranceTypes and notes only where the request says them, as it says them.
3. No stage named: leave it out; the first of the team's stages is taken.
4. A person of the team says yes before an account is made. If the answer is awaiting_approval, say that it waits, and stop: don't call it again.
5. The request also changes something ("… and mark it as Quoted"): once the account is there, one update_account with its number.

Never fill a field from what you know of the company elsewhere, and never guess an address or a number.
`;

const STATE_EDIT = `# State edit

One call of update_account by the account's number, with all changes of the request:

- stage: a stage of the team, or another word for it ("Application"). One that isn't listed is refused with the list; take the nearest only if the request clearly means it.
- insuranceTypes, nextSteps, pendingActions: the whole new list. "Add" means the old ones from the material plus the new one; "done" or "remove" means the old ones without it.
- addContact: name, and role, email, phone as far as they are said. A known name is changed, not added twice.
- industry, location, primaryEmail, primaryPhone: one value each.
- addNote: what is worth keeping and has no field: premium, carrier, reason, promise.

Keep the person's words letter for letter. Words of your own make the change wait for approval, as do values that stand only in a message from outside.
`;

const HISTORY_CHAIN = `# History chain

You never write history.md: update_account and create_account write state.md and its entry in one step, and each entry links to the one before. Don't use notes to retell what changed.

- "The account says so already": nothing was written. Status is nothing; say what it says.
- "The history doesn't prove this state": somebody changed a file by hand, or it is broken. Change nothing. Say so: on the account's page a person adds the missing entry, or restores an older version.
- "Somebody changed this account": read it again with get_account, then make the change once more if it still applies.
- To undo a change make the opposite one ("stage: Bound → Quoted"); entries are never taken back.

get_account shows the newest entries and what each stands on. references/format-examples.md shows how they are written.
`;

const FORMAT_EXAMPLES = `# How an entry is written

    ## 2026-01-21T14:30:00.000Z

    Stage, next steps and notes changed.

    - **stage**: Application Received → Quoted
    - **nextSteps**: Send the quote, Call on Friday → Call on Friday
    - **notes**: (none) → Premium $2,600
    - **Evidence**: User command: "Mark as Quoted, $2,600 premium, the quote is sent"
    - **Previous**: [2026-01-15T10:00:00.000Z](#2026-01-15t100000000z)

    ---

- The heading is the time in UTC, later than that of the entry before.
- Left of the arrow is what stood there, right of it what stands there now; "(none)" is nothing. Of notes only what was added is told.
- A list is told whole, on both sides. What wouldn't read back the same is written as JSON.
- Evidence is the person's command, the path of a source, an approval, or who changed it on the page or by hand.
- The first entry has no Previous.
`;

const INDEX_SYNC = `# Index sync

What an account is found by is one line made of its state: name, stage, insurance, location, industry, people. It is made anew with each change, in the same step as the files, and comes back as new_description. There is nothing for you to call.

- Check new_description after a change of name, stage, place, industry, insurance or people: it should say the new value. If it doesn't, say so in your answer; don't change the account again to force it.
- Notes, next steps and pending actions are not part of the line. To have an account found by something, that has to stand in one of its fields.
- Whole e-mails, calls and texts are found by search_files, not by this line.
- If an account can't be found although it is there, an admin rebuilds the index (Settings, Search).
`;

const PENDING_SCAN = `# Pending scan

1. Call scan_followups: without anything for everybody who is due, with stage for one stage, with daysThreshold where the request names days ("silent for two weeks": 14).
2. Take its order: critical, high, normal, then the longest silence. Don't sort it again by what you think of a client.
3. why says it in a sentence: days since the last contact, the stage's rule, the next step. Use that sentence as the reason; add nothing to it.
4. total counts all; you see the first ones. Say both.
5. days_since_contact counts from the newest e-mail, text or call on record, in either direction. Somebody may have met them since: if the request says so, leave that account out.

references/stage-rules.md explains urgency and the rules a team begins with.
`;

const STAGE_RULES = `# Stages and urgency

Each team sets its own stages, days and channels (Settings, Account stages); scan_followups uses those. A team begins with:

| stage | days | first by | about |
| --- | --- | --- | --- |
| New Lead, Intake | 2 | e-mail | documents, qualification |
| Application Received | 3 | e-mail, then call | form complete, corrections |
| Submission | 5 | e-mail | the underwriter's state, questions |
| Quote Pitched, Quoted | 2 | call, then e-mail | decision, competitors |
| Bound, Closed Won, Closed Lost | never | | |

Urgency is the days since the last contact divided by the stage's days: from 1 normal, from 3 high, from 7 critical. An account without any contact counts from the day it was made. recommended_channel is the first of the stage's channels that the account has an address or number for.
`;

const COMMUNICATION_DRAFT = `# Communication draft

1. Call prepare_followup unless the task brings its material. to is whom it goes to, style how they write, lastSaid what was said last.
2. Open with their greeting and close with their sign-off where style has them. formality and tone choose the words; length and words say how long: stay within a third of it.
3. First sentence: the open matter from lastSaid or nextSteps, by its own name ("the loss runs for 2024"). Then one request or one offer of a next step. No "just checking in".
4. Answer what they asked last before you ask anything.
5. Not in the material: leave it out, or ask. No price, date, coverage or promise of your own.
6. rationale is one sentence with the fact that makes it due. contextUsed lists the paths you used.

Where style is unknown in every field, load assets/templates.md for a neutral start.
`;

const TEMPLATES = `# Neutral starts

For clients who have written nothing yet. Replace what is in [brackets] with facts of the material, or drop the line; nothing in brackets is ever sent.

## E-mail

Subject: [open matter]

Hello [name],

we're waiting for [what is missing] to go on with [open matter]. Could you send it by reply to this e-mail? If something is unclear, tell me and I'll explain.

Thank you
[team]

## Text

Hello [name], this is [team] about [open matter]. [One question]?

## Call script

- Opening: who calls, from where, whether it's a good moment.
- About: [open matter], and what was said last.
- Ask: what is missing; what stands in the way; by when.
- End: who does what next, thanks.
- No answer: a voicemail with name, matter and number.
`;

const ACTION_EXECUTE = `# Action execute

1. Call execute_followup once, with account, channel, body, rationale, contextUsed and, for an e-mail, subject. The body is sent as it is: greeting and sign-off included, no brackets.
2. It goes to the account's own address or number alone. "no e-mail address" or "no phone number": choose the other channel and write it anew for that; don't look for an address elsewhere.
3. awaiting_approval is success: a person decides. Say that it waits, never that it was sent. Don't call it again for the same account.
4. The history tells "drafted" now and "sent" from the receipt. Don't add a note about it.
5. A call script sends nothing: a person calls, then marks the call as made.
6. Told to draft only: don't call it. Answer with the draft.
`;

const SKILLS: readonly SkillFile[] = [
  {
    id: "search/name-lookup",
    description:
      "Finds the account a question names, also misspelled, shortened or one of several alike. Use first whenever a company's name or number stands in the question, and when lookup_account answers with several or none.",
    body: NAME_LOOKUP,
  },
  {
    id: "search/description-search",
    description:
      "Finds accounts by stage, place, industry, insurance or people, and counts or compares them. Use where no company is named, or the question is about several or all accounts: lists, totals, who has which coverage.",
    body: DESCRIPTION_SEARCH,
  },
  {
    id: "search/file-navigation",
    description:
      "Says where in an account's folder state, history, e-mails, calls and texts stand and in which order to read them. Use once the account is known, before reading more than state.md, and to stay within 8 reads.",
    body: FILE_NAVIGATION,
    more: { "references/directory-structure.md": DIRECTORY_STRUCTURE },
  },
  {
    id: "search/text-search",
    description:
      "Finds exact words, figures or promises in what clients wrote and said, within the 4 searches of a question. Use where the question asks who said something, when, or how much, and the file that says it isn't known.",
    body: TEXT_SEARCH,
  },
  {
    id: "update/account-create",
    description:
      "Makes a new account without making one twice: looks it up, takes only the facts that were said, and waits for a person's yes. Use where the request is about a client who has no account yet.",
    body: ACCOUNT_CREATE,
  },
  {
    id: "update/state-edit",
    description:
      "Turns a request into the fields of update_account: stage, insurance, next steps, people, facts, notes; adding to a list or replacing it. Use for every change that isn't a single stage or a single note.",
    body: STATE_EDIT,
  },
  {
    id: "update/history-chain",
    description:
      "Says how each change is told in history.md and what to do where the history doesn't prove the state, the account says so already, or a change is to be undone. Use when update_account refuses, or to undo.",
    body: HISTORY_CHAIN,
    more: { "references/format-examples.md": FORMAT_EXAMPLES },
  },
  {
    id: "update/index-sync",
    description:
      "Explains the line an account is found by, when it is made anew, and how to check it after a change. Use after a change of name, stage, place, industry, insurance or people, and where an account isn't found.",
    body: INDEX_SYNC,
  },
  {
    id: "followup/pending-scan",
    description:
      "Finds who is due for a follow-up by the team's rules, in which order and why. Use for “who should I call”, “what is overdue”, and before drafting for several clients; no judgement of your own is needed.",
    body: PENDING_SCAN,
    more: { "references/stage-rules.md": STAGE_RULES },
  },
  {
    id: "followup/communication-draft",
    description:
      "Writes an e-mail, a text or a call script as the client writes: their greeting, length and tone, from what was said last and nothing else. Use for every draft to a client, before its first word is written.",
    body: COMMUNICATION_DRAFT,
    more: { "assets/templates.md": TEMPLATES },
  },
  {
    id: "followup/action-execute",
    description:
      "Puts a finished draft before the team so that it is sent at most once: channel, address, what awaiting approval means, calls. Use right before execute_followup, and where it refuses or the client has no address.",
    body: ACTION_EXECUTE,
  },
];

/** Contents by workspace path. */
export function accountSkillFiles(): ReadonlyMap<string, string> {
  return new Map(
    SKILLS.flatMap(({ id, description, body, more = {} }) => {
      const folder = `skills/${id}`;
      const head = `---\nname: ${id.slice(id.indexOf("/") + 1)}\ndescription: ${JSON.stringify(description)}\n---\n\n`;
      return [
        [`${folder}/SKILL.md`, `${head}${body}`],
        ...Object.entries(more).map(([path, content]) => [`${folder}/${path}`, content] as const),
      ] as const;
    }),
  );
}
