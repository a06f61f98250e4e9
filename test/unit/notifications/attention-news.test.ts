import { describe, expect, it } from "vitest";
import { attentionNews, unfinishedNews } from "../../../src/notifications/team-news.ts";

const CAME = {
  key: "run_1",
  conversationId: "sms:+14125550142",
  source: "sms" as const,
  name: "Maria Lopez",
  words: "The heat is off and my mother is 81",
  said: "Anneke comes at 10:45.",
};

const NONE: ReadonlySet<string> = new Set();

describe("what the team is notified of when a run has ended", () => {
  it("is calm where nothing presses", () => {
    const { title, body, urgent } = attentionNews(CAME, NONE);
    expect(title).toBe("Text from Maria Lopez");
    expect(body).toBe("The heat is off and my mother is 81\nSteward: Anneke comes at 10:45.");
    expect(urgent).toBe(false);
  });

  it("stays urgent where what came in can't wait: it takes that notice's place on the phone", () => {
    expect(attentionNews({ ...CAME, urgent: true }, NONE)).toMatchObject({
      title: "Urgent: text from Maria Lopez",
      urgent: true,
    });
  });

  it("says so where the run broke off", () => {
    const { title, body, urgent } = attentionNews({ ...CAME, said: "", urgent: true, brokenOff: true }, NONE);
    expect(title).toBe("Urgent and not finished: text from Maria Lopez");
    expect(body).toContain("Steward couldn’t finish, and no draft is waiting.");
    expect(urgent).toBe(true);
  });
});

it("whoever asked is told alone that there is no answer, why, and in which conversation", () => {
  const about = {
    ...CAME,
    words: "What came in since yesterday?",
    said: "The model can't be reached right now.",
  };
  const news = unfinishedNews(about, { kind: "colleague", userId: "user_marcus", name: "Marcus Webb" });
  expect(news).toMatchObject({
    title: "Not finished: What came in since yesterday?",
    body: "The model can't be reached right now.",
    urgent: false,
    routedTo: { userId: "user_marcus", mode: "only", personal: true },
  });
});
