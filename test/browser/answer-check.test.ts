/** What the check behind an answer finds: the statement a source denies stands under the answer with the source's words, which open it. */
import { afterAll, expect, it } from "vitest";
import {
  closeBrowser,
  overflowsSideways,
  sayInNewChat,
  sharedPlace,
  signedInPage,
} from "../support/browser.ts";
import { script } from "../support/scripted.ts";

afterAll(closeBrowser);

const SAID =
  "The light in the stairwell at Wren Court has been out since Sunday and I do not see well in the dark.";
const DENIED = SAID.replace("has been", "has not been");

it("a statement that its source denies is named under the answer, beside the source's words", async () => {
  const { sandboxUrl } = sharedPlace();
  await script(sandboxUrl, "marker-wren", [
    {
      content: [
        {
          type: "tool_use",
          id: "toolu_wren",
          name: "list_messages",
          input: { number: "+14125550150", limit: 10 },
        },
      ],
      stopReason: "tool_use",
    },
    { content: [{ type: "text", text: DENIED }], stopReason: "end_turn" },
  ]);
  const page = await signedInPage("Dana Whitfield");
  await sayInNewChat(page, "What did Mrs. Voss say of the light? marker-wren");
  const sources = page.getByRole("region", { name: "Sources" });
  await sources.getByText(/doesn’t match what Steward read/).waitFor();
  const text = await sources.innerText();
  expect(text).toContain(`“${DENIED}”`);
  expect(text).toContain(`“${SAID}”`);
  expect(await overflowsSideways(page)).toBe(false);
  if (process.env["SHOT"] !== undefined) await page.screenshot({ path: process.env["SHOT"], fullPage: true });
});
