import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { freshSignatures, isSigned } from "../../../../src/messaging/sms/verify.ts";

/** Worked values of both schemes, computed apart from this code. */
const KEY = "R2ZLM2o0bFhBNVpyUnU2NG9mYXQ1MHNyR3pvSUhIVVg=";
const OTHER = "YW5vdGhlciBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcyE=";
const LEGACY = {
  at: 1639710054089,
  body: '{"id":"EVc67ec998b35c41d388af50799aeeba3e","object":"event","apiVersion":"v2","createdAt":"2022-01-23T16:55:52.557Z","type":"message.received","data":{"object":{"id":"AC24a8","object":"message","from":"+14155550100","to":"+13105550199","direction":"incoming","body":"Hello","media":[],"status":"received","createdAt":"2022-01-23T16:55:52.420Z","userId":"USu5AsEHuQ","phoneNumberId":"PNtoDbDhuz","conversationId":"CN78ba0373683c48fd8fd96bc836c51f79"}}}',
  mac: "0hOdeuBW839Y5roboFOz2PtSCZbgnR1oqEyekfVxsCE=",
};
const DATED = {
  at: 1745000000000,
  body: '{"id":"EV123","type":"message.received"}',
  headers: { "webhook-id": "msg_2abc", "webhook-timestamp": "1745000000" },
  mac: "6nYACMwByxj1Wq/d+uOAssk506Zzx+PRaOXTcbJ4R4E=",
};
const WRONG = Buffer.alloc(32, 7).toString("base64");
const legacy = (mac: string, at: number | string = LEGACY.at): Record<string, string> => ({
  "openphone-signature": `hmac;1;${at};${mac}`,
});
const dated = (signature: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...DATED.headers,
  "webhook-signature": signature,
  ...more,
});

async function proven(
  headers: Record<string, string>,
  body: string,
  nowMs: number,
  secrets: readonly string[] = [KEY],
): Promise<boolean> {
  return isSigned(freshSignatures(new Headers(headers), nowMs), new Uint8Array(Buffer.from(body)), secrets);
}

/** A legacy signature made for a moment. */
function signedAt(at: number): string {
  return createHmac("sha256", Buffer.from(KEY, "base64")).update(`${at}.${LEGACY.body}`).digest("base64");
}

describe("HOOK-SIG: a delivery is believed", () => {
  it.each<[string, Record<string, string>, string, number, (readonly string[])?]>([
    ["with the legacy signature", legacy(LEGACY.mac), LEGACY.body, LEGACY.at],
    ["with one good signature of several", legacyMany(WRONG, LEGACY.mac), LEGACY.body, LEGACY.at],
    ["with the dated signature", dated(`v1,${DATED.mac}`), DATED.body, DATED.at],
    ["with one good dated signature of several", dated(`v1,${WRONG} v1,${DATED.mac}`), DATED.body, DATED.at],
    ["beside a scheme to come", dated(`v1a,xyz v1,${DATED.mac}`), DATED.body, DATED.at],
    ["under a secret written whsec_", dated(`v1,${DATED.mac}`), DATED.body, DATED.at, [`whsec_${KEY}`]],
    ["under the older of two secrets", legacy(LEGACY.mac), LEGACY.body, LEGACY.at, [OTHER, KEY]],
    ["under the newer of two secrets", legacy(LEGACY.mac), LEGACY.body, LEGACY.at, [KEY, OTHER]],
    ["300 s late", legacy(LEGACY.mac), LEGACY.body, LEGACY.at + 300_000],
    ["300 s early", legacy(LEGACY.mac), LEGACY.body, LEGACY.at - 300_000],
    ["dated, 300 s late", dated(`v1,${DATED.mac}`), DATED.body, DATED.at + 300_000],
  ])("%s", async (_name, headers, body, nowMs, secrets) => {
    expect(await proven(headers, body, nowMs, secrets)).toBe(true);
  });
});

describe("HOOK-SIG: a delivery is refused", () => {
  it.each<[string, Record<string, string>, string, number, (readonly string[])?]>([
    ["without any signature", {}, LEGACY.body, LEGACY.at],
    ["with an empty one", { "openphone-signature": "" }, LEGACY.body, LEGACY.at],
    ["with a wrong one", legacy(WRONG), LEGACY.body, LEGACY.at],
    ["in hex", legacy(Buffer.from(LEGACY.mac, "base64").toString("hex")), LEGACY.body, LEGACY.at],
    ["without the prefix", { "openphone-signature": LEGACY.mac }, LEGACY.body, LEGACY.at],
    [
      "of another version",
      { "openphone-signature": `hmac;2;${LEGACY.at};${LEGACY.mac}` },
      LEGACY.body,
      LEGACY.at,
    ],
    [
      "with a field too many",
      { "openphone-signature": `hmac;1;${LEGACY.at};${LEGACY.mac};x` },
      LEGACY.body,
      LEGACY.at,
    ],
    ["over another body", legacy(LEGACY.mac), `${LEGACY.body} `, LEGACY.at],
    ["with another time than was signed", legacy(LEGACY.mac, LEGACY.at + 1), LEGACY.body, LEGACY.at],
    ["with no number for a time", legacy(LEGACY.mac, "now"), LEGACY.body, LEGACY.at],
    ["with a negative time", legacy(LEGACY.mac, "-1"), LEGACY.body, LEGACY.at],
    ["stale by a moment", legacy(LEGACY.mac), LEGACY.body, LEGACY.at + 300_001],
    ["early by a moment", legacy(LEGACY.mac), LEGACY.body, LEGACY.at - 300_001],
    ["under another secret", legacy(LEGACY.mac), LEGACY.body, LEGACY.at, [OTHER]],
    ["where no secret is set", legacy(LEGACY.mac), LEGACY.body, LEGACY.at, []],
    ["where the secret is empty", legacy(LEGACY.mac), LEGACY.body, LEGACY.at, [""]],
    ["where the secret is no base64", legacy(LEGACY.mac), LEGACY.body, LEGACY.at, ["%%%"]],
    ["dated, without an id", dated(`v1,${DATED.mac}`, { "webhook-id": "" }), DATED.body, DATED.at],
    ["dated, with another id", dated(`v1,${DATED.mac}`, { "webhook-id": "msg_other" }), DATED.body, DATED.at],
    [
      "dated, in milliseconds",
      dated(`v1,${DATED.mac}`, { "webhook-timestamp": String(DATED.at) }),
      DATED.body,
      DATED.at,
    ],
    ["dated, without v1", dated(DATED.mac), DATED.body, DATED.at],
    ["dated, stale", dated(`v1,${DATED.mac}`), DATED.body, DATED.at + 301_000],
    [
      "behind too many bad ones",
      legacyMany(...Array<string>(10).fill(WRONG), LEGACY.mac),
      LEGACY.body,
      LEGACY.at,
    ],
  ])("%s", async (_name, headers, body, nowMs, secrets) => {
    expect(await proven(headers, body, nowMs, secrets)).toBe(false);
  });

  it("a fresh signature does not carry a stale one of another moment", async () => {
    const old = LEGACY.at - 600_000;
    const headers = { "openphone-signature": `hmac;1;${LEGACY.at};${WRONG},hmac;1;${old};${signedAt(old)}` };
    expect(await proven(headers, LEGACY.body, LEGACY.at)).toBe(false);
  });
});

function legacyMany(...macs: string[]): Record<string, string> {
  return { "openphone-signature": macs.map((mac) => `hmac;1;${LEGACY.at};${mac}`).join(", ") };
}
