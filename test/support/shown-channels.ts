/** What came in by itself that day, with what Steward made of it: a text, two e-mails; and what was written and said before. */
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import type { Stack } from "../../scripts/stack.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import type { Approval, ApprovalRow } from "../../src/approvals/api/approval.ts";
import type { Conversation } from "../../src/agent/api/conversation.ts";
import type { RoutingRule } from "../../src/notifications/api/routing.ts";
import { controlAt, eventually, type Client } from "./client.ts";
import { changePolicy, says, script } from "./scripted.ts";
import { textFrom } from "./starts.ts";

/** What stands, to be opened. */
export interface ShownChannels {
  readonly conversations: Readonly<Record<"texted" | "mailed" | "slacked", string>>;
  readonly approvals: Readonly<Record<"mailReply", string>>;
  /** A number with a call in its thread of which every word is known. */
  readonly called: string;
}

const LOCKED_OUT = "+14125550144";
const MIRROR = {
  repository: "alderfinch/knowledge",
  branch: "main",
  token: "github_pat_sandbox_alderfinch",
  enabled: true,
};

/** Plays them and waits until their drafts wait for a decision. */
export async function makeChannels(stack: Stack, dana: Client): Promise<ShownChannels> {
  const { sandboxUrl } = stack;
  // Asked again where the phone system was asked too much just before.
  await eventually("the webhooks are registered", async () => {
    await registerDemoWebhooks(stack);
    return true;
  });
  await changePolicy(dana, { sms: { startRunsOnLines: null, debounceSeconds: 0.2, debounceMaxSeconds: 1 } });
  await setRule(dana);
  await dana.json("PUT", "/api/mirror", MIRROR);
  await dana.json("POST", `/api/text-backfills/${ALDER.quo.connectionId}/start`, {});
  await textFrom(
    sandboxUrl,
    LOCKED_OUT,
    "Locked myself out at Larkspur, keys are on the kitchen table. Phone is at 4%. Can somebody let me in?",
  );
  for (const id of ["mail-injection", "mail-reschedule"]) await play(sandboxUrl, id);
  await look(dana);
  const text = await waitingFor(stack, dana, "sms");
  const mail = await waitingFor(stack, dana, "email");
  return {
    conversations: {
      texted: text.conversationId,
      mailed: mail.conversationId,
      slacked: await askedInSlack(stack, dana),
    },
    approvals: { mailReply: mail.id },
    called: await calledNumber(stack, dana),
  };
}

/** A colleague asks in Slack, with words of somebody else's quoted and shared. */
async function askedInSlack({ sandboxUrl }: Stack, dana: Client): Promise<string> {
  await dana.json("PUT", "/api/connections/slack", {
    typed: null,
    consent: null,
    chosen: { answers: { direct: "yes" } },
  });
  const words = "Who lets the elevator inspector in on Friday?";
  const answer = "Priya does: she has the keys to the machine room.";
  await script(sandboxUrl, words, [says(answer)]);
  await controlAt(sandboxUrl, "slack/say", {
    who: "Tom",
    text: `${words}\n&gt; We come between 9 and 11.`,
    shares: { author: "Ridge Elevator", text: "Please have the machine room open." },
  });
  const conversation = "slack:user_demo_tom";
  await eventually("it is answered in Slack", async () => {
    const path = `/api/conversations/${encodeURIComponent(conversation)}/messages?limit=20`;
    const answered = await dana.request("GET", path);
    return answered.ok && (await answered.text()).includes(answer);
  });
  return conversation;
}

/** What says rent goes to the leasing agent first. */
async function setRule(dana: Client): Promise<void> {
  const { items } = await dana.json<{ items: { id: string; name: string }[] }>("GET", "/api/team");
  const { version } = await dana.json<{ version: number }>("GET", "/api/routing");
  const rule: RoutingRule = {
    id: "rule_rent",
    words: ["rent", "late fee"],
    places: [],
    contacts: [],
    userId: items.find(({ name }) => name.startsWith("Priya"))?.id ?? "",
    mode: "first",
    othersAfterMinutes: 15,
  };
  await dana.json("PUT", "/api/routing", { rules: [rule], version });
}

async function play(sandboxUrl: string, id: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/console/stories/play`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id }),
  });
  if (!answer.ok) throw new Error(`playing ${id} answered ${answer.status}`);
}

/** Has the mailboxes looked through now. */
async function look(dana: Client): Promise<void> {
  const { checks } = await dana.json<{ checks: { schedule: { id: string } | null }[] }>("GET", "/api/mail");
  for (const { schedule } of checks)
    if (schedule) await dana.json("POST", `/api/schedules/${schedule.id}/run`, {});
}

/** The clock is ticked: what is handed on goes by it where a first try was too early. */
function waitingFor(stack: Stack, dana: Client, source: Conversation["source"]): Promise<Approval> {
  return eventually(
    `a draft of ${source} waits`,
    async () => {
      await stack.tick();
      const { items: talks } = await dana.json<{ items: Conversation[] }>(
        "GET",
        "/api/conversations?limit=50",
      );
      const ids = new Set(talks.filter((talk) => talk.source === source).map(({ id }) => id));
      const { items } = await dana.json<{ items: ApprovalRow[] }>(
        "GET",
        "/api/approvals?status=pending&limit=50",
      );
      const row = items.find(({ conversationId }) => ids.has(conversationId));
      return row === undefined ? null : dana.json<Approval>("GET", `/api/approvals/${row.id}`);
    },
    60_000,
  );
}

interface Thread {
  readonly items: readonly { readonly kind: string; readonly transcript?: readonly unknown[] }[];
}

/** Found once the past has been read as far as that. */
function calledNumber(stack: Stack, dana: Client): Promise<string> {
  return eventually(
    "a call of the past is known",
    async () => {
      await stack.tick();
      const { items } = await dana.json<{ items: { url: string }[] }>(
        "GET",
        "/api/search?q=called&sources=call",
      );
      for (const { url } of items) {
        const thread = await dana.json<Thread>("GET", `/api${url}`);
        const whole = thread.items.some(
          ({ kind, transcript }) => kind === "call" && (transcript ?? []).length > 0,
        );
        if (whole) return decodeURIComponent(/\/texts\/([^?]+)/.exec(url)?.[1] ?? "");
      }
      return null;
    },
    120_000,
  );
}
