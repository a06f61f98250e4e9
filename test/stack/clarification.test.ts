import { createHmac, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { DATA_SERVICE } from "../../sandbox/data-service/store.ts";
import type { ChatResponse } from "../../src/agent/api/chat.ts";
import type { ConnectionStep } from "../../src/integrations/api/connections.ts";
import type { KnowledgeItem, KnowledgeOffer, KnowledgeSource } from "../../src/knowledge/api/knowledge.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { says, script } from "../support/scripted.ts";

const KEANE = "john.keane@keane-plumbing.example";
const DOE = "john.doe@doe-roofing.example";
const WALK = `Hi Marcus,

after the walk-through yesterday: the pump seal at Birch House leaks, please replace it today.
The stair rail at Cedar Street 14 wants a new coat of paint, no rush.
And somebody should check the heat tape on the north gutters of Maple Court.

John Keane`;
const MAILS = [
  { id: "j1", from: `John Keane <${KEANE}>`, subject: "After the walk-through", body_text: WALK },
  {
    id: "j2",
    from: `John Keane <${KEANE}>`,
    subject: "Invoice 88",
    body_text: "The invoice for October is attached.",
  },
  {
    id: "j3",
    from: `John Doe <${DOE}>`,
    subject: "Roof quote",
    body_text: "The quote for the roof comes next week.",
  },
];
const FOUND = [
  {
    summary: "Replace the pump seal at Birch House",
    description: "It leaks, John Keane says after the walk-through.",
    type: "bug",
    quote: "the pump seal at Birch House leaks, please replace it today",
    labels: [],
    components: ["Birch House"],
    estimated_hours: null,
  },
  {
    summary: "Repaint the stair rail at Cedar Street 14",
    description: "It wants a new coat of paint.",
    type: "task",
    quote: "The stair rail at Cedar Street 14 wants a new coat of paint, no rush.",
    labels: [],
    components: [],
    estimated_hours: null,
  },
  {
    summary: "Check the heat tape on the north gutters of Maple Court",
    description: "John Keane asks for it.",
    type: "task",
    quote: "somebody should check the heat tape on the north gutters of Maple Court",
    labels: [],
    components: [],
    estimated_hours: 2,
  },
];

it("K21: “make tasks from John's mail” asks which John, reads his e-mail, shows three tasks on one card, makes them at one confirmation and tells their keys", async () => {
  await using stack = await ownStack();
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const step = await dana.json<ConnectionStep>("PUT", "/api/connections/data-service", {
    typed: { url: `${sandboxUrl}/data-service`, users: DATA_SERVICE.users.join(", "), key: DATA_SERVICE.key },
    consent: null,
    chosen: {},
  });
  const secret = /whsec_(\S+)/.exec(step.notice ?? "")?.[1] ?? "";
  const { offers } = await dana.json<{ offers: KnowledgeOffer[] }>("GET", "/api/knowledge/sources");
  const offer = offers.find(({ vendor, kind }) => vendor === "data-service" && kind === "email");
  const connectionId = offer?.connectionId ?? "";
  await dana.json("POST", "/api/knowledge/sources", {
    connectionId,
    kind: "email",
    person: "office",
    windowDays: 30,
  });
  const source = await eventually("the mailbox is read", async () => {
    const { sources } = await dana.json<{ sources: KnowledgeSource[] }>("GET", "/api/knowledge/sources");
    return (
      sources.find(({ service, finishedAt }) => service === "Data service" && finishedAt !== null) ?? null
    );
  });
  for (const { id, ...mail } of MAILS) {
    const body = JSON.stringify({
      user_id: "office",
      source: "maintenance",
      source_id: id,
      content_type: "email",
      timestamp: new Date().toISOString(),
      data: { ...mail, thread_id: id, to: ["office@alderfinch.example"], date: new Date().toISOString() },
    });
    const seconds = String(Math.floor(Date.now() / 1000));
    const mac = createHmac("sha256", Buffer.from(secret, "base64")).update(`msg_${id}.${seconds}.${body}`);
    const told = await fetch(`${appUrl}/webhooks/knowledge/${connectionId}/item-created`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": `msg_${id}`,
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${mac.digest("base64")}`,
      },
      body,
    });
    expect(told.status).toBe(202);
  }
  await eventually("both Johns are on record", async () => {
    const { items } = await dana.json<{ items: { name: string }[] }>(
      "GET",
      "/api/entities?type=person&q=John",
    );
    const names = items.map(({ name }) => name);
    return names.includes("John Keane") && names.includes("John Doe");
  });
  const { items } = await dana.json<{ items: KnowledgeItem[] }>(
    "GET",
    `/api/knowledge/sources/${source.id}/items`,
  );
  const link = `/knowledge/${items.find(({ title }) => title.includes("walk-through"))?.id ?? ""}`;

  const marker = `k21-${randomUUID().slice(0, 8)}`;
  const sub = `sub-${marker.slice(4)}`;
  const uses = (name: string, input: object) => ({
    stopReason: "tool_use",
    content: [{ type: "tool_use", id: `toolu_${name}_${marker.slice(4)}`, name, input }],
  });
  const options = [`John Keane, ${KEANE}, 2 recent e-mails`, `John Doe, ${DOE}, 1 recent e-mail`];
  await script(sandboxUrl, marker, [
    uses("find_tools", { query: "who wrote e-mails, hand a task to a specialist" }),
    uses("list_senders", { name: "John" }),
    uses("ask_user", { question: "Which John?", options, requiredFor: "making tasks from his e-mail" }),
    uses("read_source_item", { link }),
    uses("delegate", {
      agent: "task",
      task: `Make tasks from John Keane's e-mail in project MNT of the data service. ${sub}`,
      context_ids: [link],
    }),
  ]);
  const tasks = FOUND.map((found, at) => {
    const { quote: _, ...task } = found;
    return { ...task, priority: ["high", "low", "medium"][at] };
  });
  await script(sandboxUrl, sub, [
    uses("extract_tasks", { source_text: WALK, project_key: "MNT" }),
    uses("prepare_task_creation", { tasks, project_key: "MNT", system: "service", user: "office" }),
  ]);
  await script(sandboxUrl, "Which tasks are in it?", [says(JSON.stringify({ tasks: FOUND }))]);
  const chat = (body: object) => dana.json<ChatResponse>("POST", "/api/chat", body);
  interface Sent {
    readonly items: { readonly raw: string }[];
  }
  /** What the model read as the answer of a call: as JSON, or as blocks of which the first is JSON. */
  const answered = async (name: string): Promise<unknown> => {
    const sent = await controlAt<Sent>(sandboxUrl, `anthropic/requests`);
    const blocks = sent.items.flatMap(({ raw }) => {
      const { messages } = JSON.parse(raw) as { messages: { content: unknown }[] };
      return messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Block[]) : []));
    });
    const result = blocks.findLast(({ tool_use_id: id }) => id?.startsWith(`toolu_${name}_`) === true);
    return result?.content;
  };
  const read = async (name: string): Promise<Record<string, unknown>> => {
    const content = await answered(name);
    const text = Array.isArray(content) ? (content as Block[])[0]?.text : content;
    return JSON.parse(typeof text === "string" ? text : "{}") as Record<string, unknown>;
  };
  interface Block {
    readonly type: string;
    readonly text?: string;
    readonly tool_use_id?: string;
    readonly content?: unknown;
  }

  const asked = await chat({ message: `Make tasks from John's mail. ${marker}` });
  expect(asked).toMatchObject({
    needsClarification: true,
    clarification: { question: "Which John?", options, requiredFor: "making tasks from his e-mail" },
    pendingActions: [],
  });
  // The numbers of the question are those that were read.
  const senders = (await read("list_senders")) as {
    items: { name: string; addresses: string[]; emails: number }[];
  };
  expect(senders.items.slice(0, 2)).toMatchObject([
    { name: "John Keane", addresses: [KEANE], emails: 2 },
    { name: "John Doe", addresses: [DOE], emails: 1 },
  ]);

  const { conversationId } = asked;
  const drafted = await chat({ conversationId, message: options[0] });
  expect(drafted.needsClarification).toBe(false);
  const [action, ...others] = drafted.pendingActions;
  expect(others).toEqual([]);
  expect(action?.type).toBe("prepare_task_creation");
  expect(action?.effects.map(({ params }) => (params as { summary?: string }).summary)).toEqual(
    FOUND.map(({ summary }) => summary),
  );
  expect(await answered("read_source_item")).toContainEqual(
    expect.objectContaining({ type: "search_result", source: link, citations: { enabled: true } }),
  );
  expect(JSON.stringify(await answered("read_source_item"))).toContain("pump seal");
  const extracted = (await read("extract_tasks")) as { tasks: { priority: string; quote?: string }[] };
  expect(extracted.tasks.map(({ priority }) => priority)).toEqual(["high", "low", "medium"]);
  expect(extracted.tasks.every(({ quote }) => quote !== undefined)).toBe(true);
  const handed = (await controlAt<Sent>(sandboxUrl, "anthropic/requests")).items
    .map(({ raw }) => raw)
    .find((raw) => raw.includes(sub) && raw.includes("You are the task specialist"));
  expect(handed).toContain("Found by Steward, cut");

  await script(sandboxUrl, marker, [says("Made: see the keys.")]);
  const done = await eventually("all three are made", async () => {
    const answer = await chat({
      conversationId,
      confirmActions: [action?.id ?? ""],
      messageId: `yes-${marker}`,
    });
    return answer.stopped === null ? null : answer;
  });
  expect(done.pendingActions).toEqual([]);
  expect(done.completedActions).toMatchObject([{ status: "done" }]);
  const { items: issues } = (await (
    await fetch(`${sandboxUrl}/data-service/users/office/jira/issues?limit=100`, {
      headers: { authorization: `Bearer ${DATA_SERVICE.key}` },
    })
  ).json()) as { items: { key: string; summary: string; priority: string }[] };
  const made = issues.filter(({ summary }) => FOUND.some((task) => task.summary === summary));
  expect(made.map(({ priority }) => priority).toSorted()).toEqual(["high", "low", "medium"]);
  // What the model answers from: each with its key and its link.
  const outcome = await eventually("the outcome was told", async () => {
    const sent = await controlAt<Sent>(sandboxUrl, "anthropic/requests");
    return sent.items.map(({ raw }) => raw).findLast((raw) => raw.includes("approval_outcome")) ?? null;
  });
  for (const { key } of made) expect(outcome).toContain(key);
  expect(outcome).toContain("https://maintenance.alderfinch.example/issues/");
  const violations = await fetch(`${sandboxUrl}/control/violations`);
  expect(await violations.json()).toEqual({ items: [] });
}, 240_000);
