/** Every member is mailed that the team will be deleted, and that it stays after all, where the deployment can; a mail that fails changes nothing. */
import { expect, it } from "vitest";
import { asPerson, SECRETS, testApp } from "../../support/node-app.ts";

interface Sent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

function deployment(send: (mail: Sent) => Promise<unknown>) {
  const app = testApp({ vars: { MAIL_FROM: "steward@mail.example" }, bindings: { EMAIL: { send } } });
  return async (path: "delete" | "keep", body: object): Promise<number> => {
    const answer = await app.request(`/api/team/${path}`, {
      method: "POST",
      headers: asPerson(SECRETS.admin, { "content-type": "application/json" }),
      body: JSON.stringify(body),
    });
    return answer.status;
  };
}

const PLAN = ["delete", { name: "Alder" }] as const;
const EVERYONE = ["dana@alderfinch.example", "marcus@alderfinch.example"];

it("is told to each member, with the page on which an admin calls it off", async () => {
  const sent: Sent[] = [];
  const ask = deployment(async (mail) => sent.push(mail));
  expect(await ask(...PLAN)).toBe(200);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(EVERYONE);
  const [{ subject, text } = { subject: "", text: "" }] = sent;
  expect(subject).toMatch(/^Alder will be deleted from Steward on \w{3}, /);
  expect(text.match(/\S+:\/\/\S+/g)).toEqual(["http://localhost:8787/delete-team"]);
});

it("is told to each member when an admin calls it off", async () => {
  const sent: Sent[] = [];
  const ask = deployment(async (mail) => sent.push(mail));
  expect(await ask("keep", {})).toBe(409);
  expect(sent).toEqual([]);
  await ask(...PLAN);
  expect(await ask("keep", {})).toBe(200);
  const called = sent.slice(EVERYONE.length);
  expect(called.map(({ to }) => to).toSorted()).toEqual(EVERYONE);
  expect(new Set(called.map(({ subject }) => subject))).toEqual(new Set(["Alder stays on Steward"]));
  expect(called[0]?.text).toMatch(/ called off the deletion of Alder\./);
});

it("stands where the mail service refuses", async () => {
  const ask = deployment(() => Promise.reject(new Error("not a verified sender")));
  expect(await ask(...PLAN)).toBe(200);
  expect(await ask("keep", {})).toBe(200);
});
