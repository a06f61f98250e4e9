import { expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { controlAt, eventually, nothingHeld, signInAs } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { letMinutesPass } from "../support/records.ts";
import {
  changePolicy,
  outsideNumbers,
  propose,
  sentEmails,
  sentTexts,
  wordsOf,
} from "../support/scripted.ts";

const ROUNDS = NIGHTLY ? 40 : 2;
/** Three texts and an e-mail: as many calls as an isolate makes at a time. */
const IN_FLIGHT = 4;
/** The vendors whose calls are held open. */
const VENDORS = ["quo", "gmail"];
/** A claim's deadline, and the time after which a look-up that finds nothing is proof. Nightly really waits for it. */
const LAG_MINUTES = 3;

it(
  `EFFECT-ONCE: ${ROUNDS * IN_FLIGHT} approved texts and e-mails with the Worker killed at the provider's call are each sent exactly once`,
  async () => {
    await using stack = await ownStack();
    const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
    await changePolicy(dana, { toolCallsPerHour: 100_000 });
    const numbers = await outsideNumbers(stack.sandboxUrl);
    const texts: string[] = [];
    const emails: string[] = [];
    const ids: string[] = [];
    let caught = 0;

    for (let round = 0; round < ROUNDS; round++) {
      const isAfterEffect = round % 2 === 0;
      const mine = Array.from({ length: IN_FLIGHT - 1 }, (_, index) => ({
        to: numbers[(round * (IN_FLIGHT - 1) + index) % numbers.length] ?? "",
        text: `Notice of round ${round}, number ${index}`,
      }));
      texts.push(...mine.map(({ text }) => text));
      const email = {
        to: "nora.quist@mail.example",
        subject: `Notice ${round}`,
        text: `E-mail of round ${round}`,
      };
      emails.push(email.text);
      const { approvals } = await propose(stack.sandboxUrl, dana, [
        ...mine.map((input) => ({ name: "send_message", input })),
        { name: "send_email", input: email },
      ]);
      ids.push(...approvals.map(({ id }) => id));

      for (const service of VENDORS) {
        const fault = { service, method: "POST", hang: true, afterEffect: isAfterEffect };
        await controlAt(stack.sandboxUrl, "faults", fault);
      }
      const decided = approvals.map(({ id, effectHash }) =>
        dana
          .request("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash })
          .catch(() => null),
      );
      const held = await eventually(
        "calls are held open at the provider",
        async () => {
          const count = await heldAt(stack.sandboxUrl);
          return count === IN_FLIGHT ? count : null;
        },
        30_000,
      ).catch(() => heldAt(stack.sandboxUrl));
      expect(held).toBeGreaterThan(0);
      caught += held;
      await stack.killApp();
      await Promise.all(decided);
      await nothingHeld(stack.sandboxUrl);
      for (const service of VENDORS) await controlAt(stack.sandboxUrl, "faults", { service, clear: true });
      if (!NIGHTLY) expect(await letMinutesPass(stack.dataDir, LAG_MINUTES)).toBeGreaterThanOrEqual(held);
      await stack.startApp();
    }

    const views = await eventually(
      "every approval is at rest",
      async () => {
        await stack.tick();
        const now = await Promise.all(ids.map((id) => dana.json<Approval>("GET", `/api/approvals/${id}`)));
        if (now.every(({ status }) => ["done", "failed", "needs_human"].includes(status))) return now;
        await new Promise((done) => setTimeout(done, 3000));
        return null;
      },
      LAG_MINUTES * 60_000 + 120_000,
    );

    // Our own Message-ID proves an e-mail, and a look-up at the provider a text: each was sent, and once.
    const sentMails = await sentEmails(stack.sandboxUrl);
    expect(sentMails.toSorted()).toEqual(emails.toSorted());
    const sentOnce = (await sentTexts(stack.sandboxUrl)).filter((body) => texts.includes(body));
    expect(sentOnce.toSorted()).toEqual(texts.toSorted());
    for (const view of views) {
      expect(view.status, wordsOf(view)).toBe("done");
      expect(view.effects[0]?.receipt?.providerId, wordsOf(view)).toBeTruthy();
    }
    console.log(
      `EFFECT-ONCE: ${ROUNDS} real SIGKILLs with ${caught} of ${views.length} calls held open at the provider; each was sent once`,
    );
  },
  NIGHTLY ? 120 * 60_000 : 10 * 60_000,
);

async function heldAt(sandboxUrl: string): Promise<number> {
  const { items } = await controlAt<{ items: { service: string; held: number }[] }>(sandboxUrl, "faults");
  return items.reduce((sum, fault) => sum + (VENDORS.includes(fault.service) ? fault.held : 0), 0);
}
