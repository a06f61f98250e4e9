/** A contact that is changed and deleted: against the sandbox's Quo, over HTTP, and our own copy of it. */
import { bookOf, contactsIn } from "../../../support/contact-book.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import { describe as describeCall } from "../../../../src/approvals/index.ts";
import type { EffectBytes, EffectExecutor } from "../../../../src/approvals/ports.ts";
import type { Contact } from "../../../../src/integrations/connections/index.ts";
import { findPerson, saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { findContact, quoTexting, type QuoAccount } from "../../../../src/integrations/quo/read.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { deleteContact } from "../../../../src/messaging/tools/contacts/delete-contact.ts";
import { updateContact } from "../../../../src/messaging/tools/contacts/update-contact.ts";
import type { AnyTool } from "../../../../src/agent/tools/define-tool.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { seenIn, textServices } from "../../agent/tools/world.ts";
import { comesAbout } from "../../../support/event-loop.ts";
import { startQuo, type QuoSandbox } from "./sandbox.ts";
import { effectWorld } from "../../../support/effect-world.ts";

let quo: QuoSandbox;
let account: QuoAccount;
let db: TenantDb;
let executor: EffectExecutor;
let contacts: readonly Contact[];
let maria: Contact;

beforeAll(async () => {
  quo = await startQuo();
  account = { ...quo.account, client: patient(quo.account.client) };
  contacts = await contactsIn(account);
  maria = named(contacts, "Maria Lopez");
});
afterAll(() => quo.close());

/** A client that waits where the provider takes no more calls this second, as the queue of actions does. */
function patient(client: QuoAccount["client"]): QuoAccount["client"] {
  return async (call) => {
    let answer: Awaited<ReturnType<typeof client>>;
    await comesAbout("the provider takes the call", async () => {
      try {
        answer = await client(call);
        return true;
      } catch (error) {
        if (error instanceof IntegrationError && error.status === 429) return false;
        throw error;
      }
    });
    return answer;
  };
}

beforeEach(async () => {
  await quo.control("reset", {});
  db = dbFor(nodeD1(), "tenant_alder");
  executor = createExecutor(
    (async (vendor: string) => (vendor === "quo" ? account : null)) as FindAccount,
    effectWorld(db),
  );
  await saveContacts(db, account.connection.id, contacts, Date.now());
});

function named(all: readonly Contact[], name: string): Contact {
  const found = all.find((contact) => contact.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

async function resolve(tool: AnyTool, input: object) {
  if (tool.effect !== "external") throw new TypeError("not an external tool");
  return tool.resolve(tool.input.parse(input), textServices(quoTexting(account, bookOf(contacts))), seenIn());
}

async function effectOf(tool: AnyTool, input: object): Promise<EffectBytes> {
  const resolution = await resolve(tool, input);
  const [effect] = resolution.kind === "resolved" ? resolution.effects : [];
  if (effect === undefined) throw new Error(JSON.stringify(resolution));
  return effect;
}

const perform = (effect: EffectBytes, idempotencyKey = "effect_1") =>
  executor.perform(effect, { idempotencyKey, deadlineMs: Infinity });
const now = async (): Promise<Contact | null> => findContact(account, maria.id);
const preconditionOf = (effect: EffectBytes) => {
  const resolution = { kind: "resolved" as const, effects: [effect], observed: [], lints: [], urgent: false };
  const [only] = describeCall(effectKinds(), resolution, "chat-1").preconditions;
  if (only === undefined) throw new Error("nothing must hold");
  return only;
};
const holds = (effect: EffectBytes) => executor.check(preconditionOf(effect), effect);

describe("update_contact", () => {
  it("changes only the fields that differ, in the provider and in our copy, and its undo puts the old ones back", async () => {
    const effect = await effectOf(updateContact, {
      contact: maria.id,
      lastName: "Lopez-Hale",
      role: maria.role ?? "",
      addNumber: "(412) 555-0167",
      addEmail: "maria.hale@example.com",
    });
    expect(Object.keys(effect.document["set"] as object)).toEqual(["lastName", "numbers", "emails"]);
    const done = await perform(effect);
    expect(done.summary).toBe("Contact changed: Maria Lopez");
    // The ledger keeps an id of the provider's once a kind: a contact is changed more often than that.
    expect(done.providerId).toBeNull();
    const after = await now();
    expect(after).toMatchObject({ name: "Maria Lopez-Hale", role: maria.role, company: maria.company });
    expect(after?.numbers.map(({ number }) => number)).toEqual([
      ...maria.numbers.map(({ number }) => number),
      "+14125550167",
    ]);
    expect((await findPerson(db, "+14125550167"))?.contact).toMatchObject({
      id: maria.id,
      name: "Maria Lopez-Hale",
    });

    const undo = executor.compensation(effect, done.providerId);
    if (undo === null) throw new Error("no undo");
    expect(await holds(undo.effect)).toEqual({ holds: true });
    await perform(undo.effect, "effect_2");
    expect(await now()).toEqual({ ...maria, createdAt: expect.any(String) as unknown });
    expect((await findPerson(db, "+14125550167"))?.contact).toBeNull();
  });

  it("is not performed where somebody changed those fields since, and is where another field changed", async () => {
    const role = await effectOf(updateContact, { contact: maria.id, role: "Tenant, 12 Birch St, Unit 2A" });
    await perform(await effectOf(updateContact, { contact: maria.id, company: "Hale & Co" }), "effect_2");
    expect(await holds(role)).toEqual({ holds: true });
    await perform(await effectOf(updateContact, { contact: maria.id, role: "Owner" }), "effect_3");
    expect(await holds(role)).toMatchObject({
      holds: false,
      reason: expect.stringContaining("changed since") as unknown,
    });
    await perform(await effectOf(deleteContact, { contact: maria.id }), "effect_4");
    expect(await holds(role)).toMatchObject({ holds: false, reason: "The contact no longer exists." });
  });

  it("stops a waiting text to a number that it took from the contact, and no other text", async () => {
    const number = maria.numbers[0]?.number ?? "";
    const waiting = { kind: "number_stands", contactId: maria.id, number };
    const effect = await effectOf(updateContact, {
      contact: maria.id,
      addNumber: "(412) 555-0167",
      removeNumber: number,
    });
    expect(await executor.check(waiting, effect)).toEqual({ holds: true });
    await perform(effect);
    expect(await executor.check(waiting, effect)).toMatchObject({
      holds: false,
      reason: expect.stringMatching(
        /^\+1 412 555 0142 is no longer a number of Maria Lopez, who now has .*\+1 412 555 0167\.$/,
      ) as unknown,
    });
    expect(await executor.check({ ...waiting, number: "+14125550167" }, effect)).toEqual({ holds: true });
    expect(await executor.check({ ...waiting, contactId: "c_gone" }, effect)).toEqual({ holds: true });
  });

  it("is found again after a crash by its fields, and tried again at once where it has its old values: that does no harm", async () => {
    const effect = await effectOf(updateContact, { contact: maria.id, firstName: "Marisol" });
    const look = (agoMs: number) =>
      executor.lookUp(effect, {
        claimedAt: new Date(Date.now() - agoMs).toISOString(),
        now: Date.now(),
        takenProviderIds: [],
      });
    expect(await look(1_000)).toEqual({ kind: "absent" });
    await perform(effect);
    expect(await look(1_000)).toMatchObject({ kind: "found", performed: { providerId: null } });
  });

  it("says what is wrong and how to go on", async () => {
    const said = async (input: object) => {
      const resolution = await resolve(updateContact, input);
      return resolution.kind === "retry" ? resolution.message : JSON.stringify(resolution);
    };
    expect(await said({ contact: "c_nobody", role: "Owner" })).toContain("search_contacts");
    expect(await said({ contact: maria.id, role: maria.role })).toContain("Nothing would change");
    expect(await said({ contact: maria.id, removeNumber: "+13125550188" })).toContain(
      maria.numbers[0]?.number,
    );
    expect(await said({ contact: maria.id, addNumber: "soon" })).toContain("E.164");
    expect(await said({ contact: maria.id, removeEmail: "no@one.example" })).toContain(
      "doesn't have the address",
    );
  });

  it("warns where a number is somebody else's already", async () => {
    const other = contacts.find(({ id, numbers }) => id !== maria.id && numbers.length === 1);
    expect(
      await resolve(updateContact, { contact: maria.id, addNumber: other?.numbers[0]?.number }),
    ).toMatchObject({
      lints: [{ code: "shared_number", message: expect.stringContaining(other?.name ?? "") as unknown }],
    });
  });

  it("may be let through unasked by no rule", () => {
    expect(updateContact).toMatchObject({ defaultMode: "ask", mayAllow: false });
    expect(deleteContact).toMatchObject({ defaultMode: "ask", mayAllow: false });
  });
});

describe("delete_contact", () => {
  it("deletes the contact that was shown, and nobody who was renamed since", async () => {
    const effect = await effectOf(deleteContact, { contact: maria.numbers[0]?.number ?? "" });
    expect(effect.document).toMatchObject({ contactId: maria.id, name: "Maria Lopez" });
    expect(await holds(effect)).toEqual({ holds: true });
    await perform(await effectOf(updateContact, { contact: maria.id, firstName: "Marisol" }), "effect_2");
    expect(await holds(effect)).toMatchObject({
      holds: false,
      reason: expect.stringContaining("Marisol Lopez") as unknown,
    });
    await perform(effect, "effect_3");
    expect(await now()).toBeNull();
    expect(await findPerson(db, maria.id)).toBeNull();
    // What is gone already hinders nothing.
    expect(await holds(effect)).toEqual({ holds: true });
    await perform(effect, "effect_4");
  });
});
