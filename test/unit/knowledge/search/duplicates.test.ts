import { expect, it } from "vitest";
import type { FoundPassage } from "../../../../src/platform/api/search-items.ts";
import { withoutDuplicates } from "../../../../src/knowledge/search/index.ts";

const MAIL = "Hi Ruth, the tow truck's new plate is 7KX 204 and the driver Mateo Ortiz starts on December 1.";
const one = (source: FoundPassage["source"], url: string, text: string) => ({ source, url, text });
const FOLDER = "/workspace/accounts/10040/sources/emails/1";

it("an e-mail and what an account's folder keeps of it are found once, as the better one", () => {
  const mail = one("email", "/conversations/mail-1", MAIL);
  const raw = one("file", `${FOLDER}/raw.txt`, `From: Ana Ortiz\nSubject: Plate\n\n${MAIL}`);
  const summary = one("file", `${FOLDER}/summary.md`, `# Plate\n\n${MAIL}\n\n_These are all its words._`);
  expect(withoutDuplicates([raw, mail, summary])).toEqual([raw]);
});

it("an e-mail in the inbox and in a mailbox that is read as a source is found once", () => {
  const inbox = one("email", "/conversations/mail-1", MAIL);
  const source = one("email", "/knowledge/i1", MAIL);
  expect(withoutDuplicates([source, inbox])).toEqual([source]);
  expect(withoutDuplicates([inbox, one("email", "/conversations/mail-2", MAIL)])).toHaveLength(2);
});

it("what is said twice, or short, or otherwise stays", () => {
  const reminders = [1, 2].map((at) => one("sms", `/texts/1?at=${at}`, MAIL));
  const short = [one("sms", "/texts/2", "Done, thank you!"), one("email", "/m", "Done, thank you!")];
  const others = [
    one(
      "file",
      "/workspace/a/note.md",
      "Mateo Ortiz has driven for them since 2019 and knows each of the six trucks.",
    ),
    one(
      "file",
      "/workspace/b/note.md",
      "Mateo Ortiz has driven for them since 2019 and knows each of the six trucks.",
    ),
  ];
  expect(withoutDuplicates([...reminders, ...short, ...others])).toHaveLength(6);
});
