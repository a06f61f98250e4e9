import { expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { gmailLink } from "../../../../src/integrations/google/mailboxes.ts";
import { mailLinks } from "../../../../src/messaging/inbox/index.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const MAILBOX = "office@alderfinch.example";

it("an e-mail is opened at its message, and in its mailbox where it is none here", async () => {
  const d1 = nodeD1();
  const keep = (tenant: string, id: string, state: string, reason: string | null) =>
    insertInto(d1, "mails", tenant, {
      mailbox: MAILBOX,
      id,
      thread_id: "t1",
      fingerprint: id,
      state,
      reason,
    });
  await keep("t", "m1", "handed", null);
  await keep("t", "m2", "handed", "by_member");
  await keep("t", "m3", "recorded", "past");
  await keep("other", "m4", "handed", null);
  const of = (id: string) => ({ mailbox: MAILBOX, id });
  const linkOf = await mailLinks(dbFor(d1, "t"), gmailLink, ["m1", "m2", "m3", "m4"].map(of));
  expect(["m1", "m2", "m3", "m4"].map((id) => linkOf(of(id)))).toEqual([
    "/conversations/email%3At1?message=mail.office%40alderfinch.example.m1",
    "/conversations/team-email%3At1?message=mail.office%40alderfinch.example.m2",
    "https://mail.google.com/mail/?authuser=office%40alderfinch.example#all/m3",
    "https://mail.google.com/mail/?authuser=office%40alderfinch.example#all/m4",
  ]);
});
