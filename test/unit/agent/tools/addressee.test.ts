import { describe, expect, it } from "vitest";
import { questionNews } from "../../../../src/notifications/team-news.ts";
import { addresseeOf } from "../../../../src/agent/tools/conversation/addressee.ts";

const duty = (place: number, now: boolean) => ({ place, hours: "always", now });
const member = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  email: `${id}@alderfinch.example`,
  role: "member",
  phone: null,
  duty: null,
  ...more,
});
const TEAM = {
  members: [
    member("dana", "Dana Whitfield", { duty: duty(2, true) }),
    member("marcus", "Marcus Hale", { duty: duty(1, false) }),
    member("priya", "Priya Raman", { duty: duty(3, true) }),
    member("maria_r", "María Raman"),
  ],
};
const ABOUT = {
  key: "toolu_1",
  conversationId: "c1",
  source: "web_chat",
  name: "Dana Whitfield",
  words: "Plumber for 4B",
  said: "",
} as const;
const QUESTION = {
  toolCallId: "toolu_1",
  question: "Which day?",
  options: ["Mon", "Tue"],
  requiredFor: null,
};

describe("whom a question is for", () => {
  it.each([
    ["Priya", "priya"],
    ["priya raman", "priya"],
    ["marcus", "marcus"],
    ["marcus@alderfinch.example", "marcus"],
    ["Maria", "maria_r"],
  ])("%s is one person of the team", (to, userId) => {
    expect(addresseeOf(to, TEAM)).toMatchObject({ kind: "to", to: { kind: "colleague", userId } });
  });

  it("a name that fits several is refused with those it fits", () => {
    const refused = addresseeOf("Raman", TEAM);
    expect(refused).toMatchObject({ kind: "retry", message: expect.stringContaining("Priya Raman (priya@") });
    expect(refused).toMatchObject({ message: expect.not.stringContaining("Marcus") });
  });

  it("nobody outside the team can be named", () => {
    expect(addresseeOf("Tom Okafor", TEAM)).toMatchObject({
      kind: "retry",
      message: expect.stringMatching(/^No one on the team .*Dana Whitfield.*Marcus Hale/),
    });
  });

  it("on call is who is asked first now; with no one on call it is for everybody", () => {
    const onCall = { kind: "on_call", userId: "dana", name: "Dana Whitfield" };
    expect(addresseeOf("on call", TEAM)).toEqual({ kind: "to", to: onCall });
    expect(addresseeOf("whoever is on-call", TEAM)).toEqual({ kind: "to", to: onCall });
    const asleep = { members: [member("dana", "Dana Whitfield")] };
    expect(addresseeOf("on call", asleep)).toMatchObject({ to: { kind: "on_call", userId: null } });
  });
});

describe("the notification of a question", () => {
  it("rings the colleague it names alone, with the question, its options and where it comes from", () => {
    const priya = { kind: "colleague", userId: "priya", name: "Priya Raman" } as const;
    const news = questionNews(ABOUT, { ...QUESTION, to: priya }, priya);
    expect(news).toMatchObject({
      title: "Steward has a question for Priya Raman",
      body: "Which day?\nMon · Tue\nFrom Dana Whitfield’s conversation “Plumber for 4B”",
      path: "/conversations/c1",
      urgent: false,
      routedTo: { userId: "priya", mode: "only" },
    });
  });

  it("asks others later only if an outsider waits for the answer", () => {
    const dana = { kind: "colleague", userId: "dana", name: "Dana Whitfield" } as const;
    const modeIn = (source: "web_chat" | "sms") =>
      questionNews({ ...ABOUT, source }, QUESTION, dana).routedTo?.mode;
    expect([modeIn("web_chat"), modeIn("sms")]).toEqual(["only", "first"]);
  });

  it("to whoever is on call is urgent and asks the others after them; to the team it rings everybody", () => {
    const onCall = questionNews(ABOUT, QUESTION, { kind: "on_call", userId: "dana", name: "Dana Whitfield" });
    expect(onCall).toMatchObject({ urgent: true, routedTo: { userId: "dana", mode: "first" } });
    const team = questionNews(ABOUT, QUESTION, { kind: "team", userId: null, name: "the team" });
    expect(team).toMatchObject({ urgent: false, routedTo: null });
  });
});
