/** What the demo's script does of a wish: what it understands of it, and never a part of an act. What it leaves, it says. */
import { describe, expect, it } from "vitest";
import { Conversation, TOOLS, type TestTool, type Turn } from "./conversation.ts";

const ROLL = [
  {
    Building: "214 Birch St",
    Unit: "3B",
    Resident: "Maria Lopez",
    Rent: "$1,215",
    "Lease end": "2026-08-01",
    Balance: "$580",
  },
];
const MORE: Readonly<Record<string, TestTool>> = {
  ...TOOLS,
  find_tools: { takes: ["query"], run: () => [] },
  read_sheet: {
    takes: ["file", "tab", "query"],
    run: ({ file, tab }) => ({
      seenAs: "Dana Whitfield",
      name: String(file),
      items:
        tab === "Late this month"
          ? [{ Building: "214 Birch St", Unit: "3B", Resident: "Maria Lopez", Owed: "$580" }]
          : ROLL,
    }),
  },
  pm_query: {
    takes: ["entity", "fields", "filter", "order", "limit"],
    run: ({ entity }) =>
      ({
        projects: [
          { id: "p1", name: "Basement renovation", tasksTotal: 9, tasksDone: 4, dueDate: "2026-03-27" },
        ],
        tasks: [
          {
            id: "t1",
            title: "Countertop and sink",
            status: "blocked",
            dueDate: "2026-03-20",
            "project.name": "Kitchen",
          },
        ],
        users: [{ id: "u1", name: "Tom Okafor" }],
      })[String(entity)] ?? [],
  },
  create_event: { takes: ["calendar", "title", "start", "end", "meet", "replaces"], run: null },
  create_task: { takes: ["list", "name", "assignees", "due", "replaces"], run: null },
  get_usage: { takes: [], run: () => ({ spentUsd: 1.5, budgetUsd: 100 }) },
};

async function lastOf(wishes: string): Promise<Turn> {
  const conversation = new Conversation();
  conversation.tools = MORE;
  let turn: Turn = { said: "", calls: [] };
  for (const wish of wishes.split(" | ")) turn = await conversation.say(wish);
  return turn;
}

const told = ({ said, calls }: Turn): string =>
  [...calls.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`), said].join("\n");

describe("a wish", () => {
  it.each([
    // Two in one: both are done, and what isn't is named.
    [
      "text john pruitt his keys are ready and remind me thursday evening to print the list",
      /send_message .*your keys are ready.*\ncreate_schedule .*2026-03-19T18:00/,
    ],
    [
      "Note that Rosa Delgado's dog bites, so vendors ring first. And text John Pruitt that his keys are ready",
      /append_file .*dog bites[^]*send_message .*your keys are ready/,
    ],
    [
      "text john pruitt his keys are ready, and translate the lease",
      /send_message [^]*“Translate the lease”: I can't/,
    ],
    [
      "text john pruitt we need the form, list of pets, and the photos",
      /"Hi John, we need the form, list of pets, and the photos\. - Dana"/,
    ],
    // Another time, and nothing else.
    ["text maria lopez that walt comes tomorrow at 8 | no, today after 2", /Walt comes today after 2/],
    ["text maria lopez that walt comes wednesday at 4 | actually thursday", /Walt comes Thursday at 4/],
    [
      "email harold finch that walt comes monday | nicer, and tuesday not monday",
      /"subject":"Walt comes Tuesday".*doing well! Walt comes Tuesday/,
    ],
    [
      "remind me wednesday at 9 to call the bank | no, friday",
      /delete_schedule[^\n]*\n(?:.*\n)*?create_schedule .*2026-03-20T09:00/,
    ],
    ["text maria lopez that walt comes at 8 | who is that?", /Maria Lopez \(/],
    ["text john pruit about the dishwasher", /send_message .*"Hi John, a quick note about the dishwasher/],
    ["tell Anneke friday is fine unless she can do thursday", /Please check “she”: I left it as you said it/],
    ["text James his permit is ready | not Whitlock, the other one", /send_message .*"to":"\+18785550145"/],
    // Figures come from where they stand.
    ["whos behind on rent and by how much", /Maria Lopez, 214 Birch St 3B: \$580/],
    [
      "whos behind on rent | text the first one that we can talk",
      /send_message .*\+14125550142.*we can talk/,
    ],
    // The paper is a file, not the roll's row.
    ["find the lease of maria lopez", /^(?![^]*read_sheet)/],
    ["how does the basement renovation stand", /4 of 9 tasks are done/],
    ["whats john pruitts email", /John Pruitt \(Resident.*john\.pruitt@/],
    ["remind me at 4 to lock the gate", /create_schedule .*"at":"2026-03-18T16:00"/],
    ["whats blocking the basement", /Countertop and sink .*blocked/],
    ["what does this cost", /\$1\.50 of the budget of \$100\.00/],
    // What only a person does, and where.
    ["connect my gmail", /\/settings\/connections/],
    ["turn off the pushes", /\/settings\/notifications/],
    ["cancel my subscription", /nothing is billed in this demo/],
    ["dont ever text residents after 8pm", /propose_house_rule .*after 8pm/],
    ["John sent me a picture of the ceiling, does that look like mold?", /^ask_user .*can't judge a picture/],
    ["cuánto debe maria lopez de renta?", /^ask_user .*In Spanish, the demo's script only drafts/],
    ["Text Maria Lopez that the rent will go up", /send_message .*"Hi Maria, the rent will go up\./],
    // Words after a name that say where it lives, or what it does, are no message.
    ["tell clara maddox in 4b her package is here", /"Hi Clara, your package is here\. - Dana"/],
    ["tell the snow guy to come at 5am instead of 6", /"Hi Bo, please come at 5am instead of 6\. - Dana"/],
    [
      "text walt the part is here and ask when hes free",
      /"Hi Walt, the part is here\. Could you let us know when you are free\? - Dana"/,
    ],
    ["send orson an email asking for the certificate", /"Could you send us the certificate\?"/],
    [
      'text walt "call me" and email harold finch that the roof is done',
      /send_message .*"call me"[^]*send_email .*The roof is done/,
    ],
    [
      "text walt the part is here | tell stefan novak the same",
      /send_message .*"Hi Stefan, the part is here\. - Dana"/,
    ],
    ["email every owner that statements go out", /^(?![^]*dana@)[^]*Harold Finch/],
    ["email harold finch that the roof is done | shorter", /It's one sentence already/],
    ["text rosa delgado in spanish that we come", /^ask_user .*can't translate/],
    ["dile a Miguel Avila que la pintura llega el lunes | mejor el martes", /llega el martes\. - Dana/],
    [
      "Recuérdame mañana a las 8 revisar el boiler",
      /"Remind Dana: revisar el boiler","at":"2026-03-19T08:00"/,
    ],
    ["remind me on the 3rd of every month to send statements", /send statements","cron":"0 9 3 \* \*"/],
    ["remind me one day before the lease ends", /can't tie a reminder to another date/],
    [
      "add a task: fix the railing at 16 sparrow alley, high priority, for tom, due monday",
      /"name":"Fix the railing at 16 sparrow alley","assignees":\["Tom"\],"priority":"high","due":"2026-03-23"/,
    ],
    ["who lives in 3B at birch", /^search_contacts .*\nMaria Lopez \(/],
    ["text walt that we come | who gets this?", /“Hi Walt, we come\. - Dana”, for \+/],
    ["will you text people without asking me?", /^ask_user .*before one of you approves it/],
    ["reject the first one", /^ask_user .*can't approve or reject/],
    ["tell everyone at 16 sparrow alley the hall is painted", /"Hi Rosa, the hall is painted\. - Dana"/],
    [
      "email harold finch the valve was $240, and ask if he wants a copy of it",
      /Could you let us know whether you want a copy of it\?|do you want a copy/,
    ],
    [
      "text walt the card is here and ask for a photo of the truck",
      /"Hi Walt, the card is here\. Could you send us a photo of the truck\? - Dana"/,
    ],
    [
      "Schedule a viewing with Esther Garza for March 25 at 4 pm.",
      /"title":"Viewing with Esther Garza","start":"2026-03-25T16:00"/,
    ],
    [
      "open a task for me: replace the battery, due thursday",
      /"name":"Replace the battery","assignees":\["Dana"\]/,
    ],
    ["text walt that we come | thx! same for stefan novak", /send_message .*"Hi Stefan, we come\. - Dana"/],
    [
      "text walt his dog barked again, please keep him quiet",
      /"Hi Walt, your dog barked again, please keep him quiet\./,
    ],
    [
      "add a task to replace the lamp by friday for tom",
      /"name":"Replace the lamp","assignees":\["Tom"\],"due":"2026-03-20"/,
    ],
    ["text walt that the balance is open, in a friendly way", /^ask_user .*but not “in a friendly way”/],
    ["thanks, that's all", /You're welcome/],
    // A place in a question's list chooses, however it's said.
    ["text james that we come | 2", /send_message .*"Hi James, we come/],
    ["text james that we come | the second one please", /send_message .*"Hi James, we come/],
    // A time that isn't named is said.
    [
      "every first of the month send me a list of who hasn't paid rent",
      /create_schedule .*"cron":"0 9 1 \* \*"[^]*You named no time, so it's 9:00 AM/,
    ],
    [
      "make a task: replace the hallway light, due next tuesday",
      /create_task .*"Replace the hallway light","due"/,
    ],
    [
      "Put a showing at 88 Maple Terrace on my calendar for Friday 2pm | actually make it 3:30",
      /create_event .*"start":"2026-03-20T15:30","end":"2026-03-20T16:30","replaces":"approval_/,
    ],
    [
      "Set up a video call with Maria Lopez tomorrow at 3pm",
      /create_event .*"title":"Video call with Maria Lopez".*"meet":true[^]*It invites no one\./,
    ],
    ["Mándale un correo a José: el plomero viene mañana", /send_email .*"Hola José,.*Saludos/],
    ["Escríbele a José que el plomero viene mañana", /send_message .*Hola José, el plomero viene mañana/],
    // By role, and who was spoken of last.
    ["Which plumber do we usually use?", /Walt Ironside \(Plumber, owner/],
    [
      "Which plumber do we usually use? | text them and ask if they can come on Friday",
      /send_message .*Hi Walt, can you come on Friday\?/,
    ],
    ["how much rent does Maria Lopez pay? | and who is she?", /^search_contacts [^]*Maria Lopez \(Resident/],
    ["a bit friendlier please", /no draft in this chat/],
    // What is looked up is told with what of the question it leaves.
    ["whos behind on rent, unless they paid today", /\$580 owed[^]*I left out “unless they paid today”/],
  ])("%s", async (wishes, came) => {
    expect(told(await lastOf(wishes))).toMatch(came);
  });

  it.each([
    ["Tell everyone at Wren Court", "except Eleanor Voss", "that the snow crew comes on Friday"],
    ["Text Maria Lopez that the plumber comes at 9", "but don't mention the price", ""],
    ["Email Harold Finch that his statement is ready", "and cc Dana", ""],
    ["Text Maria Lopez that the key is here", "only if she's home", ""],
    ["Draft a reply to Maria Lopez", "about the heater", ""],
    ["Text all tenants of Wren Court", "who are late", "that rent is due"],
    ["Email Harold Finch the budget is done", "and tell her I call on Monday", ""],
    ["Text Maria Lopez that her quote is ready", "but only the oven part", ""],
    ["Schedule a showing with Nadia on Friday at 3pm", "unless Tom has the car", ""],
  ])("is not done in part: %s %s %s", async (begins, left, ends) => {
    const { calls } = await lastOf(`${begins} ${left} ${ends}`.trim());
    const [question, ...more] = calls.filter(({ tool }) => TOOLS[tool]?.run === null || tool === "ask_user");
    expect(more).toEqual([]);
    expect(question).toMatchObject({ tool: "ask_user", input: { options: [`${begins} ${ends}`.trim()] } });
    expect(question?.input["question"]).toContain(`but not “${left}”`);
    expect(question?.input["question"]).toContain("I've done nothing");
  });

  it.each([
    "If Walt hasn't answered by noon, text him again",
    "push the countertop by two days",
    "move the countertop to march 27 and assign it to tom",
    "cancel tomorrow's meeting with Lena",
    "book a table for two tonight",
    "don't text Rosa Delgado, call her and say we are late",
    "Draft a 12 month lease for the tenant of unit 2, pets allowed",
    "write an ad for 214 Birch 2A on craigslist",
    "who hasn't sent us the loss runs?",
    "why is Maria Lopez angry?",
    "move it to bound",
    "how do i log a call",
    "remind me tomorrow at 8 to call Beatrix, and every friday to check the list",
    "set up a call with Walt thursday 3pm or friday morning, whichever works for him",
    "then text him a reminder, but only if it's not the 1st",
  ])("is left as a whole, and said to be: %s", async (wish) => {
    const { said, calls } = await lastOf(wish);
    const asked = JSON.stringify(calls);
    expect(said + asked).toMatch(/I've done nothing|I left “|I found no answer/);
    expect(calls.filter(({ tool }) => /^(?:send|create|append|pm_mutate|propose)/.test(tool))).toEqual([]);
  });

  it("asks whom a place in no list means", async () => {
    const { said } = await lastOf("text the second one that we can talk");
    expect(said).toMatch(/I can't tell who “the second one” is/);
  });

  it("is answered by no passage that has few of its words", async () => {
    const passage = (quote: string): TestTool => ({
      takes: ["query", "limit"],
      run: () => [{ type: "text", title: "Texts", quote }],
    });
    const said = async (quote: string): Promise<string> => {
      const conversation = new Conversation();
      conversation.tools = { ...MORE, retrieve_context: passage(quote) };
      return (await conversation.say("Is the sauna heater's warranty certificate registered?")).said;
    };
    expect(await said("The warranty certificate of the sauna came by mail.")).toContain("sauna came by mail");
    expect(await said("The heater's certificate came by mail.")).toMatch(
      /I found no sure answer.*nearest on record/,
    );
  });
});
