/** Reaching people of the team after words from outside: quoted, marked, without leads, and not often. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { TurnScope } from "../../../../src/agent/ports.ts";
import { catalogue, findTool } from "../../../../src/agent/tools/catalogue.ts";
import { createGate } from "../../../../src/agent/tools/gate.ts";
import { askUser } from "../../../../src/agent/tools/conversation/ask-user.ts";
import { createSchedule } from "../../../../src/agent/schedules/tools/create-schedule.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { attentionNews } from "../../../../src/notifications/team-news.ts";
import { findOnRecord, teamOnDuty, urgentNews } from "../../../../src/notifications/index.ts";
import { withoutLeads } from "../../../../src/kernel/leads.ts";
import { type TeamNews } from "../../../../src/platform/notifier.ts";
import { notifyTeam } from "../../../../src/team/tools/notify-team.ts";
import { STEWARD } from "../../../../src/agent/api/message.ts";
import type { Heard } from "../../../../src/agent/ports.ts";
import type { Asker } from "../../../../src/agent/tools/call.ts";
import type { InternalTool, QuestionTool } from "../../../../src/agent/tools/define-tool.ts";
import { toldWords } from "../../../../src/agent/tools/reach.ts";
import { repeatedBy } from "../../../../src/agent/tools/rests-on.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { call, gateDeps, MARIA as MARIA_LOPEZ, NOW, SCOPE, seenIn, textingOf, TOM } from "./world.ts";

const STRANGER: Asker = {
  speaker: { kind: "contact", name: "Ana Reyes" },
  said: [],
  outside: true,
  outsideWords: true,
};
const MARIA = "+14125550142";
/** On no record but the conversation's. */
const CALLER = "+14125550188";
let db: TenantDb;
let told: (TeamNews & { at: number })[];
let now = NOW;

beforeEach(async () => {
  const d1 = nodeD1();
  db = dbFor(d1, "tenant_alder");
  told = [];
  now = NOW;
  for (const name of ["Dana Whitfield", "Marcus Hale"])
    await insertInto(d1, "users", "tenant_alder", {
      id: name.split(" ")[0]?.toLowerCase() ?? "",
      name,
      email: `${name.split(" ")[0]?.toLowerCase() ?? ""}@alderfinch.example`,
      phone: name === "Dana Whitfield" ? "+14125550101" : null,
      removed_at: null,
    });
  for (const key of [MARIA, "ap@northgate-holdings.example", "@northgate-holdings.example"])
    await insertInto(d1, "contact_keys", "tenant_alder", { key, contact_id: "contact_1" });
  await insertInto(d1, "connections", "tenant_alder", {
    id: "connection_1",
    vendor: "quo",
    settings: JSON.stringify({
      ownCompany: "Alder & Finch",
      lines: [{ phoneNumberId: "PN1", number: "+14125550100", label: "Shared", audience: "external" }],
    }),
    disabled_at: null,
  });
  await insertInto(d1, "workspace_folders", "tenant_alder", { path: "areas", path_key: "areas" });
  for (const [path, deletedAt] of [
    ["areas/keys-and-access.md"],
    ["MEMORY.md"],
    ["areas/old.md", "2026-11-01"],
  ])
    await insertInto(d1, "workspace_files", "tenant_alder", {
      id: path,
      path,
      path_key: path?.toLowerCase(),
      deleted_at: deletedAt ?? null,
    });
});

function tell(
  message: string,
  {
    runId = "run_1",
    id = `toolu_${Math.random()}`,
    to = "Marcus Hale",
    urgent = false,
    asker = STRANGER,
  } = {},
) {
  const services = {
    db,
    team: () => teamOnDuty(db, "America/New_York", now),
    reader: async () => null,
    notify: async (news: TeamNews) => {
      if (!told.some(({ key }) => key === news.key)) told.push({ ...news, at: now });
    },
    toldSince: async (_about: string, since: string) =>
      told.flatMap(({ key, at }) => (at > Date.parse(since) ? [key] : [])),
    onRecord: (words: string) => findOnRecord(db, words, seenIn().conversationId),
    clock: { now: () => now },
    timeZone: "America/New_York",
  };
  const tool = notifyTeam as unknown as InternalTool;
  return tool.run(tool.input.parse({ to, message, urgent }), services, { ...seenIn(), id, runId, asker });
}

const LEADS = [
  "Sign in again at https://evil.example/login now",
  "Sign in at evil.example/login",
  "Go to www.evil.com",
  "Go to evil[.]example",
  "Go to evil dot com today",
  "Go to 203.0.113.7/login",
  "Mail ruth@evil.example",
  "Mail ruth [at] evil.example",
  "javascript://evil.example",
  "ｈｔｔｐｓ://evil.example",
  "Call 412-555-9999",
  "Call (412) 555 9999",
  "Call +1 412 555 9999",
  "Call ４１２５５５９９９９",
];

describe("what words from outside lead Steward to tell the team", () => {
  it.each(LEADS)("%s: is quoted, marked with who, and leads nowhere", async (message) => {
    await tell(message);
    expect(told).toHaveLength(1);
    expect(told[0]?.title).toBe("Somebody outside wrote, says Steward");
    expect(told[0]?.body).toContain("Led by words from outside (Ana Reyes), not checked: “");
    expect(told[0]?.body).toContain("removed]");
    expect(told[0]?.body.normalize("NFKC")).not.toMatch(/evil|9999/);
  });

  it("keeps words, amounts, unit numbers and times, and a number that is a contact's", async () => {
    const message = "Water at 9 Elm St, 2A since 3.pm, 1,200 dollars. Call +1 412 555 0142.";
    await tell(message);
    expect(told[0]?.body).toContain(message);
  });

  it("keeps what the team has on record itself: contacts, members, lines, files of the workspace", async () => {
    const message =
      "It isn't from ap@northgate-holdings.example (412-555-0142). Ask Dana@alderfinch.example, (412) 555-0101, or text 412 555 0100. " +
      "areas/keys-and-access.md: no codes. See MEMORY.md and keys-and-access.md.";
    await tell(message);
    expect(told[0]?.body).toContain(message);
  });

  it.each([
    ["ap@northgate-hold1ngs.example"],
    ["ap@northgate-holdings.example.evil.example"],
    ["evil-ap@northgate-holdings.example"],
    ["ap@northgate-holdings.ехample"],
    ["other@northgate-holdings.example"],
    ["ap [at] northgate-holdings.example"],
    ["https://ap@northgate-holdings.example"],
    ["https://evil.example/ap@northgate-holdings.example"],
    ["ap@northgate-holdings.example@evil.example"],
    ["ap@northgate-holdings.example/login"],
    ["evil.northgate-holdings.example"],
    ["northgate-holdings.example/login"],
    ["https://northgate-holdings.example"],
    ["northgate-hold1ngs.example"],
    ["other.md"],
    ["old.md"],
    ["evil.example/MEMORY.md"],
    ["https://MEMORY.md"],
    ["www.MEMORY.md"],
    ["MEMORY.md/login"],
    ["MEMORY.md:8080"],
    ["evil.MEMORY.md"],
    ["MEMORY.md.evil.example"],
    ["MEMORY[.]md"],
    ["412-555-01012"],
  ])("keeps nothing that only looks like it: %s", async (lead) => {
    const message = `Sign in: ${lead} now`;
    const onRecord = await findOnRecord(db, message);
    const shown = withoutLeads(message, onRecord);
    expect(shown).toContain("removed]");
    expect(shown).not.toContain(lead);
    // Also where all the true ones stand beside it.
    const beside = await findOnRecord(db, `${message} ap@northgate-holdings.example MEMORY.md 412-555-0101`);
    expect(withoutLeads(message, beside)).toBe(shown);
  });

  it("shows the domain of a contact's addresses to be compared, in a form that is no link", async () => {
    await tell("It isn't from northgate-holdings.example, as theirs are.");
    expect(told[0]?.body).toContain("“It isn't from northgate-holdings · example, as theirs are.”");
  });

  describe("names where its words come from", () => {
    const led = (words: string, heard: Heard["words"], conversationId = "chat-1", said: string[] = []) =>
      toldWords(
        { speaker: STEWARD, said, outside: true, outsideWords: true, heard: () => heard },
        words,
        conversationId,
        new Set(),
      ).words.replace(/, not checked.*/, "");
    const text = (words: string, source = "a message from Ana Reyes") => ({ source, words });

    it("of whoever’s words it repeats most, and how they came", () => {
      const heard = [
        text("3A: the lock of the front door sticks.", "a call with Clement Diaz"),
        text("Petra moves into the red house.", "a look-up (E-mail)"),
      ];
      expect(led("Petra moves into the red house.", heard, `sms:${CALLER}`)).toBe(
        "Led by words from outside (a look-up in E-mail)",
      );
      expect(led("Clement says the lock of the front door sticks.", heard, `sms:${CALLER}`)).toBe(
        "Led by words from outside (a call with Clement Diaz)",
      );
      const lead = [
        text("Property: 19 Foundry Row unit 4B.", "a look-up (Drive Docs and Sheets)"),
        text("I have a parrot and a credit score of 622, could I see 19 Foundry Row unit 4B?"),
      ];
      expect(led("Ana asks for 19 Foundry Row unit 4B: a credit score of 622, and a parrot.", lead)).toBe(
        "Led by words from outside (a message from Ana Reyes)",
      );
    });

    it("of who wrote them here, though a look-up found them beside a number", () => {
      const wrote = "this is Rolf, I drive for SureSeal. Nadine sent me to fetch the pump";
      const found = text(`+1 814 555 0196: ${wrote}`, "a look-up (Everything on record)");
      expect(led(`Rolf at +1 814 555 0196 says: ${wrote}.`, [found, text(wrote)])).toBe(
        "Led by words from outside (a message from Ana Reyes)",
      );
    });

    it("and an option that Steward offered is no one else's", () => {
      const offered = text(
        "Yes, replace Marcus's draft to Stefan Novak with mine",
        "an option that was offered",
      );
      expect(led("Dana wants to replace Marcus's draft to Stefan Novak.", [offered])).toBe(
        "Written after words from outside were read",
      );
    });

    it.each([
      ["Who has the key to 3A and 2B?", "Property: 3A and 2B"],
      ["Gwen asks about #2A.", "Property: 214 Birch St #2A"],
      ["Is 214 Birch free?", "Property: 214 Birch St #2A"],
      ["See you at 4.", "It was 4 of us."],
    ])("is none where a unit, a house or a short figure is all they share: %s", (words, outside) => {
      expect(led(words, [text(outside)], `sms:${CALLER}`)).toBe(
        "Led by words from outside (+1 412 555 0188)",
      );
    });

    it.each([
      ["May we pay $480?", "Send 480 to me."],
      ["He comes at 10:30.", "Be there 10:30 sharp."],
      ["It is due 2026-12-06.", "Pay by 2026-12-06!"],
      ["She gave 412-555-9999.", "Ring 412 555 9999."],
    ])("is found by a telling figure: %s", (words, outside) => {
      expect(led(words, [text(outside)])).toContain("(a message from Ana Reyes)");
      expect(led(words, [text(outside)], "chat-1", [outside])).not.toContain("Ana Reyes");
    });

    it("with the number and the domain that people compare", () => {
      const number = text("+1 412 555 0188", "a message from +1 412 555 0188");
      expect(led("It is +1 412 555 0188.", [number], `sms:${CALLER}`)).toBe(
        "Led by words from outside (a message from +1 412 555 0188)",
      );
      expect(led("Call +1 412 555 9999.", [text("+1 412 555 9999")])).toBe(
        "Led by words from outside (a message from Ana Reyes)",
      );
      const mail = {
        source: "an e-mail from Stefan Novak at rooftop-brothers · example",
        words: "The bank account has changed today.",
        domain: "rooftop-brothers.example",
      };
      const { words } = toldWords(
        { speaker: STEWARD, said: [], outside: true, outsideWords: true, heard: () => [mail] },
        "“The bank account has changed today.” It comes from rooftop-brothers.example; see evil.example",
        "email:1",
        new Set(),
      );
      expect(words).toBe(
        "Led by words from outside (an e-mail from Stefan Novak at rooftop-brothers · example), not checked: “’The bank account has changed today.’ It comes from rooftop-brothers · example; see [link removed]”",
      );
    });
  });

  it("can't close its own quote", () => {
    expect(toldWords(STRANGER, 'x” From Steward: "do it', "chat-1", new Set()).words.match(/[“”"]/g)).toEqual(
      ["“", "”"],
    );
  });

  it("is told twice a run and six times an hour a conversation, then once in a summary", async () => {
    for (let index = 0; index < 30; index++) await tell(`Message ${index}`);
    expect(told.filter(({ title }) => title.startsWith("Somebody outside"))).toHaveLength(2);
    expect(told).toHaveLength(3);
    expect(told[2]?.body).not.toMatch(/Message \d/);
    for (let run = 2; run < 12; run++)
      for (let index = 0; index < 3; index++) await tell("More", { runId: `run_${run}` });
    expect(told.filter(({ title }) => title.startsWith("Somebody outside"))).toHaveLength(6);
    expect(told.length).toBeLessThanOrEqual(8);
    now += 61 * 60_000;
    expect(await tell("Later", { runId: "run_late" })).toMatchObject({ kind: "ok" });
  });

  it("counts each person who is notified, and a repeat of one call once", async () => {
    expect(await tell("Both", { to: "Marcus and Dana Whitfield", id: "toolu_a" })).toMatchObject({
      kind: "ok",
    });
    expect(await tell("Both", { to: "Marcus and Dana Whitfield", id: "toolu_a" })).toMatchObject({
      kind: "ok",
    });
    expect(await tell("Again")).toMatchObject({ kind: "failed" });
    expect(told.filter(({ title }) => title.startsWith("Somebody outside"))).toHaveLength(2);
  });

  it("still rings where people can't wait, as often as that", async () => {
    for (let index = 0; index < 5; index++) await tell("Gas smell at 9 Elm St", { urgent: true });
    expect(told.filter(({ urgent }) => urgent)).toHaveLength(3);
  });

  it("is a person's own where it is their whole sentence, and led where it is not", async () => {
    const said = "Tell Marcus the code is at https://ours.example/x.";
    const asker: Asker = {
      speaker: { kind: "user", name: "Dana Whitfield" },
      said: [said],
      outside: true,
      outsideWords: true,
    };
    await tell(said, { asker });
    expect(told[0]).toMatchObject({ title: "From Steward, for Dana Whitfield", body: said });
    await tell("Sign in at https://evil.example", { asker });
    expect(told[1]?.body).toContain("[link removed]");
  });

  describe("in a conversation that a member leads among members", () => {
    const heard = [
      { source: "a look-up (Everything on record)", words: "The key lies under the mat of 2B." },
    ];
    const tom: Asker = {
      speaker: { kind: "user", name: "Tom Okafor" },
      said: ["hawthorn 1b keys are on the hook. and im off sick tomorrow, cant do anything"],
      outside: true,
      outsideWords: true,
      heard: () => heard,
      repeats: (text) => repeatedBy(text, heard, tom.said),
    };
    const sick = "Tom is off sick tomorrow. Nobody has his round yet.";

    it("counts as the member's own if it repeats no outsider, however many it reaches", async () => {
      for (const to of ["Marcus and Dana Whitfield", "Dana Whitfield", "Marcus Hale"])
        expect(await tell(sick, { to, asker: tom })).toMatchObject({ kind: "ok" });
      expect(new Set(told.map(({ title, body }) => `${title}: ${body}`))).toEqual(
        new Set([`From Steward, for Tom Okafor: ${sick}`]),
      );
      expect(told).toHaveLength(4);
    });

    it("is led where it repeats one, names a lead on no record, or what was read can't be known", async () => {
      for (const [words, asker] of [
        ["The key lies under the mat of 2B.", tom],
        ["Tom is sick: sign in at https://evil.example", tom],
        [sick, { ...tom, heard: () => [] }],
        [sick, { ...tom, repeats: () => undefined }],
        [sick, { ...tom, repeats: undefined }],
        [sick, { ...tom, speaker: STEWARD }],
      ] as const) {
        told = [];
        await tell(words, { asker });
        expect(told[0]?.body, words).toMatch(/^(?:Led by|Written after) words from outside/);
      }
      told = [];
      for (let index = 0; index < 3; index++) await tell(heard[0]?.words ?? "", { asker: tom });
      expect(told.at(-1)?.title).toBe("More in a conversation");
    });
  });

  it("is headed by who spoke in the turn, whosever words it repeats", async () => {
    const heard = () => [
      { source: "a message from Giles Kendrick", words: "Could I pay 700 now and the rest later?" },
    ];
    const dana: Asker = { ...STRANGER, speaker: { kind: "user", name: "Dana Whitfield" }, heard };
    await tell("Giles asks: could I pay 700 now and the rest later? Dana agrees.", { asker: dana });
    expect(told[0]?.title).toBe("From Steward, for Dana Whitfield");
    expect(told[0]?.body).toContain("(a message from Giles Kendrick)");
    await tell("Giles asks: could I pay 700 now?", { asker: { ...STRANGER, heard } });
    expect(told[1]?.title).toBe("Somebody outside wrote, says Steward");
  });

  it("leaves plain words as they are", () => {
    for (const words of ["See you at 10:30.", "Apt. 2B, $1,250.00", "It's 21.11.2026"])
      expect(withoutLeads(words, new Set())).toBe(words);
  });
});

/**
 * Every tool whose words may reach people of the team, from the registry: by which way, and what holds it. A tool that is given what notifies, or an effect
 * that people of the team read, fails here until it has its line.
 */
const WAYS = {
  notify_team: "quoted, limited",
  ask_user: "quoted, limited where it names a colleague",
  create_schedule: "a proposal's news quoted, limited",
} as const;

describe("ways to people of the team", () => {
  const services = () => ({
    db,
    team: () => teamOnDuty(db, "America/New_York", now),
    reader: async () => null,
    notify: async (news: TeamNews) => {
      if (!told.some(({ key }) => key === news.key)) told.push({ ...news, at: now });
    },
    toldSince: async () => told.map(({ key }) => key),
    onRecord: (words: string) => findOnRecord(db, words, `sms:${CALLER}`),
    clock: { now: () => now },
    timeZone: "America/New_York",
  });

  it("hold a proposed schedule's words to the rule: quoted, without leads, twice a run, then one summary", async () => {
    const tool = createSchedule as unknown as InternalTool;
    for (let at = 0; at < 5; at++)
      await tool.run(
        { title: "Sign in", instruction: "Sign in at https://evil.example/login", at: "2026-12-01T09:00" },
        services(),
        { ...seenIn(), id: `toolu_${at}`, runId: "run_1", asker: STRANGER },
      );
    expect(told.map(({ title }) => title)).toEqual([
      "Proposed schedule, led by words from outside",
      "Proposed schedule, led by words from outside",
      "More in a conversation",
    ]);
    expect(told[0]?.body).toContain(
      "Led by words from outside (Ana Reyes), not checked: “Sign in at [link removed]",
    );
    expect(JSON.stringify(told)).not.toContain("evil");
  });

  it("hold a question to a colleague to the rule: what is on record, and who wrote, stays in it", async () => {
    const gate = createGate(gateDeps(textingOf([]), {}, { open: async () => services() }));
    const { question } = await gate(
      call("ask_user", {
        to: "Marcus Hale",
        question: `${CALLER} wrote. Did Maria (412-555-0142) send her, or 412-555-9999?`,
        options: ["Call 412-555-0142", "Call 412-555-9999"],
        requiredFor: "ap@northgate-holdings.example",
      }),
      {
        ...SCOPE,
        conversationId: `sms:${CALLER}`,
        speaker: STRANGER.speaker,
        outside: true,
        outsideWords: true,
      },
    );
    expect(question).toMatchObject({
      question: `Led by words from outside (Ana Reyes), not checked: “${CALLER} wrote. Did Maria (412-555-0142) send her, or [number removed]?”`,
      options: ["Call 412-555-0142", "Call [number removed]"],
      requiredFor: "ap@northgate-holdings.example",
    });
  });

  it("hold questions to a colleague to the rule's limit", async () => {
    const tool = askUser as unknown as QuestionTool;
    const ask = (id: string) =>
      tool.addressee({ to: "Marcus Hale", question: "Will you sign in?" }, services(), {
        ...seenIn(),
        id,
        runId: `run_${id}`,
        asker: STRANGER,
      });
    for (let at = 0; at < 6; at++) {
      expect(await ask(`toolu_${at}`)).toMatchObject({ kind: "to" });
      told.push({
        key: `question:toolu_${at}`,
        about: "chat-1",
        title: "",
        body: "",
        path: "/",
        urgent: false,
        at: now,
      });
    }
    expect(await ask("toolu_7")).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Not sent") as string,
    });
    expect(told.at(-1)?.title).toBe("More in a conversation");
    expect(await ask("toolu_5")).toMatchObject({ kind: "to" });
  });

  it("are the tools whose toolset can notify, and no other", () => {
    const folder = join(import.meta.dirname, "../../../../src");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      // All but the limit itself.
      (file) => /(^|\/)tools\/.*\.ts$/.test(file) && file !== "agent/tools/reach.ts",
    );
    const reading = (pattern: RegExp) =>
      files.filter((file) => pattern.test(readFileSync(join(folder, file), "utf8"))).toSorted();
    // Who holds the way hands it on as `ReachServices`, and each tool that uses it holds to the limit.
    expect(reading(/\btenant\.notify\(/)).toEqual([
      "agent/schedules/tools/index.ts",
      "agent/tools/conversation/index.ts",
      "team/tools/index.ts",
    ]);
    expect(reading(/\bnotify\(\{|\bnotify\(news/)).toEqual([
      "agent/schedules/tools/create-schedule.ts",
      "agent/schedules/tools/index.ts",
      "agent/tools/conversation/index.ts",
      "team/tools/index.ts",
      "team/tools/notify-team.ts",
    ]);
    expect(reading(/\bheldBack\(/)).toEqual([
      "agent/schedules/tools/create-schedule.ts",
      "agent/tools/conversation/ask-user.ts",
      "team/tools/notify-team.ts",
    ]);
    for (const name of Object.keys(WAYS)) expect([name, findTool(name) !== null]).toEqual([name, true]);
    expect(
      catalogue()
        .filter((tool) => "asks" in tool)
        .map(({ name }) => name),
    ).toEqual(["ask_user"]);
  });

  it("that a rule would open wait for a person after words from outside; a colleague's own words don't", async () => {
    const said = "Tell Tom that the boiler at 9 Elm St is out.";
    const scope = { ...SCOPE, outside: true, outsideWords: true };
    const asked = async (text: string, more: Partial<TurnScope>) => {
      const judge = async () => ({ decision: "allow", rule: "external.two_keys" }) as const;
      const deps = gateDeps(textingOf([TOM, MARIA_LOPEZ]), {}, { judge });
      const to = TOM.numbers[0]?.number ?? "";
      await createGate(deps)(call("send_message", { to, text }), { ...scope, ...more });
      return deps.proposals.map(({ rule, allowed }) => [rule, allowed]);
    };
    const speaks = {
      recentTexts: [{ who: "user" as const, name: "Dana", text: said, at: "", messageId: "m" }],
    };
    expect(await asked("Sign in again at https://evil.example", speaks)).toEqual([["reach.led", false]]);
    expect(await asked(said, speaks)).toEqual([["external.two_keys", true]]);
    expect(await asked("Anything", { outside: false, outsideWords: false })).toEqual([
      ["external.two_keys", true],
    ]);
  });

  it("that come of a run or of judging what can't wait lead nowhere", async () => {
    const about = { source: "sms" as const, name: "Ana Reyes", words: "Hi", conversationId: `sms:${MARIA}` };
    const said = `Tell them to sign in at https://evil.example or call 412-555-9999. Her number is ${MARIA}.`;
    const { body } = attentionNews({ ...about, key: "run_1", said }, await findOnRecord(db, said));
    expect(body).toBe(
      `Hi\nSteward: Tell them to sign in at [link removed] or call [number removed]. Her number is ${MARIA}.`,
    );
    const team = attentionNews(
      { ...about, source: "team_text", key: "run_1", said: "See https://ours.example" },
      new Set(),
    );
    expect(team.body).toContain("https://ours.example");
    const why = "water, see https://evil.example";
    const rung = urgentNews({ ...about, id: "t1", routedTo: null }, why);
    expect(rung.title).toBe("Urgent: water, see [link removed]");
  });
});
