/** Two imports at once, and e-mails that come in twice: over a real database, each account and each e-mail is there once. */
import { beforeEach, describe, expect, it } from "vitest";
import { importLines } from "../../../src/accounts/index.ts";
import { fileSource, type Filing } from "../../../src/accounts/file-source.ts";
import { mailIdentity } from "../../../src/accounts/same-mail.ts";
import { mailText } from "../../../src/accounts/source-text.ts";
import { accounts, accountSources } from "../../../src/accounts/tables/accounts.ts";
import type { ImportLine } from "../../../src/accounts/api/account-import.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { freshWorld } from "../../support/worker.ts";
import { ALDER, DANA, files } from "../workspace/harness.ts";

type Records = readonly ImportLine["record"][];

const take = (deps: WorkspaceDeps, records: Records) =>
  importLines(
    { files: deps, rules: DEFAULT_STAGES, timeZone: "America/Chicago", by: DANA.author },
    records.map((record, index) => ({ line: index + 1, record })),
  );

/** Files of two that write at once: whoever comes to write first waits for the other, so that both have seen the same before. */
function atOnce(): readonly [WorkspaceDeps, WorkspaceDeps] {
  let arrived = 0;
  let open = (): void => undefined;
  const both = new Promise<void>((done) => (open = done));
  const one = (): WorkspaceDeps => {
    const deps = files(ALDER);
    let isFirst = true;
    return {
      ...deps,
      blobs: {
        ...deps.blobs,
        async put(sha256, content) {
          if (isFirst && ++arrived === 2) open();
          isFirst = false;
          await both;
          await deps.blobs.put(sha256, content);
        },
      },
    };
  };
  return [one(), one()];
}

const PIER = { kind: "account", name: "Pier 9 Marina", email: "ana@pier9.example", phone: "(312) 555-0142" };
const MAIL = {
  kind: "email",
  at: "2026-10-02T14:30:40Z",
  from: "ana@pier9.example",
  to: "office@agency.example",
  subject: "Loss runs",
  text: "Here are the loss runs for 2024.",
};
const ID = "<abc.1@mail.pier9.example>";

/** The same e-mail as a mailbox has it. */
async function live(
  messageId: string | null,
  at = "2026-10-02T14:31:05Z",
  subject = "Loss  runs",
): Promise<Filing> {
  const row = {
    ...MAIL,
    fromName: "Ana",
    fromAddress: MAIL.from,
    to: [MAIL.to],
    cc: [],
    attachments: [],
    at,
    subject,
  };
  return {
    kind: "emails",
    item: `office@agency.example/${messageId ?? at}`,
    party: MAIL.from,
    direction: "incoming",
    at: new Date(at).toISOString(),
    day: "2026-10-02",
    text: mailText(row, "America/Chicago"),
    mail: await mailIdentity({ messageId, from: MAIL.from, subject, at }),
  };
}

const count = async () => (await files(ALDER).db.rows(accountSources)).length;

beforeEach(freshWorld);

describe("two imports at once", () => {
  it("make one account of the same name, address or number", async () => {
    for (const other of [PIER, { ...PIER, name: "Pier Nine" }, { ...PIER, name: "Pier IX", email: "" }]) {
      await freshWorld();
      const [one, two] = atOnce();
      const done = await Promise.all([take(one, [PIER]), take(two, [other])]);
      expect(new Set(done.flat().map(({ outcome, account }) => `${outcome} ${account}`))).toEqual(
        new Set(["known 10001", "made 10001"]),
      );
      expect(await files(ALDER).db.rows(accounts)).toHaveLength(1);
    }
  });

  it("make two of two, and each of a file's accounts and e-mails once", async () => {
    const [one, two] = atOnce();
    const both = await Promise.all([
      take(one, [PIER]),
      take(two, [{ kind: "account", name: "Lakeshore Bakery" }]),
    ]);
    expect(new Set(both.flat().map(({ account }) => account))).toEqual(new Set(["10001", "10002"]));
    const file = [
      ...["Arbor", "Birch", "Cedar", "Dogwood"].map((name) => ({ kind: "account", name: `${name} Company` })),
      MAIL,
    ];
    const [first, second] = atOnce();
    const done = (await Promise.all([take(first, file), take(second, file)])).flat();
    expect(done.filter(({ outcome }) => outcome === "made")).toHaveLength(4);
    expect(done.filter(({ outcome }) => outcome === "known")).toHaveLength(5);
    expect(await files(ALDER).db.rows(accounts)).toHaveLength(6);
    expect(await count()).toBe(1);
  });
});

describe("an e-mail that is imported and comes from the mailbox", () => {
  it.each([
    [
      "by its Message-ID, whatever else is written otherwise",
      { ...MAIL, messageId: "abc.1@mail.pier9.example", subject: "loss" },
      ID,
    ],
    ["by sender, subject and minute where the import has no id", MAIL, ID],
    ["by these where the mailbox has none", { ...MAIL, messageId: ID }, null],
  ] as const)("is one source, %s", async (_, imported, messageId) => {
    await take(files(ALDER), [PIER, imported]);
    expect(await fileSource(files(ALDER), "10001", await live(messageId))).toBe(false);
    expect(await count()).toBe(1);
    expect(
      (await take(files(ALDER), [{ ...imported, text: "Cut otherwise by the other system." }]))[0]?.outcome,
    ).toBe("known");
  });

  it("is one source whichever comes first, and where both come at once", async () => {
    await take(files(ALDER), [PIER]);
    expect(await fileSource(files(ALDER), "10001", await live(ID))).toBe(true);
    expect((await take(files(ALDER), [MAIL]))[0]).toMatchObject({ outcome: "known", account: "10001" });
    const later = { at: "2026-10-05T09:00:00Z", subject: "Loss runs, again" };
    const [one, two] = atOnce();
    const [imported, isFiled] = await Promise.all([
      take(one, [{ ...MAIL, ...later }]),
      fileSource(two, "10001", await live("<abc.2@mail.pier9.example>", later.at, later.subject)),
    ]);
    expect([imported[0]?.outcome === "filed", isFiled].filter(Boolean)).toHaveLength(1);
    expect(await count()).toBe(2);
  });

  it("is another one with another Message-ID, subject or hour", async () => {
    await take(files(ALDER), [PIER, { ...MAIL, messageId: ID }]);
    for (const other of [
      await live("<abc.9@mail.pier9.example>"),
      await live(null, "2026-10-02T14:31:05Z", "Loss runs, signed"),
      await live(null, "2026-10-02T15:31:05Z"),
    ])
      expect(await fileSource(files(ALDER), "10001", other)).toBe(true);
    expect(await count()).toBe(4);
  });
});
