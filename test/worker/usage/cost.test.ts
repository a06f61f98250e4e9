/** COST: what an approved text writes into the records, counted by the database itself, and how often its turns ask the team's object (docs/capacity.md). */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TenantObject } from "../../../durable-objects/tenant-object.ts";
import { countWrites } from "../../support/d1-count.ts";
import { workOf } from "../../support/clock.ts";
import { request, signIn } from "../../support/http-worker.ts";
import { deliverEvent } from "../../support/quo-webhook.ts";
import { sendAtOnce } from "../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";
import { ALDER } from "../../../sandbox/world/company.ts";
import { calls, newIdentity, Page, says, script, session, TENANT, until } from "../conversations/harness.ts";

const MARIA = "+14125550142";
const WORDS = "The plumber comes at nine.";
/** Rows that a text may write from the person's request until its outcome is told and its echo has come back; two of them are a new chat's in the indexes of sessions. */
const MOST_ROWS = 137;

/** The phone system's word that the text was delivered. */
function echoOf(id: string): object {
  const [line] = ALDER.quo.lines;
  const createdAt = new Date().toISOString();
  const message = {
    id,
    object: "message",
    from: line?.number,
    to: [MARIA],
    direction: "outgoing",
    text: WORDS,
    status: "delivered",
    createdAt,
    userId: "USdana0001",
    phoneNumberId: line?.phoneNumberId,
  };
  return {
    id: `EV${id}`,
    object: "event",
    apiVersion: "v4",
    createdAt,
    type: "message.delivered",
    data: { object: message },
  };
}

afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await sendAtOnce(TENANT);
});

it(`COST: a text that is proposed, approved, sent and comes back writes no more than ${MOST_ROWS} rows with those of indexes, and each of its turns waits for the team's object once`, async () => {
  const headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
  const pages = [
    await Page.open(newIdentity(), await session()),
    await Page.open(newIdentity(), await session()),
  ] as const;
  // The first one makes what a team has once.
  await approvedText(pages[0], "first", headers);
  using count = countWrites();
  const questions = ["admitSpeaker", "admitModelStep", "admitToolCall", "sessionAlive"] as const;
  const asked = questions.map((name) => vi.spyOn(TenantObject.prototype, name));
  await approvedText(pages[1], "second", headers);
  console.log(`COST: an approved text writes ${count.total} rows:\n${count.lines().join("\n")}`);
  expect(count.total).toBeLessThanOrEqual(MOST_ROWS);
  // What a turn waits for: the person's asks once who speaks and for its money, the outcome's for its money; the one call of a tool asks for itself.
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 0]);
});

/** All of a text: a chat in which it is proposed, the decision, the sending, what the agent says to it, the echo, and everybody who is told. */
async function approvedText(page: Page, name: string, headers: Record<string, string>): Promise<void> {
  const marker = `marker-cost-${name}`;
  await script(marker, [
    { content: [calls(`s_${name}`, "send_message", { to: MARIA, text: WORDS })] },
    says("It was sent."),
  ]);
  page.send(marker);
  const { approval } = await page.next("approval.requested");
  await page.next("turn.finished", ({ stopReason }) => stopReason === "waiting_approval");
  const { id, effectHash } = approval;
  const decided = await request(`/api/approvals/${id}/decision`, {
    method: "POST",
    headers,
    body: JSON.stringify({ decision: "approve", effectHash, decisionId: crypto.randomUUID() }),
  });
  expect(decided.status).toBeLessThan(300);
  await until(() => page.of("turn.finished").length === 2);
  const sent = await testEnv.DB.prepare("select provider_id as id from effects where approval_id = ?")
    .bind(id)
    .first<{ id: string }>();
  await deliverEvent(echoOf(sent?.id ?? ""));
  await workOf("events.consume", TENANT);
  page.close();
}
