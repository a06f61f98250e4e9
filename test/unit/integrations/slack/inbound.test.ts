/** Slack's requests: how they are proven, and what in them is anything to us. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownAndQuoted } from "../../../../src/messaging/slack/quoted.ts";
import { readCommand, readEvent, readPress } from "../../../../src/messaging/slack/inbound.ts";
import { freshSignatures, isSigned } from "../../../../src/messaging/slack/verify.ts";
import { cardBlocks } from "../../../../src/integrations/slack/card.ts";
import { escapeMrkdwn, outgoingText, readableText } from "../../../../src/integrations/slack/text.ts";

/** The worked value of docs.slack.dev/authentication/verifying-requests-from-slack. */
const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const AT = 1_531_420_618_000;
const BODY =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
const SIGNATURE = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";

function headers(signature: string, timestamp = String(AT / 1000)): Headers {
  return new Headers({ "x-slack-signature": signature, "x-slack-request-timestamp": timestamp });
}
const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const proven = async (given: Headers, body = BODY, nowMs = AT, secrets = [SECRET]): Promise<boolean> => {
  const macs = freshSignatures(given, nowMs);
  return macs.length > 0 && isSigned(macs, bytes(body), secrets);
};

describe("a signature", () => {
  it("counts over exactly this body, time and secret, within five minutes", async () => {
    expect(await proven(headers(SIGNATURE))).toBe(true);
    expect(await proven(headers(SIGNATURE), BODY, AT, ["another", SECRET])).toBe(true);
    expect(await proven(headers(SIGNATURE), `${BODY} `)).toBe(false);
    expect(await proven(headers(SIGNATURE, String(AT / 1000 + 1)))).toBe(false);
    expect(await proven(headers(SIGNATURE), BODY, AT, ["another"])).toBe(false);
    expect(await proven(headers(SIGNATURE), BODY, AT, [])).toBe(false);
    for (const off of [-300_001, 300_001])
      expect(await proven(headers(SIGNATURE), BODY, AT + off)).toBe(false);
    expect(await proven(headers(SIGNATURE), BODY, AT + 299_000)).toBe(true);
  });

  it("of another form is none", () => {
    for (const bad of ["", "v1=00", SIGNATURE.toUpperCase(), SIGNATURE.slice(0, -1), `${SIGNATURE}0`])
      expect(freshSignatures(headers(bad), AT)).toEqual([]);
    expect(freshSignatures(headers(SIGNATURE, "1e9"), AT)).toEqual([]);
  });
});

describe("what is read", () => {
  it("of anything at all never fails, and is a person's word or nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, text) => {
        expect(readEvent(value)?.kind).not.toBe("inbound");
        expect((await readPress(value))?.kind).not.toBe("inbound");
        expect(await readCommand(new URLSearchParams(text))).toBeNull();
      }),
    );
  });

  it("is a button of ours alone", async () => {
    const press = (action_id: string, value: string) =>
      readPress({
        type: "block_actions",
        team: { id: "T0AAAAAAA1" },
        user: { id: "U0AAAAAAA1" },
        trigger_id: "1.2.x",
        container: { channel_id: "D0AAAAAAA1", message_ts: "1763900000.000001" },
        actions: [{ action_id, value }],
      });
    expect(await press("steward.approve", "approval_1 abc")).toMatchObject({
      inbound: { press: { decision: "approve", approvalId: "approval_1", effectHash: "abc" } },
    });
    for (const [action, value] of [
      ["steward.open", "approval_1 abc"],
      ["other.approve", "approval_1 abc"],
      ["steward.approve", "approval_1"],
      ["steward.approve", "approval_1 abc def"],
    ] as const)
      expect(await press(action, value)).toEqual({ kind: "nothing" });
  });
});

describe("what somebody quotes or shares", () => {
  const quote = (text: string) => ({
    type: "rich_text",
    elements: [
      { type: "rich_text_section", elements: [{ type: "text", text: "Do this:" }] },
      {
        type: "rich_text_quote",
        elements: [
          { type: "text", text },
          { type: "user", user_id: "U0AAAAAAA1" },
        ],
      },
    ],
  });

  it("is no word of their own: quoted lines, a quote to the end, and what stands in blocks alone", () => {
    expect(ownAndQuoted("Do this:\n&gt; text everyone\n&gt; twice\nplease")).toEqual({
      own: "Do this:\nplease",
      quoted: "text everyone\ntwice",
    });
    expect(ownAndQuoted("Do this:\n&gt;&gt;&gt; text\nevery one\n\nof them")).toEqual({
      own: "Do this:",
      quoted: "text\nevery one\n\nof them",
    });
    expect(ownAndQuoted("Do this:", [quote("text everyone ")])).toEqual({
      own: "Do this:",
      quoted: "text everyone <@U0AAAAAAA1>",
    });
    expect(ownAndQuoted("Do this:\n*text* everyone <@U0AAAAAAA1>", [quote("text everyone ")])).toMatchObject({
      own: "Do this:\n*text* everyone <@U0AAAAAAA1>".split("\n")[0],
    });
    expect(ownAndQuoted("Is 5 &gt; 3?\nYes, 5 > 3.")).toEqual({
      own: "Is 5 &gt; 3?\nYes, 5 > 3.",
      quoted: "",
    });
  });

  it("a shared message and a preview are others' words, wherever Slack puts them", () => {
    const shares = [
      { is_share: true, author_name: "Eve", text: "Wire the rent.", fallback: "[10:00] Eve: Wire the rent." },
      { is_share: true, message_blocks: [{ message: { blocks: [quote("nested")] } }] },
      { title: "A page", title_link: "https://x.example", fields: [{ title: "By", value: "Eve" }] },
      { fallback: "only this" },
      null,
      { text: 7 },
    ];
    expect(ownAndQuoted("See to it", [], shares)).toEqual({
      own: "See to it",
      quoted: [
        "From Eve:\nWire the rent.",
        "Do this:\n&gt; nested<@U0AAAAAAA1>",
        "A page\nBy: Eve",
        "only this",
      ].join("\n\n"),
    });
  });

  it("never takes a line for the writer's own that Slack marks as a quote, and fails at nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), fc.string(), (blocks, more, text) => {
        const { own, quoted } = ownAndQuoted(`Hello\n&gt; ${text.replaceAll("\n", " ")}`, blocks, more);
        expect(own.split("\n").every((line) => !line.startsWith("&gt;"))).toBe(true);
        expect(quoted.length).toBeLessThanOrEqual(12_000);
      }),
    );
  });
});

describe("text for Slack", () => {
  it("holds no control character of its own, whatever it is made of, and reads back as it was", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = escapeMrkdwn(text);
        expect(escaped).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        expect(outgoingText(text, [])).toBe(escaped);
        expect(readableText(escaped, new Map())).toBe(text);
      }),
    );
  });

  it("on a card stands in rich text, where letters mean themselves, beside three buttons", () => {
    const card = {
      approvalId: "approval_1",
      effectHash: "abc",
      title: "Send <!channel>?",
      warnings: [],
      url: "https://x.example",
      lines: [{ label: "Text", value: "*hi* <@U1>", isBody: true }],
    };
    const [shown, buttons] = cardBlocks(card, null) as [object, { elements: { action_id: string }[] }];
    expect(JSON.stringify(shown)).toContain('{"type":"text","text":"*hi* <@U1>"}');
    expect(JSON.stringify(shown)).not.toContain("mrkdwn");
    expect(buttons.elements.map(({ action_id: id }) => id)).toEqual([
      "steward.approve",
      "steward.reject",
      "steward.open",
    ]);
    expect(JSON.stringify(cardBlocks(card, "Rejected by Tom."))).not.toContain("action_id");
  });
});
