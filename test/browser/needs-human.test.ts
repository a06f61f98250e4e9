import { afterAll, describe, expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { controlAt, eventually, nothingHeld, signInAs, type Client } from "../support/client.ts";
import { closeBrowser, signedInPage } from "../support/browser.ts";
import { ownStack, type OwnStack } from "../support/own-stack.ts";
import { letMinutesPass } from "../support/records.ts";
import { proposeTexts, sentTexts } from "../support/scripted.ts";

afterAll(closeBrowser);

const TEXTS = ["The elevator is checked on Friday.", "The roof is checked on Friday."] as const;
const STOPPED = "The hallway is painted on Monday.";

/** Approves two texts, kills the Worker while the phone system holds both calls, and lets the phone system fail until patience ends. */
async function leaveUnknown(stack: OwnStack, dana: Client): Promise<readonly string[]> {
  const { sandboxUrl } = stack;
  const { approvals } = await proposeTexts(sandboxUrl, dana, [
    { to: "+14125550142", text: TEXTS[0] },
    { to: "+14125550144", text: TEXTS[1] },
  ]);
  await controlAt(sandboxUrl, "faults", { service: "quo", method: "POST", hang: true });
  const decided = approvals.map(({ id, effectHash }) =>
    dana
      .request("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash })
      .catch(() => null),
  );
  await eventually(
    "both calls have reached the provider and are held",
    async () => {
      const { items } = await controlAt<{ items: { held: number; hits: number }[] }>(sandboxUrl, "faults");
      return items.some(({ held, hits }) => held > 0 && hits === 2);
    },
    60_000,
  );
  await stack.killApp();
  await Promise.all(decided);
  await nothingHeld(sandboxUrl);
  expect(await letMinutesPass(stack.dataDir, 7)).toBe(2);
  await controlAt(sandboxUrl, "faults", { service: "quo", clear: true });
  await controlAt(sandboxUrl, "faults", { service: "quo", status: 500 });
  await stack.startApp();
  const ids = TEXTS.map(
    (text) => approvals.find((one) => one.effects[0]?.document["text"] === text)?.id ?? "",
  );
  await eventually(
    "a person is asked",
    async () => {
      await stack.tick();
      const views = await Promise.all(ids.map((id) => dana.json<Approval>("GET", `/api/approvals/${id}`)));
      return views.every(({ status }) => status === "needs_human");
    },
    60_000,
  );
  await controlAt(sandboxUrl, "faults", { service: "quo", clear: true });
  return ids;
}

describe("a text no one can prove", () => {
  it("is not sent again but put before a person, whose word settles it", async () => {
    await using stack = await ownStack();
    const { appUrl, sandboxUrl } = stack;
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    const [notSent = "", again = ""] = await leaveUnknown(stack, dana);
    expect(await sentTexts(sandboxUrl)).toEqual([]);

    const page = await signedInPage("Dana Whitfield", { place: stack });
    await page.goto(`${appUrl}/approvals/${notSent}`);
    const card = page.locator(`article[data-approval="${notSent}"]`);
    await card.getByText("Was this text message sent? Please check.").waitFor();
    await card.getByText(TEXTS[0]).first().waitFor();
    await card.getByRole("button", { name: "It was not sent" }).click();
    await page.locator(`article[data-approval="${notSent}"][data-status="not_done"]`).waitFor();

    await page.goto(`${appUrl}/approvals/${again}`);
    const other = page.locator(`article[data-approval="${again}"]`);
    await other.getByRole("button", { name: "Try again…" }).click();
    await other.getByText("trying again would repeat it").waitFor();
    await other.getByRole("button", { name: "Try again", exact: true }).click();
    await page.locator(`article[data-approval="${again}"][data-status="done"]`).waitFor();
    expect(await sentTexts(sandboxUrl)).toEqual([TEXTS[1]]);

    // What waits for the phone system is stopped on its card.
    const { approvals } = await proposeTexts(sandboxUrl, dana, [{ to: "+14125550144", text: STOPPED }]);
    const [waiting] = approvals;
    await controlAt(sandboxUrl, "faults", { service: "quo", method: "POST", status: 429 });
    await page.goto(`${appUrl}/approvals/${waiting?.id}`);
    const held = page.locator(`article[data-approval="${waiting?.id}"]`);
    await held.getByRole("button", { name: "Approve and send" }).click();
    await held.getByText("Waiting for Quo, next try").waitFor();
    await held.getByRole("button", { name: "Stop" }).click();
    await page.locator(`article[data-approval="${waiting?.id}"][data-status="not_done"]`).waitFor();
    await held.getByText("Dana Whitfield stopped it before it was done.").waitFor();
    await controlAt(sandboxUrl, "faults", { service: "quo", clear: true });
    expect(await sentTexts(sandboxUrl)).toEqual([TEXTS[1]]);
    await page.context().close();
  }, 180_000);
});
