import { describe, expect, it } from "vitest";
import { isReaction } from "../../../../src/messaging/inbox/reactions.ts";
import { quietReason, sortRecipients } from "../../../../src/messaging/inbox/run-triggers.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";

const LINES = [
  { phoneNumberId: "PNshared", number: "+14125550100", audience: "external" },
  { phoneNumberId: "PNteam", number: "+14125550101", audience: "internal" },
] as const;
const text = (change: Record<string, string | null> = {}) => ({
  text: "The heater is broken",
  contactNumber: "+14125550142",
  lineId: "PNshared",
  lineNumber: "+14125550100",
  ...change,
});

describe("a reaction", () => {
  it.each([
    "👍",
    "❤️",
    "👍🏽",
    "😂😂",
    "👍 to “See you at nine”",
    "❤️ to “Done”",
    "Liked “See you at nine”",
    'Loved "Done"',
    "Reacted 🎉 to “It is fixed”",
    "Removed a heart from “Done”",
    "Laughed at an image",
    "👍 sounds good",
    "👍 Sounds good, thanks!",
    "Le gustó “See you at nine”",
    "Hat ein Herz zu „See you at nine“ hinzugefügt",
    "Rimosso un cuore da “See you at nine”",
    "Tykkäsi ”See you at nine”",
    "Đã thích “See you at nine”",
    "Líbí se „See you at nine“",
    "אהב „See you at nine“",
    "Le encantó “See you at nine”",
    "No le gustó “See you at nine”",
    "A aimé « See you at nine »",
    "N’a pas aimé « See you at nine »",
    "A ri de « See you at nine »",
    "Hat „See you at nine“ mit „Gefällt mir“ markiert",
    "Hat über „See you at nine“ gelacht",
    "Ha messo mi piace a “See you at nine”",
    "Curtiu “See you at nine”",
    "Não gostou de “See you at nine”",
    "Vond “See you at nine” leuk",
    "Gillade ”See you at nine”",
    "Likte «See you at nine»",
    "Synes godt om “See you at nine”",
    "Polubił(a) „See you at nine”",
    "Понравилось «See you at nine»",
    "赞了“See you at nine”",
    "「See you at nine」にいいねしました",
    "“See you at nine”에 좋아요를 표시함",
    "👍 a “See you at nine”",
    "❤️ à « See you at nine »",
    "👍 zu „See you at nine“",
    "Reaccionó con 👍 a “See you at nine”",
    "A réagi avec 👍 à « See you at nine »",
    "Hat mit 👍 auf „See you at nine“ reagiert",
    "\u200b👍\u200b to “\u200aSee you at nine\u200a”",
    "Liked “He said “come at nine” to me”",
    "Le gustó una imagen",
    "Hat ein Bild geliked".replace("ein Bild", "„Done“"),
  ])("is %s", (words) => expect(isReaction(words)).toBe(true));

  it.each([
    "The heater is broken",
    "🔥 in the kitchen!",
    "😢 no heat again",
    "🙏 please send somebody",
    "👍 9 works",
    "👍 but when exactly will somebody come by?",
    "Liked the new paint, but the door sticks",
    "Le gustó “See you at nine”, ¿pero cuándo?",
    "The sign says “boil water”",
    "Me gustó el piso",
    "Le gustó la cocina pero no hay agua",
    "Hat „See you at nine“ noch Gültigkeit?",
    "🔥 in “3C”",
    "Yes to “Can we come at nine?”",
    "A-t-il aimé « le piso » ?",
    "赞",
    "水漏れしました",
    "물이 새는 것을 표시함",
    "Yes",
    "1",
    "?",
    "!",
    "",
  ])("is not %j", (words) => expect(isReaction(words)).toBe(false));
});

describe("a text", () => {
  it("starts a run on a line that faces people outside", () => {
    expect(quietReason(text(), DEFAULT_POLICY.sms, LINES)).toBeNull();
  });

  it("is only recorded on the team's own line", () => {
    const onTeamLine = text({ lineId: "PNteam", lineNumber: "+14125550101" });
    expect(quietReason(onTeamLine, DEFAULT_POLICY.sms, LINES)).toBe("line");
  });

  it("starts a run only on the lines that were chosen", () => {
    const chosen = { ...DEFAULT_POLICY.sms, startRunsOnLines: ["PNteam"] };
    expect(quietReason(text(), chosen, LINES)).toBe("line");
    expect(quietReason(text({ lineId: "PNteam", lineNumber: "+14125550101" }), chosen, LINES)).toBeNull();
  });

  it("on a line no one knows is read rather than lost", () => {
    expect(
      quietReason(text({ lineId: "PNnew", lineNumber: "+14125550177" }), DEFAULT_POLICY.sms, LINES),
    ).toBeNull();
  });

  it("finds its line by number where the provider names no line", () => {
    const unnamed = text({ lineId: null, lineNumber: "+14125550101" });
    expect(quietReason(unnamed, DEFAULT_POLICY.sms, LINES)).toBe("line");
  });

  it.each([
    ["22395", "sender"],
    ["BANK", "sender"],
    ["+14125550101", "own_line"],
  ])("from %s, whom no one can answer, starts none", (contactNumber, reason) => {
    expect(quietReason(text({ contactNumber }), DEFAULT_POLICY.sms, LINES)).toBe(reason);
  });

  it("that is a reaction starts none", () => {
    for (const said of ["👍", "👍 sounds good", "Liked “we have no heat”", "👍 to “there is no heat”"])
      expect(quietReason(text({ text: said }), DEFAULT_POLICY.sms, LINES), said).toBe("reaction");
  });

  it("that only begins like a reaction starts one where its own words are urgent", () => {
    for (const said of ["🙂 no heat please help", "❤ the basement is flooding"])
      expect(quietReason(text({ text: said }), DEFAULT_POLICY.sms, LINES), said).toBeNull();
  });
});

describe("a group text", () => {
  const group = (more: object) => ({
    direction: "incoming" as const,
    contactNumber: "+14125550142",
    lineId: null,
    lineNumber: "+14125550143",
    others: ["+14125550100", "+14125550142"],
    ...more,
  });

  it("is told apart into our line and the others, wherever the provider listed them", () => {
    expect(sortRecipients(group({}), LINES)).toMatchObject({
      lineNumber: "+14125550100",
      others: ["+14125550143"],
    });
    expect(
      sortRecipients(group({ lineId: "PNteam", others: ["+14125550100", "+14125550101"] }), LINES),
    ).toMatchObject({
      lineNumber: "+14125550101",
      others: ["+14125550143", "+14125550100"],
    });
  });

  it("that a colleague sent has everybody it went to", () => {
    const sent = group({ direction: "outgoing", lineNumber: "+14125550100", others: ["+14125550143"] });
    expect(sortRecipients(sent, LINES)).toMatchObject({
      lineNumber: "+14125550100",
      others: ["+14125550143"],
    });
  });

  it("to our line alone is a text between two", () => {
    expect(sortRecipients(group({ lineNumber: "+14125550100", others: [] }), LINES).others).toBeNull();
  });
});
