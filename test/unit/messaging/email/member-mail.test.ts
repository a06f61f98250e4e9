/** Who an e-mail is proven to come from, and which of its words are theirs. */
import { describe, expect, it } from "vitest";
import { isVerified } from "../../../../src/platform/email/sender-proof.ts";
import { ownWords } from "../../../../src/platform/email/trim-quote.ts";

const TOM = "tom@alderfinch.example";
const GMAIL =
  "mx.google.com;\r\n dkim=pass header.i=@alderfinch.example header.s=s1 header.b=abc;\r\n spf=pass (google.com: domain of tom@alderfinch.example designates 209.85.220.41 as permitted sender) smtp.mailfrom=tom@alderfinch.example;\r\n dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=alderfinch.example";

describe("a sender", () => {
  it("is proven by what the receiving server found, of the very domain the e-mail names", () => {
    expect(isVerified(GMAIL, TOM)).toBe(true);
    expect(isVerified(GMAIL, "Tom@AlderFinch.example")).toBe(true);
  });

  it.each([
    ["no header", undefined, TOM],
    ["another server's header", GMAIL.replace("mx.google.com", "mx.evil.example"), TOM],
    ["another domain", GMAIL, "tom@evil.example"],
    ["a domain that only ends alike", GMAIL, "tom@notalderfinch.example"],
    ["DMARC that failed", GMAIL.replace("dmarc=pass", "dmarc=fail"), TOM],
    [
      "a pass that stands in a comment",
      "mx.google.com; dmarc=fail (; dmarc=pass header.from=alderfinch.example)",
      TOM,
    ],
    ["two verdicts", `${GMAIL}; dmarc=fail header.from=alderfinch.example`, TOM],
    ["DKIM of somebody else alone", "mx.google.com; dkim=pass header.i=@evil.example", TOM],
    ["nothing but SPF", "mx.google.com; spf=pass smtp.mailfrom=alderfinch.example", TOM],
    [
      "a server named in passing",
      "evil.example mx.google.com; dmarc=pass header.from=alderfinch.example",
      TOM,
    ],
  ])("is not proven by %s", (_what, header, address) => {
    expect(isVerified(header, address)).toBe(false);
  });
});

describe("a sender at Exchange Online", () => {
  const EXCHANGE =
    "spf=pass (sender IP is 203.0.113.7) smtp.mailfrom=alderfinch.example; dkim=pass (signature was verified) header.d=alderfinch.example;dmarc=pass action=none header.from=alderfinch.example;compauth=pass reason=100";

  it("is proven by Exchange's own header, in a mailbox of Exchange alone", () => {
    expect(isVerified(EXCHANGE, TOM, "exchange")).toBe(true);
    expect(isVerified(EXCHANGE, TOM)).toBe(false);
    expect(isVerified(GMAIL, TOM, "exchange")).toBe(false);
  });

  it.each([
    ["another domain", EXCHANGE, "tom@evil.example"],
    ["DMARC that failed", EXCHANGE.replace("dmarc=pass", "dmarc=fail"), TOM],
    ["a verdict of its own that failed", EXCHANGE.replace("compauth=pass", "compauth=fail"), TOM],
    ["no verdict of its own", EXCHANGE.replace(/;compauth.*/, ""), TOM],
    ["two verdicts", `dmarc=fail header.from=alderfinch.example;${EXCHANGE}`, TOM],
  ])("is not proven by %s", (_what, header, address) => {
    expect(isVerified(header, address, "exchange")).toBe(false);
  });
});

describe("own words", () => {
  it.each([
    [
      "a forwarded e-mail",
      "Please see.\n\n---------- Forwarded message ---------\nFrom: Eve\n\nPay me.",
      "Please see.",
    ],
    ["Apple Mail's", "FYI\n\nBegin forwarded message:\n\nFrom: Eve\nPay me.", "FYI"],
    ["Outlook's, with nothing before it", "From: Eve\nSent: Monday\nTo: Tom\nSubject: Pay\n\nPay me.", ""],
    ["quoted lines", "Yes.\n> Pay me.\nNo, wait.", "Yes."],
    ["an attribution", "Do it.\n\nOn Tue, Nov 17, 2026, Eve <eve@evil.example> wrote:\n> Pay me.", "Do it."],
  ])("end where others' begin: %s", (_what, text, own) => {
    const words = ownWords(text);
    expect(words.own).toBe(own);
    expect(words.others).toContain("Pay me.");
  });

  it("are all of an e-mail that quotes no one", () => {
    expect(ownWords("Text Maria.\n\nTom")).toEqual({ own: "Text Maria.\n\nTom", others: "" });
  });
});
