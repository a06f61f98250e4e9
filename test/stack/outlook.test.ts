/**
 * Outlook over the really running product: e-mail that comes at once is taken once over a kill -9, and an approved answer or event is
 * there once.
 */
import { expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import type { MailState, MailView } from "../../src/messaging/api/mail.ts";
import { controlAt, eventually, nothingHeld, signInAs, type Client } from "../support/client.ts";
import { NIGHTLY, ownStack, type OwnStack } from "../support/own-stack.ts";
import { letMinutesPass } from "../support/records.ts";
import { changePolicy, propose, says, script } from "../support/scripted.ts";

const MAILS = NIGHTLY ? 200 : 20;
/** A claim's deadline, and the time after which a look-up that finds nothing is proof. */
const LAG_MINUTES = 3;
const CLAIMS = "claims@harborlight.example";

/** Signs the team in to Microsoft 365, in the place of its Google, or allows more. */
async function connect(ruth: Client, allow: string | null = null): Promise<void> {
  if (allow === null) await ruth.json("DELETE", "/api/connections/google");
  const { url } = await ruth.json<{ url: string }>("POST", "/api/connections/microsoft/consent", { allow });
  const form = new URLSearchParams(new URL(url).searchParams);
  form.set("account", CLAIMS);
  form.set("decision", "accept");
  const back = await fetch(url.split("?")[0] ?? "", { method: "POST", body: form, redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  const landed = await fetch(`${ruth.appUrl}${pathname}${search}`, {
    headers: { authorization: `Bearer ${ruth.token}` },
    redirect: "manual",
  });
  const consent = new URL(landed.headers.get("location") ?? "", ruth.appUrl).searchParams.get("consent");
  await ruth.json("PUT", "/api/connections/microsoft", { typed: null, consent, chosen: {} });
}

interface Outlook {
  readonly mailboxes: readonly {
    readonly address: string;
    readonly messages: readonly {
      readonly folder: string;
      readonly messageId: string;
      readonly files: readonly string[];
    }[];
  }[];
}

async function sentByUs(sandboxUrl: string): Promise<string[]> {
  const { mailboxes } = await controlAt<Outlook>(sandboxUrl, "microsoft");
  return mailboxes
    .flatMap(({ messages }) => messages)
    .filter(({ folder, messageId }) => folder === "sentitems" && messageId.startsWith("<steward_"))
    .map(({ messageId }) => messageId);
}

/** Events that were created, by their subjects. */
async function eventsMade(sandboxUrl: string): Promise<string[]> {
  const { items } = await controlAt<{
    items: { method: string; body: { event?: { subject: string } } | null }[];
  }>(sandboxUrl, "outbox?service=microsoft");
  return items.flatMap(({ method, body }) => (method === "POST" ? (body?.event?.subject ?? []) : []));
}

/** Has an act drafted and approved; the product dies while Graph holds the answer to what it did, and settles it after its restart. */
async function approveOverKill(
  stack: OwnStack,
  ruth: Client,
  [name, input]: readonly [name: string, input: object],
  done: () => Promise<readonly string[]>,
): Promise<void> {
  const { sandboxUrl } = stack;
  const { approvals } = await propose(sandboxUrl, ruth, [{ name, input }]);
  const [approval] = approvals;
  if (approval === undefined) throw new Error("nothing was drafted");
  const { id, effectHash } = approval;
  const fault = { service: "microsoft", method: "POST", hang: true, afterEffect: true };
  await controlAt(sandboxUrl, "faults", fault);
  const deciding = ruth
    .request("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash })
    .catch(() => null);
  await eventually("it is done", async () => (await done()).length === 1, 120_000);
  await stack.killApp();
  await deciding;
  await nothingHeld(sandboxUrl);
  await controlAt(sandboxUrl, "faults", { service: "microsoft", clear: true });
  await letMinutesPass(stack.dataDir, LAG_MINUTES);
  await stack.startApp();
  await eventually(
    "the effect is settled",
    async () => {
      await stack.tick();
      return (await ruth.json<Approval>("GET", `/api/approvals/${id}`)).status === "done";
    },
    300_000,
  );
}

it(
  `takes ${MAILS} e-mails at once in Outlook over a kill -9, each once, and sends an approved answer once over another`,
  async () => {
    await using stack = await ownStack({ tickCron: true });
    const { appUrl, sandboxUrl } = stack;
    const ruth = await signInAs(appUrl, sandboxUrl, "ruth@harborlight.example");
    await changePolicy(ruth, { toolCallsPerHour: 100_000, monthlyBudgetUsd: 10_000 });
    await connect(ruth);
    const marker = "outlook-burst";
    await script(
      sandboxUrl,
      marker,
      Array.from({ length: MAILS * 2 }, () => says("[NO_ACTION_NEEDED] Seen.")),
    );
    const subjects = Array.from({ length: MAILS }, (_, index) => `Question ${index}`);
    for (const subject of subjects)
      await controlAt(sandboxUrl, "inbound/email", {
        from: "Nora Quist <nora.quist@mail.example>",
        to: CLAIMS,
        subject,
        body: `Words. ${marker}`,
      });
    await ruth.json("POST", "/api/schedules/system.mail.general/run");
    await stack.killApp();
    await stack.startApp();
    await eventually(
      "every e-mail is taken",
      async () => {
        const { mailboxes } = await ruth.json<MailState>("GET", "/api/mail");
        const [mine] = mailboxes;
        if (mine?.waiting !== 0 || mine.failing !== 0 || mine.isListing) return null;
        const { items } = await ruth.json<{ items: MailView[] }>("GET", "/api/mails?limit=200");
        return items.filter(({ state }) => state === "handed").length >= MAILS;
      },
      240_000,
    );
    const { items } = await ruth.json<{ items: MailView[] }>("GET", "/api/mails?limit=200");
    const taken = items.filter(({ subject }) => subject.startsWith("Question "));
    expect(taken.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());

    const email = { to: "nora.quist@mail.example", subject: "Your claim", text: "On Monday." };
    await approveOverKill(stack, ruth, ["send_email", email], () => sentByUs(sandboxUrl));
    expect(await sentByUs(sandboxUrl)).toHaveLength(1);
  },
  12 * 60_000,
);

it(
  "creates an approved event once over a kill -9 while Graph holds the answer",
  async () => {
    await using stack = await ownStack({ tickCron: true });
    const { appUrl, sandboxUrl } = stack;
    const ruth = await signInAs(appUrl, sandboxUrl, "ruth@harborlight.example");
    await connect(ruth);
    await connect(ruth, "calendarWrite");
    const event = {
      calendar: CLAIMS,
      title: "Adjuster at Quist",
      start: "2031-03-11 10:00",
      end: "2031-03-11 11:00",
      guests: "nora.quist@mail.example",
    };
    await approveOverKill(stack, ruth, ["create_event", event], () => eventsMade(sandboxUrl));
    expect(await eventsMade(sandboxUrl)).toEqual(["Adjuster at Quist"]);
  },
  8 * 60_000,
);

it(
  "forwards files that one request can't hold",
  async () => {
    await using stack = await ownStack({ tickCron: true });
    const { appUrl, sandboxUrl } = stack;
    const ruth = await signInAs(appUrl, sandboxUrl, "ruth@harborlight.example");
    await connect(ruth);
    await connect(ruth, "label");
    const files = [
      { filename: "survey.txt", text: "Measured. ".repeat(420_000) },
      { filename: "note.txt", text: "As agreed." },
    ];
    await script(sandboxUrl, "outlook-survey", [says("[NO_ACTION_NEEDED] Seen.")]);
    await controlAt(sandboxUrl, "inbound/email", {
      from: "Nora Quist <nora.quist@mail.example>",
      to: CLAIMS,
      subject: "The survey",
      body: "Both files. outlook-survey",
      attachments: files,
    });
    await eventually("the mailbox is checked", async () => {
      const asked = await ruth.request("POST", "/api/schedules/system.mail.general/run");
      return asked.ok;
    });
    const mail = await eventually("it is read", async () => {
      const { items } = await ruth.json<{ items: MailView[] }>("GET", "/api/mails?limit=20");
      return items.find(({ subject }) => subject === "The survey") ?? null;
    });
    const input = {
      emailId: mail.id.slice(mail.id.lastIndexOf("/") + 1),
      to: "adjuster@quist.example",
      text: "As you asked.",
    };
    const { approvals } = await propose(sandboxUrl, ruth, [{ name: "forward_email", input }]);
    const [{ id, effectHash } = { id: "", effectHash: "" }] = approvals;
    await ruth.json("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash });
    const sent = await eventually(
      "it is sent",
      async () => {
        const { mailboxes } = await controlAt<Outlook>(sandboxUrl, "microsoft");
        const ours = mailboxes
          .flatMap(({ messages }) => messages)
          .filter(({ messageId }) => messageId.startsWith("<steward_"));
        return ours.every(({ folder }) => folder === "sentitems") ? (ours[0] ?? null) : null;
      },
      120_000,
    );
    expect(sent.files).toEqual(files.map(({ filename, text }) => `${filename}, ${text.length} bytes`));
    expect(await sentByUs(sandboxUrl)).toHaveLength(1);
  },
  5 * 60_000,
);
