import { describe, expect, it } from "vitest";
import { ALDER, HARBOR } from "../../../sandbox/world/company.ts";
import { companyContacts } from "../../../sandbox/world/index.ts";
import { companyMail } from "../../../sandbox/world/mail/index.ts";
import { LEADS } from "../../../sandbox/world/mail/leads.ts";
import { googleWorld, NOW, OFFICE } from "../integrations/google/google-world.ts";

const alder = companyMail(ALDER, NOW);
const harbor = companyMail(HARBOR, NOW);
const both = [...alder, ...harbor];
const DAY_MS = 86_400_000;

describe("the demo world's e-mail", () => {
  it("is the same for the same moment and has the promised size", () => {
    expect(companyMail(ALDER, NOW)).toEqual(alder);
    expect(alder).toHaveLength(400);
    expect(harbor.length).toBeGreaterThan(100);
    expect(LEADS).toHaveLength(40);
  });

  it("writes only from and to addresses that are no one's, and leaves no slot unfilled", () => {
    for (const { draft } of both) {
      const written = [draft.from, ...draft.to, draft.subject, draft.text, draft.html ?? ""].join("\n");
      expect(written).not.toMatch(/[{}]| \|\| |https?:/);
      for (const address of written.match(/[\w.+-]+@[\w.-]+\w/g) ?? []) expect(address).toMatch(/\.example$/);
      for (const { filename } of draft.files ?? []) expect(filename).not.toMatch(/[{}]/);
    }
  });

  it("lies within the last year, threads in order, each letter answering the one before", () => {
    for (const { draft } of both) {
      expect(draft.dateMs).toBeGreaterThan(NOW - 367 * DAY_MS);
      expect(draft.dateMs).toBeLessThanOrEqual(NOW);
    }
    const threads = Map.groupBy(both, ({ mailbox, threadKey }) => `${mailbox} ${threadKey}`);
    for (const [, letters] of threads) {
      for (const [index, { draft }] of letters.entries()) {
        const before = letters[index - 1]?.draft;
        expect(draft.inReplyTo).toBe(before?.messageId);
        if (before !== undefined) expect(draft.dateMs).toBeGreaterThan(before.dateMs);
      }
    }
    const keys = both.map(({ mailbox, key }) => `${mailbox} ${key}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("is read but for a handful of new ones", () => {
    const unread = alder.filter(({ labelIds }) => labelIds.includes("UNREAD"));
    expect(unread.length).toBeGreaterThan(4);
    expect(unread.length).toBeLessThan(12);
    for (const { draft } of unread) expect(draft.dateMs).toBeGreaterThan(NOW - 3 * DAY_MS);
  });

  it("comes from people who are in the contacts with that address, from leads and from machines", () => {
    const known = new Set(
      [ALDER, HARBOR].flatMap((tenant) =>
        companyContacts(tenant, NOW).flatMap(({ emails }) => emails.map(({ value }) => value)),
      ),
    );
    const senders = both
      .filter(({ labelIds }) => labelIds.includes("INBOX") && !labelIds.includes("CATEGORY_PROMOTIONS"))
      .map(({ draft }) => /<(.+)>/.exec(draft.from)?.[1] ?? "");
    const strangers = senders.filter(
      (address) => !known.has(address) && !/@convo\.zillow|notifications@|noreply@|alerts@/.test(address),
    );
    expect(strangers).toEqual([]);
  });

  it("is found in the mailboxes as Gmail keeps it", async () => {
    const world = googleWorld({ world: "demo" });
    const count = async (q: string): Promise<number> => (await world.search(q)).length;
    expect(await count("from:zillow.com is:unread")).toBe(2);
    expect(
      await count("in:inbox is:unread -category:promotions -from:zillow.com -from:clickup.com -from:quo.com"),
    ).toBeGreaterThan(1);
    expect(await count("from:zillow.com subject:requesting")).toBeGreaterThan(40);
    expect(await count("has:attachment filename:pdf")).toBeGreaterThan(10);
    const [statement] = await world.search("from:harold.finch subject:statement");
    const { body } = await world.call("GET", `/messages/${statement}`);
    const thread = await world.call("GET", `/threads/${body.threadId}`);
    expect(thread.body.messages).toHaveLength(2);
    expect(Buffer.from(body.payload.body.data, "base64url").toString()).toMatch(
      /Is the valve in 3B in[\s\S]+wrote:(?:\r\n){2}> Dear Harold/,
    );
    const profile = await world.call("GET", "/profile");
    expect(profile.body).toMatchObject({ emailAddress: OFFICE, messagesTotal: expect.any(Number) });
    for (const { id } of (await world.call("GET", "/messages?maxResults=500")).body.messages)
      expect((await world.call("GET", `/messages/${id}?format=metadata`)).status).toBe(200);
    expect(world.gmail.violations?.()).toEqual([]);
  });
});
