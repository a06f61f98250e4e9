import { describe, expect, it } from "vitest";
import { createStories, type Stories } from "../../../sandbox/console/play.ts";
import { STORIES } from "../../../sandbox/console/stories.ts";
import { answerByHand } from "../../../sandbox/google/gmail/by-hand.ts";
import { sendRaw } from "../../../sandbox/google/gmail/delivery.ts";
import { mailStore, readMail } from "../../../sandbox/google/gmail/store.ts";
import { quoStore } from "../../../sandbox/quo/store.ts";
import { quoWorld } from "../integrations/quo/quo-world.ts";
import { comesAbout } from "../../support/event-loop.ts";

const storyOf = (stories: Stories, id: string) => {
  const found = stories.list().find((story) => story.id === id);
  if (found === undefined) throw new Error(`There is no story ${id}`);
  return found;
};

describe("the console's stories", () => {
  it("are each about somebody whom the company's contacts or the story itself know", () => {
    const stories = createStories(quoWorld().context);
    expect(stories.list().map(({ id }) => id)).toEqual(STORIES.map(({ id }) => id));
    const texts = new Set(STORIES.filter(({ steps }) => steps[0]?.kind === "text").map(({ id }) => id));
    for (const { id, who } of stories.list().filter((story) => texts.has(story.id)))
      expect(who, id).toMatchObject({ number: expect.stringMatching(/^\+1\d{10}$/) });
    expect(new Set(STORIES.map(({ id }) => id)).size).toBe(STORIES.length);
  });

  it("put their texts into the thread and say openly that no one listens", async () => {
    const world = quoWorld();
    const stories = createStories(world.context);
    stories.play("injection");
    await comesAbout("it is done", () => storyOf(stories, "injection").state === "done");
    expect(storyOf(stories, "injection").happened).toMatchObject([
      { text: "Gregory Stahl texts", told: "nobody_listens" },
    ]);
    const [alder] = quoStore(world.context).accounts;
    expect(alder?.records.messages.at(-1)).toMatchObject({
      direction: "incoming",
      participant: "+18145550148",
    });
    expect(world.outbox).toEqual([]);
  });

  it("of a call leave it on record as Quo has it, with what was said", async () => {
    const world = quoWorld();
    const stories = createStories(world.context);
    stories.play("call");
    await comesAbout("it is done", () => storyOf(stories, "call").state === "done");
    const call = quoStore(world.context).accounts[0]?.records.calls.at(-1);
    expect(call).toMatchObject({ participant: "+14125550150", status: "completed", durationS: 180 });
    const summary = await world.call("GET", `/v1/call-summaries/${call?.id ?? ""}`);
    expect(summary.body.data.nextSteps).toContain("Fix the handrail by Tuesday.");
    expect(storyOf(stories, "call").who).toMatchObject({ number: "+14125550150" });
  });

  it("of a group text make a thread of its own, with everybody in it", async () => {
    const world = quoWorld();
    const stories = createStories(world.context);
    stories.play("group");
    await comesAbout("it is done", () => storyOf(stories, "group").state === "done");
    const thread = async (...participants: string[]): Promise<string[]> => {
      const query = new URLSearchParams({ phoneNumberId: "PNalderShared", maxResults: "100" });
      for (const one of participants) query.append("participants", one);
      const { body } = await world.call("GET", `/v1/messages?${query.toString()}`);
      return body.data
        .filter(({ to }: { to: string[] }) => to.length > 1)
        .map(({ text }: { text: string }) => text);
    };
    expect(await thread("+14125550149", "+14125550191")).toMatchObject([
      expect.stringContaining("bring the second set"),
    ]);
    expect(await thread("+14125550149")).toEqual([]);
  });

  it("of a colleague who answers in Gmail put the answer into the thread, sent, and into no outbox", () => {
    const world = quoWorld();
    const office = mailStore(world.context).find("office@alderfinch.example")!;
    const answers = "Statement for 214 Birch St";
    const sent = answerByHand(world.context, office, { staff: "Dana", answers, text: "It does." });
    const thread = office.thread(sent.threadId);
    expect(thread.at(-1)).toMatchObject({ id: sent.id, labelIds: ["SENT"] });
    expect(readMail(sent).subject).toBe(`Re: ${answers}`);
    expect(world.outbox).toEqual([]);
    const missing = { staff: "Dana", answers: "Nothing of the kind", text: "?" };
    expect(() => answerByHand(world.context, office, missing)).toThrow("There is no e-mail");
  });

  it("with a machine that answers every text stop by themselves", async () => {
    const world = quoWorld();
    const stories = createStories(world.context);
    stories.play("loop");
    await comesAbout("the machine listens", () => storyOf(stories, "loop").state === "listening");
    const { who } = storyOf(stories, "loop");
    const number = who !== null && "number" in who ? who.number : "";
    for (let texts = 0; texts < 5; texts++) {
      const sent = await world.call("POST", "/v1/messages", {
        body: { from: "+14125550100", to: [number], content: `Text ${texts}` },
      });
      expect(sent.status).toBe(202);
    }
    await comesAbout("it is done", () => storyOf(stories, "loop").state === "done");
    const [alder] = quoStore(world.context).accounts;
    const thread =
      alder?.records.messages.filter(({ participant }) => participant === number).slice(-9) ?? [];
    expect(thread.filter(({ text }) => text.includes("automatic message"))).toHaveLength(4);
    expect(storyOf(stories, "loop").happened.at(-1)?.text).toBe("The machine is off after 3");
  });

  it("that are e-mails are all in the mailbox, and each can be opened in its thread", async () => {
    const { context } = quoWorld();
    const stories = createStories(context);
    const office = mailStore(context).find("office@alderfinch.example");
    const letters = STORIES.filter(({ steps }) => steps.every(({ kind }) => kind === "email"));
    expect(letters.length).toBeGreaterThan(5);
    for (const { id, steps } of letters) {
      stories.play(id);
      await comesAbout(`${id} is done`, () => storyOf(stories, id).state === "done");
      expect(storyOf(stories, id).happened.map(({ told }) => told)).toEqual(steps.map(() => "polled"));
      const { who } = storyOf(stories, id);
      const threadId = who !== null && "threadId" in who ? who.threadId : "";
      const newest = office?.thread(threadId).at(-1);
      expect(newest?.labelIds, id).toContain("UNREAD");
    }
    const owner = storyOf(stories, "owner-question").who;
    expect(office?.thread(owner !== null && "threadId" in owner ? owner.threadId : "")).toHaveLength(3);
  });

  it("with a mailbox that answers every letter stop by themselves", async () => {
    const { context } = quoWorld();
    const stories = createStories(context);
    const store = mailStore(context);
    const office = store.find("office@alderfinch.example");
    if (office === null) throw new Error("there is no office");
    stories.play("mail-loop");
    await comesAbout("the machine listens", () => storyOf(stories, "mail-loop").state === "listening");
    const raw = "To: Calvin Yoo <calvin.yoo@mail.example>\r\nSubject: Roof\r\n\r\nFriday at 9.";
    for (let letters = 0; letters < 4; letters++) sendRaw(context, store, office, { raw, threadId: null });
    await comesAbout("it is done", () => storyOf(stories, "mail-loop").state === "done");
    const answers = office.messages.filter(
      (mail) => mail.labelIds.includes("UNREAD") && readMail(mail).subject === "Automatic reply: Roof",
    );
    expect(answers).toHaveLength(3);
    expect(storyOf(stories, "mail-loop").happened.at(-1)?.text).toBe("The machine is off after 3");
  });

  it("end when the world is made new", async () => {
    const stories = createStories(quoWorld().context);
    stories.play("loop");
    await comesAbout("the machine listens", () => storyOf(stories, "loop").state === "listening");
    stories.reset();
    expect(storyOf(stories, "loop").state).toBe("idle");
  });

  it("say why where the world has no such people", async () => {
    const stories = createStories(quoWorld({ world: "empty" }).context);
    stories.play("rent");
    await comesAbout("it has failed", () => storyOf(stories, "rent").state === "failed");
    expect(storyOf(stories, "rent").trouble).toBe("José Ibáñez is not in the contacts of this world.");
  });
});
