import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Approval } from "../../src/protocol/index.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";

const ROUNDS = NIGHTLY ? 10 : 1;
const IN_FLIGHT = 4;

interface Outbox {
  readonly items: readonly {
    readonly method: string;
    readonly path: string;
    readonly body: { readonly content?: string };
  }[];
}
interface Contacts {
  readonly items: readonly { readonly numbers: readonly { readonly number: string }[] }[];
}

it(
  `EFFECT-ONCE: ${ROUNDS * IN_FLIGHT} approved texts with the Worker killed at the provider's call are each sent at most once and all come to rest`,
  async () => {
    await using stack = await ownStack();
    const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
    const world = await controlAt<Contacts>(stack.sandboxUrl, "world/contacts?tenant=tenant_alder");
    const numbers = world.items.flatMap((contact) => contact.numbers.map((entry) => entry.number));
    const texts: string[] = [];

    for (let round = 0; round < ROUNDS; round++) {
      const conversation = randomUUID();
      const marker = `round-${round}-${conversation.slice(0, 8)}`;
      const mine = Array.from({ length: IN_FLIGHT }, (_, index) => `Notice ${marker} number ${index}`);
      texts.push(...mine);
      await controlAt(stack.sandboxUrl, "anthropic/script", {
        marker,
        responses: [
          {
            stopReason: "tool_use",
            content: mine.map((text, index) => ({
              type: "tool_use",
              id: `toolu_${marker}_${index}`.replaceAll("-", "_"),
              name: "send_message",
              input: { to: numbers[(round * IN_FLIGHT + index) % numbers.length], text },
            })),
          },
          ...Array.from({ length: 8 }, () => ({ content: [{ type: "text", text: "Understood." }] })),
        ],
      });
      await dana.send(conversation, `Please send: ${marker}`);
      const approvals = await eventually("the approvals wait", async () => {
        const items = await dana.openApprovals(conversation);
        return items.length === IN_FLIGHT ? items : null;
      });

      await controlAt(stack.sandboxUrl, "faults", {
        service: "quo",
        hang: true,
        afterEffect: round % 2 === 0,
        count: IN_FLIGHT * 3,
      });
      const decided = dana
        .request("POST", "/api/approvals/decisions", {
          decisions: approvals.map((approval) => ({
            approvalId: approval.id,
            decision: "approve",
            effectHash: approval.effectHash,
          })),
        })
        .catch(() => null);
      await eventually("calls are held open at the provider", async () => {
        const { items } = await controlAt<{ items: { service: string; held: number }[] }>(
          stack.sandboxUrl,
          "faults",
        );
        return items.some((fault) => fault.service === "quo" && fault.held > 0);
      });
      await stack.killApp();
      await decided;
      await controlAt(stack.sandboxUrl, "faults", { service: "quo", clear: true });
      await stack.startApp();

      await eventually(
        "every approval is at rest",
        async () => {
          await stack.tick();
          const views = await Promise.all(
            approvals.map((approval) => dana.json<Approval>("GET", `/api/approvals/${approval.id}`)),
          );
          const open = views.filter((view) => !["done", "failed", "needs_human"].includes(view.status));
          await new Promise((done) => setTimeout(done, 2000));
          return open.length === 0;
        },
        6 * 60_000,
      );
    }

    const { items } = await controlAt<Outbox>(stack.sandboxUrl, "outbox?service=quo");
    const sent = items
      .filter((item) => item.method === "POST" && item.path.endsWith("/messages"))
      .map((item) => item.body.content ?? "");
    for (const text of texts)
      expect(sent.filter((body) => body === text).length, text).toBeLessThanOrEqual(1);
    console.log(
      `EFFECT-ONCE: ${ROUNDS} real SIGKILLs with ${texts.length} effects in flight, ${sent.length} sent, 0 twice`,
    );
  },
  NIGHTLY ? 60 * 60_000 : 7 * 60_000,
);
