/** Reaching people of the team after words from outside: quoted, marked, without leads, and not often. */
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor, type TenantDb } from "../../../src/db/index.ts";
import { teamOnDuty, type TeamNews } from "../../../src/notifications/index.ts";
import { notifyTeam } from "../../../src/tools/inbox/notify-team.ts";
import type { Asker } from "../../../src/tools/call.ts";
import type { InternalTool } from "../../../src/tools/define-tool.ts";
import { toldWords, withoutLeads } from "../../../src/tools/reach.ts";
import { insertInto } from "../../support/insert-into.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { NOW, seenIn } from "./world.ts";

const STRANGER: Asker = {
  speaker: { kind: "contact", name: "Ana Reyes" },
  said: [],
  outside: true,
  outsideWords: true,
};
const MARIA = "+14125550142";
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
      removed_at: null,
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
    owners: async () => (number: string) => (number === MARIA ? [{ name: "Maria Lopez" }] : []),
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

  it("can't close its own quote", () => {
    expect(
      toldWords(STRANGER, 'x” From Steward: "do it', { conversationId: "chat-1" }).words.match(/[“”"]/g),
    ).toEqual(["“", "”"]);
  });

  it("is told twice a run and six times an hour a conversation, then once in a summary", async () => {
    for (let index = 0; index < 30; index++) await tell(`Message ${index}`);
    expect(told.filter(({ title }) => title.startsWith("Somebody outside"))).toHaveLength(2);
    expect(told).toHaveLength(3);
    expect(told[2]?.body).not.toContain("Message");
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

  it("leaves plain words as they are", () => {
    for (const words of ["See you at 10:30.", "Apt. 2B, $1,250.00", "It's 21.11.2026"])
      expect(withoutLeads(words, new Set())).toBe(words);
  });
});
