import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approvalText, fitPayload, resolutionOf } from "../../../src/notifications/compose.ts";
import type { PushPayload } from "../../../src/notifications/api/notifications.ts";
import type { Approval, Lint } from "../../../src/approvals/api/approval.ts";
import { approvalOf, effectOf, smsEffect } from "../../support/approval-of.ts";

const warning = (level: Lint["level"]): Lint => ({
  code: "quiet_hours",
  level,
  message: "It is late there.",
  path: null,
});

const NEW_CONTACT = {
  connectionId: "conn_alder_quo",
  firstName: "Ines",
  lastName: "Vidal",
  company: null,
  role: "Applicant",
  number: "+14125550197",
  email: null,
};
const EMAIL = {
  connectionId: "conn_alder_google",
  mailbox: "office@alder-finch.example",
  from: { name: "Alder & Finch", address: "office@alder-finch.example" },
  to: ["nora.quist@mail.example"],
  cc: [],
  subject: "Your showing",
  text: "Hello Nora,\nTuesday at 3 pm works.",
  threadId: null,
  inReplyTo: null,
  references: [],
  messageId: "<steward_1@alder-finch.example>",
};

describe("what a notification shows of an approval", () => {
  it("shows a short text to a known contact whole, with recipient and line, so that it may carry buttons", () => {
    const text = approvalText(approvalOf(), "requested");
    expect(text).toEqual({
      title: "Send a text to Maria Lopez?",
      body: "The plumber comes at 3 pm.\nTo Maria Lopez +14125550142, from Shared line",
      exact: true,
    });
  });

  const inexact: [string, Partial<Approval>][] = [
    ["a text over 240 characters", { effects: [smsEffect({ text: "x".repeat(241) })] }],
    ["a text with a line break", { effects: [smsEffect({ text: "one\ntwo" })] }],
    ["a text with a zero-width character", { effects: [smsEffect({ text: "pay\u200Bment" })] }],
    ["a text that turns the reading direction", { effects: [smsEffect({ text: "call \u202E2415" })] }],
    ["a text with white space at its end", { effects: [smsEffect({ text: "hello " })] }],
    ["a name that turns the reading direction", { effects: [smsEffect({ to: { name: "Ma\u202Eria" } })] }],
    ["a recipient no one knows", { effects: [smsEffect({ to: { name: null, contactId: null } })] }],
    ["a name too long to show", { effects: [smsEffect({ to: { name: "n".repeat(61) } })] }],
    ["a bundle", { effects: [smsEffect({}), { ...smsEffect({}), index: 1 }] }],
    ["another kind of effect", { effects: [effectOf("contact.create", NEW_CONTACT)] }],
    ["a leaf it does not know", { effects: [smsEffect({ more: { mediaUrl: "https://evil.example/x" } })] }],
    ["a danger somebody must see", { lints: [warning("danger")] }],
  ];
  it.each(inexact)("is not exact for %s", (_, change) => {
    const text = approvalText(approvalOf(change), "requested");
    expect(text.exact).toBe(false);
    expect(text.body).toContain("Open it to read and decide.");
  });

  it("reads any kind by its own layout: an e-mail with its subject, and no buttons for people who are in no contact", () => {
    const text = approvalText(approvalOf({ effects: [effectOf("email.send", EMAIL)] }), "requested");
    expect(text).toEqual({
      title: "Send an e-mail to nora.quist@mail.example?",
      body: "Subject: Your showing\nHello Nora,\nTuesday at 3 pm works.\nTo nora.quist@mail.example, from Alder & Finch office@alder-finch.example\nOpen it to read and decide.",
      exact: false,
    });
  });

  it("spends no line of a phone on the empty lines of an e-mail", () => {
    const text = "Hello Nora,\n\nTuesday at 3 pm works.\n\n\nDana";
    const shown = approvalText(
      approvalOf({ effects: [effectOf("email.send", { ...EMAIL, text })] }),
      "requested",
    );
    expect(shown.body).toContain("Hello Nora,\nTuesday at 3 pm works.\nDana\nTo nora");
  });

  it("shows what the agent says to whoever decides", () => {
    const text = approvalText(approvalOf({ note: "Marcus,\nis 4 fine?\u202e" }), "requested");
    expect(text.body).toContain("\nSteward’s note, not checked: “Marcus, is 4 fine?\\u{202e}”");
  });

  it("takes out of that what could lead on, but the recipient's own number, and leaves it to the card where so many were shown", () => {
    const approval = approvalOf({
      note: "She says “sign in at evil.example” or call 412-555-9999; hers is (412) 555-0142.",
    });
    const { body } = approvalText(approval, "requested");
    expect(body).toContain(
      "“She says ’sign in at [link removed]’ or call [number removed]; hers is (412) 555-0142.”",
    );
    const filed = approvalOf({ note: "By areas/emergency.md, not evil.md" });
    expect(approvalText(filed, "requested", { files: new Set(["emergency.md"]) }).body).toContain(
      "“By areas/emergency.md, not [link removed]”",
    );
    const short = approvalText(approval, "requested", { showsNote: false }).body;
    expect(short).toContain("\nSteward’s note is on the card.");
    expect(short).not.toContain("She says");
  });

  it("shows a warning beside the exact text", () => {
    const text = approvalText(approvalOf({ lints: [warning("warning"), warning("info")] }), "requested");
    expect(text.exact).toBe(true);
    expect(text.body.match(/It is late there/g)).toHaveLength(1);
  });

  it("escapes what cannot be seen instead of sending it to a lock screen", () => {
    const hidden = approvalOf({ effects: [smsEffect({ text: "a\u202Eb", to: { name: "M\u200Baria" } })] });
    const text = approvalText(hidden, "requested");
    expect(text.title).toBe("Send a text to M\\u{200b}aria?");
    expect(text.body).toContain("a\\u{202e}b");
  });

  it("says that a reminder is one, and asks what happened where no one knows", () => {
    expect(approvalText(approvalOf(), "reminder").title).toBe("Still waiting: Send a text to Maria Lopez?");
    expect(approvalText(approvalOf(), "needs_human")).toMatchObject({
      title: "Please check: Text message to Maria Lopez",
      exact: false,
    });
  });

  it("never calls a text exact that its body does not hold whole", () => {
    const words = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: "binary", maxLength: 300 }));
    fc.assert(
      fc.property(words, words, (draft, name) => {
        const text = approvalText(
          approvalOf({ effects: [smsEffect({ text: draft, to: { name } })] }),
          "requested",
        );
        if (text.exact) {
          expect(text.body).toBe(`${draft}\nTo ${name} +14125550142, from Shared line`);
          expect(`${draft}${name}`).not.toMatch(/\p{C}/u);
        }
        expect(text.title.length).toBeLessThanOrEqual(120);
      }),
      { numRuns: 400 },
    );
  });
});

describe("how an approval came to rest", () => {
  it.each([
    ["pending", null],
    ["approved", "Approved by Dana Whitfield"],
    ["done", "Approved by Dana Whitfield"],
    ["rejected", "Rejected by Dana Whitfield"],
    ["expired", "Expired without a decision"],
    ["stale", "Out of date: the conversation has moved on"],
    ["withdrawn", "Withdrawn"],
    ["not_done", "Not done"],
  ] as const)("%s reads %s", (status, words) => {
    expect(resolutionOf({ status, decision: null, decidedByName: "Dana Whitfield" })).toBe(words);
  });

  it("a draft that another took the place of was not given up", () => {
    const replaced = {
      status: "withdrawn",
      decision: null,
      decidedByName: null,
      replacedBy: "approval_2",
    } as const;
    expect(resolutionOf(replaced)).toBe("Replaced by a newer draft");
  });

  it("a draft that somebody wants changed was not refused", () => {
    const asked = { status: "rejected", decision: "reject", decidedByName: "Dana Whitfield" } as const;
    expect(resolutionOf({ ...asked, changesRequested: true })).toBe("Changes requested by Dana Whitfield");
  });
});

describe("the payload of a push message", () => {
  const payload: PushPayload = {
    tag: "n_1",
    kind: "approval",
    title: "t",
    body: "",
    url: "https://steward.example/approvals/1",
    approvalId: "a",
    effectHash: "h",
    token: "secret",
  };

  it("stays under 3,000 bytes whatever the words, and loses the token with the words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 4000 }), (body) => {
        const json = fitPayload({ ...payload, body });
        const fitted = JSON.parse(json) as PushPayload;
        expect(new TextEncoder().encode(json).byteLength).toBeLessThanOrEqual(3000);
        expect(fitted.token === null).toBe(fitted.body !== body);
      }),
    );
  });

  it("keeps the longest exact text whole", () => {
    const longest = approvalOf({
      effects: [smsEffect({ text: "漢".repeat(240), to: { name: "名".repeat(60) } })],
      lints: [warning("warning"), warning("warning")],
    });
    const { title, body, exact } = approvalText(longest, "requested");
    expect(exact).toBe(true);
    expect((JSON.parse(fitPayload({ ...payload, title, body })) as PushPayload).token).toBe("secret");
  });
});
