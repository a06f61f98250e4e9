/** Whose request an e-mail to Steward's mailbox is, and why one in a member's name is not taken as theirs. */
import { expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { writerOf } from "../../../../src/messaging/inbox/member-mail.ts";
import type { MailRow } from "../../../../src/messaging/inbox/mail-ports.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const STEWARDS = "steward@alderfinch.example";
const TOM = { id: "user_tom", name: "Tom Okafor" };
const AT = "2026-11-24T10:00:00.000Z";
const row = (more: Partial<MailRow> = {}): MailRow =>
  ({
    mailbox: STEWARDS,
    fromAddress: "tom@alderfinch.example",
    to: [STEWARDS],
    sender: "verified",
    at: AT,
    ...more,
  }) as MailRow;

async function writer(more: Partial<MailRow> = {}, before = 0, isInSent = false) {
  const d1 = nodeD1();
  for (let index = 0; index < before; index++)
    await insertInto(d1, "mails", "t", {
      mailbox: STEWARDS,
      id: `m${index}`,
      fingerprint: `m${index}`,
      from_address: "tom@alderfinch.example",
      at: "2026-11-24T09:59:00.000Z",
    });
  return writerOf(
    {
      db: dbFor(d1, "t"),
      answersAt: () => Promise.resolve(STEWARDS),
      memberAt: (address) => Promise.resolve(address === "tom@alderfinch.example" ? TOM : null),
      isInSent: () => Promise.resolve(isInSent),
    },
    row(more),
  );
}

it.each<[string, Parameters<typeof writer>, unknown]>([
  ["a member's, proven", [], TOM],
  ["a member's, in their own Sent folder", [{ sender: "unverified" }, 0, true], TOM],
  ["in a member's name, proven by nothing", [{ sender: "unverified" }], "unproven"],
  ["a member's, after nineteen others within minutes", [{}, 19], TOM],
  ["a member's, after twenty", [{}, 20], "loop"],
  ["in nobody's name, proven by nothing", [{ fromAddress: "eve@mail.example", sender: "unverified" }], null],
  ["a machine's", [{ sender: "machine" }], null],
  ["to others, with a copy to Steward", [{ to: ["office@alderfinch.example"] }], null],
])("an e-mail that is %s", async (_what, asked, expected) => {
  expect(await writer(...asked)).toEqual(expected);
});
