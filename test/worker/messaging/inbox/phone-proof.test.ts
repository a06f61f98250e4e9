/** A member proves their number with a text, through the phone system's webhook and the pages' own endpoints. */
import { beforeEach, describe, expect, it } from "vitest";
import { memberWithNumber } from "../../../../src/platform/auth/index.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { listColleagues } from "../../../../src/approvals/policy/index.ts";
import { phoneCodeSchema, type PhoneCodeView } from "../../../../src/platform/api/members.ts";
import { ALDER, HARBOR, type DemoTenant } from "../../../../sandbox/world/company.ts";
import { dispatchAll } from "../../../support/clock.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const NEW_NUMBER = "+14125550177";
const TOM = "+14125550114";
const MARCUS = "user_demo_marcus";

const lineOf = (company: DemoTenant, audience: "external" | "internal") => {
  const line = company.quo.lines.find((one) => one.audience === audience);
  if (line === undefined) throw new Error(`${company.name} has no ${audience} line`);
  return line;
};
const TEAM = lineOf(ALDER, "internal");

let marcus: Record<string, string>;
let texts = 0;

const as = async (address: string) => ({
  cookie: await signIn(address),
  origin: "http://localhost:8787",
  "content-type": "application/json",
});
const ask = (headers: Record<string, string>, number: string) =>
  request("/api/me/phone-code", { method: "POST", headers, body: JSON.stringify({ number }) });
const codeFor = async (headers: Record<string, string>, number = NEW_NUMBER): Promise<PhoneCodeView> =>
  phoneCodeSchema.parse(await (await ask(headers, number)).json());
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** A text as Quo's webhook brings it. */
async function text(
  from: string,
  words: string,
  given: {
    readonly company?: DemoTenant;
    readonly line?: DemoTenant["quo"]["lines"][number];
    readonly id?: string;
    readonly event?: string;
  } = {},
): Promise<void> {
  const { company = ALDER, id = `AC${++texts}` } = given;
  const { line = lineOf(company, "internal"), event = `EV${id}` } = given;
  const at = new Date().toISOString();
  const object = {
    id,
    object: "message",
    from,
    to: [line.number],
    direction: "incoming",
    text: words,
    status: "received",
    createdAt: at,
    userId: "USdana0001",
    phoneNumberId: line.phoneNumberId,
  };
  const body = JSON.stringify({
    id: event,
    object: "event",
    apiVersion: "v4",
    createdAt: at,
    type: "message.received",
    data: { object },
  });
  const [secret] = company.quo.webhookSecrets;
  const key = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(atob(secret), (char) => char.charCodeAt(0)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const stamp = Date.now();
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${stamp}.${body}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)));
  const headers = {
    "content-type": "application/json",
    "openphone-signature": `hmac;1;${stamp};${signature}`,
  };
  const answer = await request(`/webhooks/quo/${company.quo.connectionId}`, {
    method: "POST",
    headers,
    body,
  });
  expect(answer.status).toBe(200);
  await dispatchAll();
}

const db = () => dbFor(testEnv.DB, ALDER.id);
const ownerOf = async (number: string) => (await memberWithNumber(db(), number))?.name ?? null;
const waiting = async (headers: Record<string, string>) =>
  ((await (await request("/api/me/phone-code", { headers })).json()) as { waiting: unknown }).waiting;
async function column<Value>(sql: string): Promise<Value[]> {
  const { results } = await testEnv.DB.prepare(sql).all<Record<string, Value>>();
  return results.map((row) => Object.values(row)[0] as Value);
}

beforeEach(async () => {
  await freshWorld();
  marcus = await as("marcus@alderfinch.example");
});

describe("a member's number", () => {
  it("is theirs once the code their page shows came from it by text, and not before", async () => {
    const { code, line, number } = await codeFor(marcus);
    expect({ number, line: line.number }).toEqual({ number: NEW_NUMBER, line: TEAM.number });
    expect(await ownerOf(NEW_NUMBER)).toBeNull();
    expect(await listColleagues(db())).not.toContain(NEW_NUMBER);
    expect(await waiting(marcus)).toMatchObject({ number: NEW_NUMBER, triesLeft: 5 });
    await text(NEW_NUMBER, ` ${code.slice(0, 3)} ${code.slice(3)}\n`);
    expect(await ownerOf(NEW_NUMBER)).toBe("Marcus Hale");
    expect(await ownerOf("+14125550112")).toBeNull();
    expect(await listColleagues(db())).toContain(NEW_NUMBER);
    expect(await waiting(marcus)).toBeNull();
    const team = (await (await request("/api/team", { headers: marcus })).json()) as {
      items: { id: string; phone: string; phoneVerifiedAt: string }[];
    };
    expect(team.items.find(({ id }) => id === MARCUS)).toMatchObject({
      phone: NEW_NUMBER,
      phoneVerifiedAt: expect.stringMatching(/^20/) as string,
    });
    expect(await column("select sentence from audit where action = 'member.phone_verified'")).toEqual([
      "Marcus Hale verified their number with a text from it.",
    ]);
    expect(await column("select reason from texts")).toEqual(["proof"]);
    expect(await column("select id from conversations")).toEqual([]);
    // Nothing was texted to find out.
    expect(await column("select id from approvals")).toEqual([]);
    expect(JSON.stringify(await column("select phone_code from users"))).not.toContain(code);
  });

  it("is proven by that member's own code alone, from that number, on the team's line", async () => {
    const tom = await as("tom@alderfinch.example");
    const { code } = await codeFor(marcus);
    const { code: toms } = await codeFor(tom, "+14125550178");
    await text("+14125550199", code);
    await text(NEW_NUMBER, toms);
    await text(NEW_NUMBER, `My code is ${code}`);
    await text(NEW_NUMBER, code, { line: lineOf(ALDER, "external") });
    await text(NEW_NUMBER, code, { company: HARBOR });
    expect(await ownerOf(NEW_NUMBER)).toBeNull();
    expect(await waiting(marcus)).toMatchObject({ triesLeft: toms === code ? 5 : 4 });
    await text(NEW_NUMBER, code);
    expect(await ownerOf(NEW_NUMBER)).toBe("Marcus Hale");
    expect(await ownerOf(TOM)).toBe("Tom Okafor");
  });

  it("isn't guessed: five wrong codes end it, so do fifteen minutes, and another code ends the one before", async () => {
    const first = await codeFor(marcus);
    for (let tries = 0; tries < 5; tries++) await text(NEW_NUMBER, another(first.code));
    expect(await waiting(marcus)).toBeNull();
    await text(NEW_NUMBER, first.code);
    expect(await ownerOf(NEW_NUMBER)).toBeNull();

    const second = await codeFor(marcus);
    await testEnv.DB.prepare(
      "update users set phone_code = json_set(phone_code, '$.expiresAt', ?) where id = ?",
    )
      .bind(new Date(Date.now() - 1).toISOString(), MARCUS)
      .run();
    await text(NEW_NUMBER, second.code);
    expect(await ownerOf(NEW_NUMBER)).toBeNull();

    const third = await codeFor(marcus);
    const fourth = await codeFor(marcus);
    if (third.code !== fourth.code) await text(NEW_NUMBER, third.code);
    expect(await ownerOf(NEW_NUMBER)).toBeNull();
    await request("/api/me/phone-code", { method: "DELETE", headers: marcus });
    await text(NEW_NUMBER, fourth.code);
    expect(await ownerOf(NEW_NUMBER)).toBeNull();
  });

  it("is proven once: the same text again changes nothing, and a used code gives nobody the number back", async () => {
    const { code } = await codeFor(marcus);
    await text(NEW_NUMBER, code, { id: "ACproof" });
    await text(NEW_NUMBER, code, { id: "ACproof", event: "EVagain" });
    // As after a crash between the proof and what was noted of the text.
    await testEnv.DB.prepare("update texts set state = 'received', reason = null where id = 'ACproof'").run();
    await text(NEW_NUMBER, code);
    expect(await column("select reason from texts order by received_at")).toEqual(["proof", "line"]);
    const dana = await as("dana@alderfinch.example");
    const set = (phone: string | null) =>
      request(`/api/team/${MARCUS}`, { method: "PATCH", headers: dana, body: JSON.stringify({ phone }) });
    expect((await set("+14125550112")).status).toBe(200);
    await text(NEW_NUMBER, code);
    expect(await ownerOf(NEW_NUMBER)).toBeNull();
    expect(await ownerOf("+14125550112")).toBeNull();
    expect(await column("select count(*) from audit where action = 'member.phone_verified'")).toEqual([1]);
  });

  it("is refused where another has proven it, is taken by whoever proves it first, and is no line of the team's", async () => {
    expect(await errorCode(await ask(marcus, TOM))).toBe("invalid_request");
    expect(await errorCode(await ask(marcus, TEAM.number))).toBe("invalid_request");
    expect(await errorCode(await ask(marcus, "+14125550112"))).toBe("invalid_request");
    expect((await ask(marcus, "412 555")).status).toBe(400);
    const tom = await as("tom@alderfinch.example");
    const { code } = await codeFor(marcus);
    const { code: toms } = await codeFor(tom);
    await text(NEW_NUMBER, toms);
    await text(NEW_NUMBER, code);
    expect(await ownerOf(NEW_NUMBER)).toBe("Tom Okafor");
    const dana = await as("dana@alderfinch.example");
    const body = JSON.stringify({ phone: NEW_NUMBER });
    const taken = await request(`/api/team/${MARCUS}`, { method: "PATCH", headers: dana, body });
    expect(await errorCode(taken)).toBe("invalid_request");
    await testEnv.DB.prepare(
      "update connections set settings = json_set(settings, '$.lines', json('[]')) where id = ?",
    )
      .bind(ALDER.quo.connectionId)
      .run();
    expect(await errorCode(await ask(marcus, "+14125550179"))).toBe("not_configured");
  });
});
