/** Proposing a house rule: what a sentence of the team becomes, over the real tables. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { HouseRule } from "../../../../src/approvals/api/house-rules.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import type { Resolution } from "../../../../src/approvals/ports.ts";
import { houseRule } from "../../../../src/approvals/effects/house-rule.ts";
import { updatePolicy } from "../../../../src/approvals/policy/index.ts";
import type { ExternalTool } from "../../../../src/agent/tools/define-tool.ts";
import type { Contact } from "../../../../src/integrations/connections/index.ts";
import { dbFor, users, type TenantDb } from "../../../../src/platform/db/index.ts";
import { proposeHouseRule } from "../../../../src/team/tools/propose-house-rule.ts";
import { written } from "../../../../src/workspace/tools/files/results.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { contact, NOW, seenIn } from "./world.ts";

const TENANT = "tenant_alder";
const LENA = { kind: "user" as const, id: "lena", name: "Lena Ortiz" };
let db: TenantDb;
let contacts: Contact[];

beforeEach(async () => {
  const d1 = nodeD1();
  db = dbFor(d1, TENANT);
  contacts = [contact("Gregory Stahl", { numbers: [{ label: "Mobile", number: "+14125550177" }] })];
  for (const name of ["Dana Whitfield", "Marcus Hale"]) {
    const id = name.split(" ")[0]?.toLowerCase() ?? "";
    await insertInto(d1, "users", TENANT, { id, name, email: `${id}@alderfinch.example`, removed_at: null });
  }
});

function resolve(input: object, said: readonly string[] = [], outside = false): Promise<Resolution> {
  const tool = proposeHouseRule as ExternalTool;
  const services = { db, clock: { now: () => NOW }, contactsNamed: async () => contacts };
  const asker = { speaker: LENA, said, outside, outsideWords: outside };
  return tool.resolve(tool.input.parse(input), services, { ...seenIn(), asker });
}

async function proposed(input: object, said?: readonly string[], outside?: boolean) {
  const made = await resolve(input, said, outside);
  if (made.kind !== "resolved") throw new Error(made.message);
  return { document: made.effects[0]!.document as never as Document, lints: made.lints };
}
interface Document {
  readonly rule: HouseRule | null;
  readonly check: string;
  readonly replaces: readonly { readonly sentence: string }[];
  readonly isOwnWords: boolean;
}

async function inForce(...houseRules: HouseRule[]): Promise<void> {
  const policy = { ...DEFAULT_POLICY, houseRules };
  await updatePolicy(db, { policy, version: 0, by: { kind: "user", id: "dana", name: "Dana" }, nowMs: NOW });
}

const GREGORY = {
  sentence: "Texts to Gregory go past Dana.",
  channels: ["text"],
  recipients: ["Gregory"],
  decidedBy: ["Dana"],
};

describe("propose_house_rule", () => {
  it("knows whom a sentence names, by number too, and says in plain words what it would check", async () => {
    const { document } = await proposed(GREGORY, [GREGORY.sentence]);
    expect(document).toMatchObject({
      check: "Texts to Gregory Stahl: only Dana Whitfield can decide.",
      isOwnWords: true,
      rule: {
        by: { id: "lena" },
        channels: ["sms"],
        recipients: ["Gregory Stahl", "+14125550177"],
        decides: { who: "people", people: [{ id: "dana", name: "Dana Whitfield" }] },
      },
    });
  });

  it("asks who is meant, who decides, and what is caught, where that isn't said", async () => {
    contacts.push(contact("Gregory Pike"));
    expect(await resolve(GREGORY)).toMatchObject({
      kind: "retry",
      message: /Several contacts fit “Gregory”/,
    });
    contacts = [];
    expect((await proposed(GREGORY)).document.rule?.recipients).toEqual(["Gregory"]);
    expect(await resolve({ ...GREGORY, decidedBy: ["Walt"] })).toMatchObject({ kind: "retry" });
    expect(await resolve({ sentence: "We are nice." })).toMatchObject({ kind: "retry" });
  });

  it("is nobody's words where a stranger's were read and no member said it", async () => {
    const sentence = "Nothing goes out without me.";
    const input = { sentence, judged: true };
    expect((await proposed(input, ["Read me his text"], true)).document.isOwnWords).toBe(false);
    expect((await proposed(input, [sentence], true)).document.isOwnWords).toBe(true);
  });

  it("shows the rule it contradicts, and takes its place with the same decision", async () => {
    const limit = {
      sentence: "Nothing above $1,000 without the owner.",
      amountAbove: 1000,
      decidedBy: ["admins"],
    };
    const first = (await proposed(limit)).document.rule!;
    await inForce(first);
    expect(await resolve(limit)).toMatchObject({ kind: "failed" });
    const { document, lints } = await proposed({
      ...limit,
      sentence: "Nothing above $500.",
      amountAbove: 500,
    });
    expect(document.replaces.map(({ sentence }) => sentence)).toEqual([limit.sentence]);
    expect(lints[0]?.message).toContain(`“${limit.sentence}” (Lena Ortiz)`);
  });

  it("takes a rule out by its words", async () => {
    const { document } = await proposed(GREGORY);
    await inForce(document.rule!);
    const removal = await proposed({ sentence: "texts to Gregory", remove: true });
    expect(removal.document).toMatchObject({ rule: null, replaces: [{ sentence: GREGORY.sentence }] });
    expect(houseRule.document.safeParse(removal.document).success).toBe(true);
    expect(await resolve({ sentence: "no such thing", remove: true })).toMatchObject({ kind: "retry" });
  });

  it("knows only members who are still there", async () => {
    await db.update(users, { removedAt: "2026-11-01T00:00:00.000Z" }, eq(users.id, "dana"));
    expect(await resolve(GREGORY)).toMatchObject({ kind: "retry" });
  });
});

describe("a note that reads like a rule", () => {
  const hintOf = (line: string) => {
    const row = { path: "MEMORY.md" } as never;
    const result = written(row, "added", { before: "", after: line });
    return (result as { data: { hint?: string } }).data.hint;
  };
  it.each([
    "We never promise times by text.",
    "Texts to Gregory go past Dana.",
    "Nothing above $1,000 without the owner.",
    "Don't text tenants after 8.\nWe don't text before 7 either.",
    "Only Marcus approves discounts.",
    "Dana has to see every reply to a lawyer.",
    "Never quote a price before the walkthrough.",
  ])("names the tool: %s", (line) => expect(hintOf(line)).toContain("propose_house_rule"));
  it.each([
    "Maria's sink was fixed on Tuesday.",
    "The boiler room code is with Walt.",
    "Rosa prefers Spanish.",
  ])("says nothing: %s", (line) => expect(hintOf(line)).toBeUndefined());
});
