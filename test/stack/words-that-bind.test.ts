/** HOUSE-RULE over the really running product: what a member says binds drafts at once; what Steward did by itself can be asked and undone. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { hasComeTo } from "../support/cannot-come.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { ownStack, type OwnStack } from "../support/own-stack.ts";
import { says, script, sentTexts } from "../support/scripted.ts";

let stack: OwnStack;
let dana: Client;
let marcus: Client;
let lena: Client;
let gregory: string;

beforeAll(async () => {
  stack = await ownStack();
  const signIn = (who: string) => signInAs(stack.appUrl, stack.sandboxUrl, `${who}@alderfinch.example`);
  [dana, marcus, lena] = [await signIn("dana"), await signIn("marcus"), await signIn("lena")];
  gregory = await numberOf("Gregory", "Stahl");
}, 300_000);
afterAll(() => stack[Symbol.asyncDispose]());

/** A contact's number, as the phone system lists it. */
async function numberOf(firstName: string, lastName: string): Promise<string> {
  interface Page {
    readonly data: readonly {
      readonly firstName: string | null;
      readonly lastName: string | null;
      readonly phoneNumbers: readonly { readonly value: string | null }[];
    }[];
    readonly nextCursor: string | null;
  }
  for (let after: string | null = ""; after !== null;) {
    const more: string = after === "" ? "" : `&after=${after}`;
    const answer = await fetch(`${stack.sandboxUrl}/quo/contacts?limit=50${more}`, {
      headers: { authorization: "quo_demo_alder", "quo-api-version": "2026-03-30" },
    });
    const page = (await answer.json()) as Page;
    const found = page.data.find((one) => one.firstName === firstName && one.lastName === lastName);
    if (found !== undefined) return found.phoneNumbers[0]?.value ?? "";
    after = page.nextCursor;
  }
  throw new Error(`no contact ${firstName} ${lastName}`);
}

/** A chat whose model makes the calls it is given with each message. */
function chat(by: Client) {
  const id = randomUUID();
  let serial = 0;
  return {
    id,
    uses: (name: string, input: object) => ({
      type: "tool_use",
      id: `toolu_${id.slice(0, 13).replaceAll("-", "_")}_${serial++}`,
      name,
      input,
    }),
    /** The marker stands before the words, which stay sentences of their own. */
    async say(words: string, ...calls: readonly object[]): Promise<void> {
      const marker = `binds-${randomUUID().slice(0, 13)}`;
      const replies = calls.map((call) => ({ content: [call], stopReason: "tool_use" }));
      await script(stack.sandboxUrl, marker, [...replies, says("Done.")]);
      await by.send(id, `For ${marker}. ${words}`);
    },
    drafts: (count: number): Promise<Approval[]> =>
      eventually(`${count} drafts wait`, async () => {
        const items = await by.openApprovals(id);
        return items.length === count ? items : null;
      }),
  };
}

const RULE = "Texts to Gregory always go past Dana.";
const propose = { sentence: RULE, channels: ["text"], recipients: ["Gregory Stahl"], decidedBy: ["Dana"] };
const houseLints = ({ lints }: Approval) => lints.filter(({ code }) => code.startsWith("house_rule:"));

const decision = (by: Client, { id, effectHash }: Approval, body: object = {}): Promise<Response> =>
  by.request("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash, ...body });
const approval = (by: Client, id: string): Promise<Approval> => by.json("GET", `/api/approvals/${id}`);
const cameTo = (id: string, status: Approval["status"]): Promise<Approval> =>
  eventually(`it is ${status}`, async () => {
    await stack.tick();
    const now = await approval(dana, id);
    return hasComeTo(now, status) ? now : null;
  });

/** What a tool answered the model. */
async function answerTo({ id }: { readonly id: string }): Promise<string> {
  interface Sent {
    readonly items: readonly {
      readonly request: { readonly messages: readonly { readonly content: unknown }[] };
    }[];
  }
  return eventually("the tool has answered", async () => {
    const { items } = await controlAt<Sent>(stack.sandboxUrl, `anthropic/requests?marker=${id}`);
    const blocks = items.flatMap(({ request }) => request.messages.flatMap(({ content }) => content)) as {
      readonly tool_use_id?: string;
      readonly content?: unknown;
    }[];
    const found = blocks.find(({ tool_use_id: of }) => of === id);
    return found === undefined ? null : JSON.stringify(found.content);
  });
}

it("HOUSE-RULE: a member's sentence is a card for an admin and binds where it was said; its draft says so, and Dana alone decides", async () => {
  const talk = chat(lena);
  // Somebody outside has written, and was read: the member's own sentence is still theirs.
  await talk.say(
    "Texts to Gregory always go past Dana, remember that.",
    talk.uses("list_messages", { number: gregory }),
    talk.uses("propose_house_rule", propose),
  );
  const [card] = (await talk.drafts(1)) as [Approval];
  expect(card).toMatchObject({ tool: "propose_house_rule", adminsOnly: true });
  expect(card.effects[0]?.document).toMatchObject({
    isOwnWords: true,
    rule: { sentence: RULE, by: { name: "Lena Brandt" } },
  });
  expect((await decision(marcus, card)).status).toBe(403);

  await talk.say(
    "Tell Gregory that the stairs are being fixed.",
    talk.uses("send_message", { to: gregory, text: "The stairs are being fixed." }),
  );
  const draft = (await talk.drafts(2)).find(({ tool }) => tool === "send_message") as Approval;
  expect(houseLints(draft)).toMatchObject([
    { level: "warning", message: `House rule: “${RULE}” Only Dana Whitfield can decide.` },
  ]);
  expect(draft.deciders?.map(({ name }) => name)).toEqual(["Dana Whitfield"]);

  // Elsewhere it holds once an admin has confirmed it.
  const elsewhere = chat(marcus);
  await elsewhere.say(
    "Tell Gregory hello.",
    elsewhere.uses("send_message", { to: gregory, text: "Hello from the office." }),
  );
  const [free] = (await elsewhere.drafts(1)) as [Approval];
  expect([houseLints(free), free.deciders]).toEqual([[], undefined]);

  const refused = await decision(lena, draft);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    error: { message: `House rule: “${RULE}” Only Dana Whitfield can decide this.` },
  });
  expect(await sentTexts(stack.sandboxUrl)).toEqual([]);

  expect((await decision(dana, card)).status).toBe(200);
  await cameTo(card.id, "done");
  expect(houseLints(await approval(marcus, free.id))).toHaveLength(1);
  expect((await decision(marcus, await approval(marcus, free.id))).status).toBe(403);

  expect((await decision(dana, await approval(dana, draft.id))).status).toBe(200);
  await cameTo(draft.id, "done");
  expect(await sentTexts(stack.sandboxUrl)).toEqual(["The stairs are being fixed."]);
}, 240_000);

it("a sentence that only a stranger wrote binds nobody before an admin has confirmed it", async () => {
  const talk = chat(lena);
  const sentence = "Texts to Gregory never wait for anyone.";
  await talk.say(
    "What did Gregory write?",
    talk.uses("list_messages", { number: gregory }),
    talk.uses("propose_house_rule", { ...propose, sentence, decidedBy: ["Marcus"] }),
  );
  const [card] = (await talk.drafts(1)) as [Approval];
  expect(card.effects[0]?.document).toMatchObject({ isOwnWords: false });
  await talk.say("Tell Gregory hi.", talk.uses("send_message", { to: gregory, text: "Hi." }));
  const draft = (await talk.drafts(2)).find(({ tool }) => tool === "send_message") as Approval;
  expect(houseLints(draft).map(({ message }) => message)).not.toContainEqual(
    expect.stringContaining(sentence),
  );
}, 240_000);

it("what Steward did without asking can be asked, and the last of it is undone on a member's word", async () => {
  const talk = chat(lena);
  const note = talk.uses("append_file", { path: "areas/keys.md", text: "- The roof key is with Tom" });
  await talk.say("Note that the roof key is with Tom.", note);
  expect(await answerTo(note)).toContain("areas/keys.md");

  const asked = talk.uses("list_own_acts", { unasked: true });
  await talk.say("What did you do without asking?", asked);
  expect(await answerTo(asked)).toMatch(/insideUnasked[^]*areas\/keys\.md/);

  // After a stranger's words only a member's own say-so undoes anything.
  const kept = talk.uses("undo_own_act", {});
  await talk.say("What did Gregory write?", talk.uses("list_messages", { number: gregory }), kept);
  expect(await answerTo(kept)).toContain("Only a colleague can have something undone");

  const undone = talk.uses("undo_own_act", {});
  await talk.say("Undo the last thing.", undone);
  expect(await answerTo(undone)).toMatch(/undone[^]*areas\/keys\.md/);
  const gone = await lena.request("GET", "/api/workspace/read?path=areas%2Fkeys.md");
  expect(gone.status).toBe(404);
  expect(await talk.drafts(0)).toEqual([]);
}, 240_000);

it("OWN-WORDS: after a stranger's words were read, what a member orders is done, and nothing else is", async () => {
  const talk = chat(marcus);
  const made = (name: string) =>
    talk.uses("pm_mutate", { changes: [{ operation: "insert", entity: "projects", data: { name } }] });
  const note = talk.uses("append_file", { path: "MEMORY.md", text: "- Walt works until four" });
  const read = talk.uses("list_messages", { number: gregory });
  await talk.say("Walt works until four, remember that.", read, note);
  expect(await answerTo(note)).toContain("Walt works until four");
  const ordered = made("Hall repaint");
  await talk.say("Set up a project Hall repaint.", ordered);
  expect(await answerTo(ordered)).toContain("written");
  expect(await talk.drafts(0)).toEqual([]);
  await talk.say("What did Gregory want?", made("Refund for Gregory"));
  const [card] = (await talk.drafts(1)) as [Approval];
  expect(card).toMatchObject({ tool: "pm_mutate", rule: "projects.outside_text" });
}, 240_000);

it("a draft of another chat is written otherwise where a member says how, and stays where they don't", async () => {
  const other = chat(lena);
  const text = (words: string, more = {}) => ({ to: gregory, text: words, ...more });
  await other.say("Tell Gregory when Walt comes.", other.uses("send_message", text("Walt comes at 6.")));
  const [first] = (await other.drafts(1)) as [Approval];
  const talk = chat(dana);
  const kept = talk.uses("send_message", text("Walt comes never.", { replaces: first.id }));
  await talk.say("What waits for Gregory?", talk.uses("list_messages", { number: gregory }), kept);
  expect(await answerTo(kept)).toContain("belongs to another conversation");
  await talk.say(
    "Send it, but with 5:45.",
    talk.uses("send_message", text("Walt comes at 5:45.", { replaces: first.id })),
  );
  const [second] = (await talk.drafts(1)) as [Approval];
  expect(second.effects[0]?.document).toMatchObject({ text: "Walt comes at 5:45." });
  expect((await approval(lena, first.id)).status).toBe("withdrawn");
}, 240_000);

it("Steward knows its own product: the help pages of the deployment, what it asked, and the agents of a project", async () => {
  const talk = chat(marcus);
  const help = talk.uses("search_help", { query: "stop the ringing in the evening" });
  await talk.say("How do I stop the ringing in the evening?", help);
  expect(await answerTo(help)).toContain("[Settings → On call](/settings/on-call)");

  const asking = chat(dana);
  const question = "Who has the key of the machine room?";
  await asking.say("Ask Marcus about the key.", asking.uses("ask_user", { question, to: "Marcus" }));
  const open = await eventually("the question is listed", async () => {
    const listed = talk.uses("list_questions", {});
    await talk.say("Which of your questions are open?", listed);
    const answer = await answerTo(listed);
    return answer.includes(question) ? answer : null;
  });
  expect(open).toContain("Marcus");

  interface Listed {
    readonly items: readonly { readonly id: string; readonly name: string }[];
  }
  const [project] = (await dana.json<Listed>("GET", "/api/projects")).items;
  const start = talk.uses("start_project_agent", { project: project?.name ?? "", agent: "sow-generator" });
  await talk.say(`Have the SOW generator make the statement of work for ${project?.name ?? ""}.`, start);
  expect(await answerTo(start)).toContain(`/projects/${project?.id ?? ""}/agents`);
  const runs = `/api/projects/${project?.id ?? ""}/agents/sow-generator/runs`;
  expect((await dana.json<{ items: readonly object[] }>("GET", runs)).items).toMatchObject([
    { trigger: "request", requestedBy: "Marcus Hale" },
  ]);
});
