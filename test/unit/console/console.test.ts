import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createConsole } from "../../../sandbox/console/console.ts";
import { gitHubStore } from "../../../sandbox/github/store.ts";
import { quoWorld } from "../integrations/quo/quo-world.ts";

const PAGE = join(import.meta.dirname, "../../../sandbox/console/page");

function consoleOf(world = quoWorld()) {
  const service = createConsole(world.context);
  return async (path: string, method = "GET", sent?: unknown) => {
    const url = new URL(path, "http://sandbox.test");
    const body = Buffer.from(sent === undefined ? "" : JSON.stringify(sent));
    const request = { method, url, path: url.pathname, headers: new Headers(), body };
    return service.handle({ ...request, signal: new AbortController().signal });
  };
}

describe("the console page", () => {
  it("may run and load only what the sandbox itself serves", async () => {
    const get = consoleOf();
    const policy = (await get("/")).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    for (const name of readdirSync(PAGE).filter((file) => file !== "index.html"))
      expect((await get(`/console/${name}`)).status).toBe(200);
  });

  it("never makes markup of text", () => {
    const scripts = readdirSync(PAGE).filter((name) => name.endsWith(".js"));
    for (const name of scripts)
      expect(readFileSync(join(PAGE, name), "utf8")).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|setHTML/,
      );
  });

  it.each(["/console/../console.ts", "/console/%2e%2e/console.ts", "/console/nothing.js", "/console/"])(
    "serves nothing at %s",
    async (path) => {
      await expect(consoleOf()(path)).rejects.toMatchObject({ status: 404 });
    },
  );

  it("changes nothing", async () => {
    await expect(consoleOf()("/", "POST")).rejects.toMatchObject({ status: 405 });
  });
});

describe("what the console reads", () => {
  it("lists every company's people, who wrote last first, without their keys", async () => {
    const text = await (await consoleOf()("/console/companies")).text();
    expect(text).not.toContain("quo_demo_");
    const [alder] = JSON.parse(text).items as [{ people: { name: string; lastAt: string | null }[] }];
    expect(alder.people).toHaveLength(160);
    expect(alder.people.slice(0, 2).map(({ name }) => name)).toEqual(["Walt Ironside", "Carla Nunez"]);
  });

  it("shows somebody who is not in the contacts once they have written", async () => {
    const world = quoWorld({ world: "empty" });
    await world.quo.inbound?.sms?.({ from: "+14125550198", text: "Who is this?", to: "PNalderShared" });
    const get = consoleOf(world);
    const { items } = (await (await get("/console/companies")).json()) as {
      items: { people: { about: string }[] }[];
    };
    expect(items[0]?.people).toMatchObject([{ number: "+14125550198", about: "Not in the contacts" }]);
    const thread = await get("/console/thread?tenant=tenant_alder&number=%2B14125550198");
    expect(await thread.json()).toMatchObject({ items: [{ text: "Who is this?", direction: "incoming" }] });
    const other = await get("/console/thread?tenant=tenant_harbor&number=%2B14125550198");
    expect(await other.json()).toEqual({ items: [] });
  });

  it("does not use up the vendor's rate limit", async () => {
    const world = quoWorld({ hurry: true });
    const get = consoleOf(world);
    for (let read = 0; read < 20; read++) await get("/console/companies");
    expect((await world.call("GET", "/v1/phone-numbers")).status).toBe(200);
  });
});

describe("the mailboxes of the console", () => {
  it("are shown thread by thread, the one touched last first, letters without what they quote", async () => {
    const get = consoleOf();
    const { items: companies } = (await (await get("/console/mail")).json()) as {
      items: { mailboxes: { address: string }[]; senders: { address: string }[] }[];
    };
    expect(companies[0]?.mailboxes[0]?.address).toBe("office@alderfinch.example");
    expect(companies[0]?.senders.map(({ address }) => address)).toContain("harold.finch@mail.example");
    const box = "mailbox=office@alderfinch.example";
    const { items } = (await (await get(`/console/mail/threads?${box}`)).json()) as {
      items: { id: string; with: { name: string }; subject: string; unread: boolean; count: number }[];
    };
    expect(items[0]).toMatchObject({ with: { name: "Jordan Ellis" }, unread: true, count: 1 });
    const statement = items.find(({ subject }) => subject === "Statement for 214 Birch St");
    const thread = await get(`/console/mail/thread?${box}&thread=${statement?.id}`);
    const letters = ((await thread.json()) as { items: { text: string; sent: boolean }[] }).items;
    expect(letters.map(({ sent }) => sent)).toEqual([true, false]);
    expect(letters[1]?.text).toMatch(/^Dana,\n\nIs the valve/);
    expect(letters[1]?.text).not.toContain("wrote:");
    await expect(get("/console/mail/threads?mailbox=no@body.example")).rejects.toMatchObject({ status: 404 });
  });
});

describe("the repositories of the console", () => {
  const REPOSITORY = "alderfinch/knowledge";
  const edit = { repository: REPOSITORY, path: "areas/keys.md", message: "" };

  it("show what each commit changed, line by line, and take edits of colleagues and of strangers", async () => {
    const world = quoWorld();
    const ask = consoleOf(world);
    const read = async () => {
      const { items } = (await (await ask("/console/github")).json()) as {
        items: {
          name: string;
          files: string[];
          authors: { email: string }[];
          commits: { sha: string; message: string; author: string }[];
        }[];
      };
      return items[0];
    };
    const [marcus, stranger] = ["marcus@alderfinch.example", "mallory@elsewhere.example"];
    expect((await read())?.authors.map(({ email }) => email)).toEqual(
      expect.arrayContaining([marcus, stranger]),
    );
    await ask("/console/github/edit", "POST", { ...edit, content: "one\ntwo\nthree\n", author: marcus });
    await ask("/console/github/edit", "POST", { ...edit, content: "one\n2\nthree\n", author: stranger });
    const { files, commits } = (await read()) ?? { files: [], commits: [] };
    expect(files).toEqual(["README.md", "areas/keys.md"]);
    expect(commits.map(({ message, author }) => `${author}: ${message}`)).toEqual([
      "Mallory Pike: Edit areas/keys.md",
      "Marcus Hale: Edit areas/keys.md",
      "Dana Whitfield: Begin",
    ]);
    const [sha = ""] = commits.map((one) => one.sha);
    const kept = gitHubStore(world.context).value.repositories[REPOSITORY]?.commits[sha];
    expect(kept?.author.login).toBe("mallory-pike");
    const query = new URLSearchParams({ repository: REPOSITORY, sha });
    expect(await (await ask(`/console/github/commit?${query}`)).json()).toEqual({
      items: [
        {
          path: "areas/keys.md",
          lines: [
            { sign: "-", text: "two" },
            { sign: "+", text: "2" },
          ],
        },
      ],
    });
    await ask("/console/github/edit", "POST", { ...edit, content: null, author: marcus });
    expect((await read())?.files).toEqual(["README.md"]);
    await expect(
      ask("/console/github/edit", "POST", { ...edit, content: "x", author: "no@body.example" }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
