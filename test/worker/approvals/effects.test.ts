/** What Steward drafts at a vendor, through the whole product: performed once although an answer is lost, undone, left alone where something changed, and a person asked where nothing proves it. */
import { beforeEach, describe, expect, it } from "vitest";
import { GITHUB_TEAM } from "../../../sandbox/github/team-store.ts";
import { JIRA } from "../../../sandbox/jira/store.ts";
import { control, testEnv } from "../../support/worker.ts";
import { until } from "../agent/conversations/harness.ts";
import {
  approve,
  comesTo,
  connectedWorld,
  drafted,
  failOnce,
  looksAgain,
  nowOf,
  sentTo,
  unanswered,
  undo,
} from "./acting.ts";

interface Case {
  readonly what: string;
  readonly tool: string;
  readonly input: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  readonly service: string;
  /** The request that does it, as the service has carried it out. */
  readonly does: RegExp;
  readonly receipt: string;
  /** The request that undoes it; null where nothing does. */
  readonly undoes: RegExp | null;
  /** What makes the card stale while it waits, and the words that say so; null where nothing can. */
  readonly change: (() => Promise<unknown>) | null;
  readonly stale?: string;
}

const KEYS = { Key: "Bike cellar", Where: "office lockbox", With: "Tom Okafor" };
const PDF = { filename: "invoice.pdf", contentType: "application/pdf", text: "%PDF-1.4 invoice" };

async function received(): Promise<string> {
  const { id } = (await control("inbound/email", {
    from: "Desmond Pike <desmond.pike@brightwireelectric.example>",
    to: "office@alderfinch.example",
    subject: "Invoice 88",
    body: "Please pay by Friday.",
    attachments: [PDF],
  })) as { id: string };
  return id;
}

/** Somebody writes at the vendor by hand. */
async function byHand(method: string, path: string, authorization: string, body: unknown): Promise<void> {
  const headers = { authorization, "content-type": "application/json", "user-agent": "somebody" };
  const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
const inJira = (path: string, body: unknown) =>
  byHand("PUT", `/jira/rest/api/3${path}`, `Basic ${btoa(`${JIRA.settings.email}:${JIRA.token}`)}`, body);
const onGitHub = (path: string, body: unknown) =>
  byHand("PATCH", `/github${path}`, `Bearer ${GITHUB_TEAM.token}`, body);

const CASES: readonly Case[] = [
  {
    what: "a new document",
    tool: "create_document",
    input: () => ({ title: "Welcome 3B", folder: "Policies", text: "# Welcome\n\nTrash on Monday.\n" }),
    service: "drive",
    does: /^POST \/(?:upload\/)?drive\/v3\/files$/,
    receipt: "Document created in Policies: Welcome 3B",
    undoes: /^PATCH \/drive\/v3\/files\//,
    change: null,
  },
  {
    what: "rows of a sheet",
    tool: "append_to_sheet",
    input: () => ({ file: "Key log", rows: [KEYS] }),
    service: "sheets",
    does: /^POST .*:append$/,
    receipt: "Added 1 row to Key log, Keys",
    undoes: null,
    change: () =>
      control("drive/change", { name: "Key log", columns: ["Key", "Place", "With", "Since", "Back"] }),
    stale: "The sheet's columns were changed since this was drafted.",
  },
  {
    what: "a forwarded e-mail with its attachment",
    tool: "forward_email",
    input: async () => ({
      emailId: await received(),
      to: "lena@alderfinch.example",
      text: "Please pay this.",
    }),
    service: "gmail",
    does: /^POST .*\/messages\/send$/,
    receipt: "Sent to lena@alderfinch.example: Fwd: Invoice 88",
    undoes: null,
    change: null,
  },
  {
    what: "an e-mail with a file of Drive",
    tool: "send_email",
    input: async () => {
      await control("drive", { owner: "dana@alderfinch.example", name: "rates.txt", text: "Parking: $60" });
      return { to: "maria.lopez@mail.example", subject: "Rates", text: "Attached.", attach: ["rates.txt"] };
    },
    service: "gmail",
    does: /^POST .*\/messages\/send$/,
    receipt: "Sent to maria.lopez@mail.example: Rates",
    undoes: null,
    change: () => control("drive/change", { name: "rates.txt", text: "Parking: $90" }),
    stale: "The attachment rates.txt was changed since this was drafted.",
  },
  {
    what: "a message in Slack",
    tool: "send_slack_message",
    input: () => ({ to: "#maintenance", text: "The elevator man comes Friday." }),
    service: "slack",
    does: /^POST .*chat\.postMessage$/,
    receipt: "Posted to #maintenance in Slack",
    undoes: /^POST .*chat\.delete$/,
    change: null,
  },
  {
    what: "a new issue in Jira",
    tool: "create_jira_issue",
    input: () => ({
      project: "Claims",
      summary: "Ask Pier 9 for the invoice",
      assignee: "Ben Abara",
    }),
    service: "jira",
    does: /^POST .*\/rest\/api\/3\/issue$/,
    receipt: "Issue created in Claims: Ask Pier 9 for the invoice",
    undoes: /^POST .*\/transitions$/,
    change: null,
  },
  {
    what: "a new issue on GitHub",
    tool: "create_github_issue",
    input: () => ({ repository: "website", title: "Claims page: number is cut off", labels: ["bug"] }),
    service: "github",
    does: /^POST .*\/repos\/harborlight\/website\/issues$/,
    receipt: "Issue created in harborlight/website: Claims page: number is cut off",
    undoes: /^PATCH .*\/issues\/\d+$/,
    change: null,
  },
  {
    what: "a new issue in a service of the team's own",
    tool: "create_service_issue",
    input: () => ({ user: "marcus", project: "MNT", type: "task", summary: "Bleed the radiators" }),
    service: "data-service",
    does: /^POST \/users\/marcus\/jira\/issues$/,
    receipt: "created in MNT: Bleed the radiators",
    undoes: null,
    change: null,
  },
  {
    what: "an event in a Google calendar",
    tool: "create_event",
    input: () => ({
      calendar: "Priya Raman",
      title: "Boiler inspection",
      start: "2031-03-04 10:00",
      end: "2031-03-04 11:30",
      meet: true,
    }),
    service: "calendar",
    does: /^POST .*\/events\//,
    receipt: "Video call: https://meet.google.com/",
    undoes: /^DELETE .*\/events\//,
    change: null,
  },
  {
    what: "an event in a service of the team's own",
    tool: "create_service_event",
    input: () => ({
      user: "marcus",
      title: "Boiler inspection",
      start: "2027-03-02 10:00",
      end: "2027-03-02 11:30",
      meet: true,
    }),
    service: "data-service",
    does: /^POST \/users\/marcus\/calendar\/events$/,
    receipt: "Video call: https://meet.alderfinch.example/visit-",
    undoes: null,
    change: null,
  },
  {
    what: "a comment in Jira",
    tool: "comment_on_jira_issue",
    input: () => ({ issue: "CLAIM-2", text: "The log is there." }),
    service: "jira",
    does: /^POST .*\/issue\/CLAIM-2\/comment$/,
    receipt: "Comment posted on the issue",
    undoes: /^DELETE .*\/issue\/CLAIM-2\/comment\//,
    change: () => inJira("/issue/CLAIM-2", { fields: { summary: "Ostrander: closed" } }),
    stale: "The issue was renamed since this was drafted: it is now “Ostrander: closed”.",
  },
  {
    what: "an issue's move in Jira",
    tool: "update_jira_issue",
    input: () => ({ issue: "CLAIM-2", status: "In Progress" }),
    service: "jira",
    does: /^POST .*\/issue\/CLAIM-2\/transitions$/,
    receipt: "Issue moved to In Progress",
    undoes: /^POST .*\/issue\/CLAIM-2\/transitions$/,
    change: () =>
      byHand(
        "POST",
        "/jira/rest/api/3/issue/CLAIM-2/transitions",
        `Basic ${btoa(`${JIRA.settings.email}:${JIRA.token}`)}`,
        { transition: { id: "31" } },
      ),
    stale: "The issue was moved since this was drafted: it is now in “Done”.",
  },
  {
    what: "a comment on GitHub",
    tool: "comment_on_github_issue",
    input: () => ({ issue: "website#3", text: "Theo looks at it." }),
    service: "github",
    does: /^POST .*\/issues\/3\/comments$/,
    receipt: "Comment posted on the issue",
    undoes: /^DELETE .*\/issues\/comments\//,
    change: () => onGitHub("/repos/harborlight/website/issues/3", { title: "Another thing" }),
    stale: "The issue was renamed since this was drafted: it is now “Another thing”.",
  },
];

beforeEach(connectedWorld);

describe.each(CASES)("$what", (one) => {
  const { tool, service, does, receipt, undoes, change } = one;

  it("is done once, with a receipt, when a person approved; and undone where something undoes it", async () => {
    const approval = await drafted(tool, await one.input());
    expect(await sentTo(service, does)).toHaveLength(0);
    await approve(approval);
    const done = await comesTo(approval, "done");
    expect(JSON.stringify(done)).toContain(receipt);
    expect(await sentTo(service, does)).toHaveLength(1);
    const before = undoes === null ? 0 : (await sentTo(service, undoes)).length;
    expect(done.undoable).toBe(false);
    expect(done.compensation ?? null).toEqual(undoes === null ? null : expect.anything());
    if (undoes === null) return;
    await undo(done);
    expect(await sentTo(service, undoes)).toHaveLength(before + 1);
  });

  it("is not done twice when its answer is lost: it is found again", async () => {
    const approval = await drafted(tool, await one.input());
    await failOnce(service, { afterEffect: true });
    await approve(approval);
    await unanswered(service);
    await looksAgain();
    expect(JSON.stringify(await comesTo(approval, "done"))).toContain(receipt);
    expect(await sentTo(service, does)).toHaveLength(1);
  });

  if (change === null) return;
  it("is not done where that changed which the card shows", async () => {
    const approval = await drafted(tool, await one.input());
    await change();
    const already = (await sentTo(service, does)).length;
    await approve(approval);
    expect(JSON.stringify(await comesTo(approval, "stale"))).toContain(one.stale);
    expect(await sentTo(service, does)).toHaveLength(already);
  });
});

describe("a person is asked", () => {
  it("where others' rows stand below and ours can't be told from what never came", async () => {
    const approval = await drafted("append_to_sheet", { file: "Key log", rows: [KEYS] });
    await failOnce("sheets", { afterEffect: false });
    await approve(approval);
    await unanswered("sheets");
    await control("drive/change", { name: "Key log", row: ["Roof", "van", "Tom Okafor", "Monday"] });
    await looksAgain(4);
    expect((await nowOf(approval)).status).toBe("executing");
    await looksAgain(6);
    expect(JSON.stringify(await comesTo(approval, "needs_human"))).toContain(
      "Google answered 503. We can’t tell whether this went through. Please check in Google.",
    );
    expect(await sentTo("sheets", /:append$/)).toHaveLength(0);
  });

  it("where an e-mail's answer is lost at a service that shows nothing of what it sent", async () => {
    const email = {
      user: "office",
      to: "maria.lopez@mail.example",
      subject: "Visit",
      body: "Tuesday works.",
    };
    const approval = await drafted("send_service_email", email);
    await failOnce("data-service", { afterEffect: true });
    await approve(approval);
    await comesTo(approval, "needs_human");
    await looksAgain(6);
    expect((await nowOf(approval)).status).toBe("needs_human");
    expect(await sentTo("data-service", /^POST \/users\/office\/emails\/send$/)).toHaveLength(1);
  });

  it("and nothing is proven absent too early: what never came is done once, later", async () => {
    const approval = await drafted("create_document", { title: "Late", text: "Once." });
    await failOnce("drive", { afterEffect: false });
    await approve(approval);
    await unanswered("drive");
    await looksAgain(1);
    expect((await nowOf(approval)).status).toBe("executing");
    expect(await sentTo("drive", /^POST .*\/files$/)).toHaveLength(0);
    await looksAgain(4);
    await comesTo(approval, "done");
    await until(async () => (await sentTo("drive", /^POST .*\/files$/)).length === 1);
  });
});
