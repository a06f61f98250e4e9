import { afterAll, expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { closeBrowser, signedInPage } from "../support/browser.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { outsideNumbers, propose, sentTexts } from "../support/scripted.ts";

afterAll(closeBrowser);

it("a card for several people leaves out whoever wrote since, and puts them back with one click", async () => {
  // Texts come in by webhook, which the shared product doesn't register.
  await using stack = await ownStack();
  await registerDemoWebhooks(stack);
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const people = (await outsideNumbers(sandboxUrl)).slice(-3);
  const texts = people.map((to, index) => ({ to, text: `The boiler is checked at ${index + 1}.` }));
  const { approvals } = await propose(sandboxUrl, dana, [{ name: "send_messages", input: { texts } }]);
  const page = await signedInPage("Dana Whitfield", { place: stack });
  await page.goto(`${appUrl}/approvals/${approvals[0]?.id}`);
  const card = page.locator(`article[data-approval="${approvals[0]?.id}"]`);
  await card.getByRole("button", { name: "Approve all 3 and send" }).waitFor();
  await controlAt(sandboxUrl, "inbound/sms", { from: people[1], text: "Do not come, I moved out" });
  const leftOut = card.getByRole("list", { name: "Left out" });
  await leftOut.getByText(/ wrote since\.$/).waitFor();
  await card.getByRole("button", { name: "Approve both and send", exact: true }).waitFor();
  await leftOut.getByRole("button", { name: /^Put back/ }).click();
  await card.getByRole("button", { name: "Approve all 3 and send, as edited" }).waitFor();
  await card.getByText(/ wrote since this was drafted\./).waitFor();
  await card.getByRole("button", { name: "Discard edits" }).click();
  await card.getByRole("button", { name: "Approve both and send", exact: true }).click();
  const sent = async () => (await sentTexts(sandboxUrl)).filter((text) => text.startsWith("The boiler"));
  await eventually("both texts are sent", async () => (await sent()).length === 2);
  expect(await sent()).toEqual(["The boiler is checked at 1.", "The boiler is checked at 3."]);
  await page.context().close();
});
