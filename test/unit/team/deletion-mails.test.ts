/** Every member is mailed that the team will be deleted, where the deployment can; a mail that fails changes nothing. */
import { expect, it } from "vitest";
import { asPerson, SECRETS, testApp } from "../../support/node-app.ts";

interface Sent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

async function planned(send: (mail: Sent) => Promise<unknown>): Promise<number> {
  const app = testApp({ vars: { MAIL_FROM: "steward@mail.example" }, bindings: { EMAIL: { send } } });
  const answer = await app.request("/api/team/delete", {
    method: "POST",
    headers: asPerson(SECRETS.admin, { "content-type": "application/json" }),
    body: JSON.stringify({ name: "Alder" }),
  });
  return answer.status;
}

it("is told to each member, with the page on which an admin calls it off", async () => {
  const sent: Sent[] = [];
  expect(await planned(async (mail) => sent.push(mail))).toBe(200);
  expect(sent.map(({ to }) => to).toSorted()).toEqual([
    "dana@alderfinch.example",
    "marcus@alderfinch.example",
  ]);
  const [{ subject, text } = { subject: "", text: "" }] = sent;
  expect(subject).toMatch(/^Alder will be deleted from Steward on \w{3}, /);
  expect(text.match(/\S+:\/\/\S+/g)).toEqual(["http://localhost:8787/delete-team"]);
});

it("stands where the mail service refuses", async () => {
  expect(await planned(() => Promise.reject(new Error("not a verified sender")))).toBe(200);
});
