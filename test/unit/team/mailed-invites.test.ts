/** An invitation by address is mailed where the deployment can, and stays a link to copy where it can't. */
import { expect, it } from "vitest";
import { asPerson, SECRETS, testApp } from "../../support/node-app.ts";

interface Sent {
  readonly from: { readonly email: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
const FROM = { MAIL_FROM: "steward@mail.example" };
const OWEN = { role: "member", email: "Owen@elsewhere.example" };

function deployment(vars: Readonly<Record<string, string>>, send?: (mail: Sent) => Promise<unknown>) {
  const app = testApp({ vars, bindings: send === undefined ? {} : { EMAIL: { send } } });
  const ask = async (method: "GET" | "POST", body?: object) => {
    const answer = await app.request("/api/invites", {
      method,
      headers: asPerson(SECRETS.admin, { "content-type": "application/json" }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { url: string; mailed: boolean; mails: boolean };
  };
  return { ask, records: app.records };
}

it("is sent to its address alone, with the link, and no name that people chose brings a link of its own", async () => {
  const sent: Sent[] = [];
  const { ask, records } = deployment(FROM, async (mail) => sent.push(mail));
  expect(await ask("GET")).toMatchObject({ mails: true });
  await records.prepare("update tenants set name = ?").bind("Win at https://evil.example\nnow").run();
  const { url, mailed } = await ask("POST", OWEN);
  expect(mailed).toBe(true);
  expect(sent).toMatchObject([
    { to: "owen@elsewhere.example", from: { email: FROM.MAIL_FROM }, subject: expect.any(String) as string },
  ]);
  const [{ subject, text } = { subject: "", text: "" }] = sent;
  expect(text.match(/\S+:\/\/\S+/g)).toEqual([url]);
  expect(`${subject}${text}`).not.toMatch(/evil\.example/);
  expect(subject).not.toContain("\n");
  expect(await ask("POST", { role: "member" })).toMatchObject({ mailed: false });
  expect(sent).toHaveLength(1);
});

it.each([
  ["has no sender", {}, async () => undefined],
  ["has no mail service", FROM, undefined],
] as const)("is a link where the deployment %s", async (_, vars, send) => {
  const { ask } = deployment(vars, send);
  expect(await ask("GET")).toMatchObject({ mails: false });
  expect(await ask("POST", OWEN)).toMatchObject({
    mailed: false,
    url: expect.stringContaining("/join#") as string,
  });
});

it("is a link where the mail service refuses it", async () => {
  const { ask } = deployment(FROM, () => Promise.reject(new Error("not a verified sender")));
  expect(await ask("POST", OWEN)).toMatchObject({
    mailed: false,
    url: expect.stringContaining("/join#") as string,
  });
});
