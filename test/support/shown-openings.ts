/** What opens over a page or within it: dialogs, menus, panels, unfolded parts. Walked through by the axe test and by `npm run screenshots`. */
import type { Page } from "playwright-core";
import { ROOM_APPROVAL, serveRoomApproval } from "./room-approval.ts";
import type { ShownWorld } from "./shown-world.ts";

/** A page, what is on it before, and how to open something there. */
export interface ShownOpening {
  readonly name: string;
  readonly path: string;
  /** Text that is there before. */
  readonly shows: RegExp;
  readonly open: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const key = (keys: string) => (page: Page) => page.keyboard.press(keys);
const menu = (button: string, item: string | RegExp) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole("menuitem", { name: item }).click();
};

const ofVendor = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Everything that opens, with what the world put there. */
export function shownOpenings(world: ShownWorld): ShownOpening[] {
  const { conversations: talks, approvals } = world;
  const card = { path: `/approvals/${approvals.pending}`, shows: /Approve and send/ };
  const answer = { path: `/conversations/${talks.answer}`, shows: /Lopez/ };
  const connections = { path: "/settings/connections", shows: /E-mail in Gmail/ };
  const accounts = { path: "/accounts", shows: /Harbor Light/ };
  return [
    {
      name: "new-account",
      ...accounts,
      open: async (page) => {
        await press("New account")(page);
        await page.getByRole("dialog").getByText("More", { exact: true }).click();
      },
    },
    {
      name: "account-form",
      ...accounts,
      open: async (page) => {
        await page.getByRole("link", { name: /Harbor Light/ }).click();
        await press("Edit…")(page);
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "evaluation-results",
      path: "/settings/evaluation",
      shows: /A case is right when/,
      async open(page) {
        await page.getByText("All results").first().click();
        await page.getByRole("table").first().waitFor();
      },
    },
    {
      name: "new-token",
      path: "/settings/access",
      shows: /Access tokens/,
      open: async (page) => {
        await press("New token")(page);
        await page.getByRole("dialog").getByLabel("Name").fill("Claude Code");
        await press("Create token")(page);
        await page.getByText("Copy the token now").waitFor();
      },
    },
    {
      name: "add-tool-server",
      path: "/settings/tool-servers",
      shows: /No servers yet/,
      open: async (page) => {
        await press("Add server")(page);
        await page.getByRole("dialog").getByLabel("Name").fill("City desk");
        await page.getByRole("dialog").getByLabel("Address").fill("http://10.0.0.7/mcp");
        await press("Connect")(page);
        await page.getByText(/can’t call that address/).waitFor();
      },
    },
    {
      name: "example-words",
      path: "/settings/examples",
      shows: /kept by Dana/,
      open: async (page) => {
        await press("Edit words")(page);
        await page.getByRole("dialog").getByLabel("Reason").waitFor();
      },
    },
    { name: "palette", path: "/conversations", shows: /Maria/, open: key("Control+k") },
    {
      name: "palette-found",
      path: "/conversations",
      shows: /Maria/,
      open: async (page) => {
        await key("Control+k")(page);
        await page.getByRole("combobox").fill("maria");
        await page.getByRole("option", { name: /Maria Lopez.*Birch/ }).waitFor();
      },
    },
    {
      name: "verify-number",
      path: "/settings/team",
      shows: /Marcus/,
      open: async (page) => {
        await press("Change…")(page);
        await page.getByRole("dialog").getByLabel("Your number").fill("412 555 0199");
        await press("Get a code")(page);
        await page.getByText("Waiting for your text.").waitFor();
      },
    },
    {
      name: "connect-quo",
      ...connections,
      open: async (page) => {
        await ofVendor(page, "Quo").getByRole("button", { name: "Replace key…" }).click();
        await page.getByRole("dialog").getByLabel("API key").fill("quo_demo_alder");
        await press("Check key")(page);
        await page.getByText("Who is each line for?").waitFor();
      },
    },
    {
      name: "connect-clickup-refused",
      ...connections,
      open: async (page) => {
        await ofVendor(page, "ClickUp").getByRole("button", { name: "Replace key…" }).click();
        await page.getByRole("dialog").getByLabel("Personal token").fill("pk_8100001_WRONG");
        await press("Check key")(page);
        await page.getByText(/didn’t accept the key/).waitFor();
      },
    },
    {
      name: "connect-data-service",
      ...connections,
      open: async (page) => {
        await ofVendor(page, "Data service").getByRole("button", { name: "Connect…" }).click();
        await page.getByText("Whose data").waitFor();
      },
    },
    {
      name: "connection-spaces",
      ...connections,
      open: async (page) => {
        await press("Choose spaces…")(page);
        await page.getByText(/Which spaces/).waitFor();
      },
    },
    {
      name: "connect-clickup-consent",
      ...connections,
      open: async (page) => {
        await ofVendor(page, "ClickUp")
          .getByRole("button", { name: /^Sign in/ })
          .click();
        await page
          .getByRole("button", { name: /Allow as/ })
          .first()
          .click();
        await page.getByText(/Which spaces/).waitFor();
      },
    },
    {
      name: "connect-denied",
      ...connections,
      open: async (page) => {
        await ofVendor(page, "ClickUp")
          .getByRole("button", { name: /^Sign in/ })
          .click();
        await page.getByRole("button", { name: "Deny" }).click();
        await page.getByText(/Access was denied/).waitFor();
      },
    },
    {
      name: "connection-disconnect",
      ...connections,
      open: async (page) => {
        await press("Test")(page);
        await page
          .getByText(/Last worked just now/)
          .first()
          .waitFor();
        await press("Disconnect…")(page);
      },
    },
    { name: "keys", path: "/conversations", shows: /Maria/, open: key("?") },
    { name: "conversation-menu", ...answer, open: press("More actions") },
    {
      name: "conversation-steps",
      ...answer,
      shows: /Looked up/,
      open: async (page) => {
        for (const summary of await page.locator("main details > summary").all()) await summary.click();
      },
    },
    { name: "conversation-panel", ...answer, open: openPanel },
    { name: "conversation-rename", ...answer, open: menu("More actions", /Rename/) },
    {
      name: "text-directly",
      path: `/conversations/${talks.texted}`,
      shows: /Locked myself out/,
      open: async (page) => {
        await press(/directly…$/)(page);
        await page
          .getByRole("dialog")
          .getByRole("textbox")
          .fill(
            "Marcus is on his way with the spare key. Please wait at the front door; it takes about 20 minutes.",
          );
      },
    },
    {
      name: "card-edit",
      ...card,
      open: async (page) => {
        await press("Edit…")(page);
        await page
          .locator("form textarea")
          .first()
          .fill("Hi Greg, the water is off on Friday from 10 to 12 in your unit 4B. Sorry!");
        await page.locator("figcaption ins").waitFor();
      },
    },
    {
      name: "card-edit-email",
      path: `/approvals/${approvals.mailReply}`,
      shows: /Approve and send/,
      open: async (page) => {
        await press("Edit…")(page);
        const words = page.locator("form textarea").first();
        await words.fill(`${await words.inputValue()}\n\nPS: The freight door is on the alley.`);
        await page.locator("figcaption ins").waitFor();
      },
    },
    {
      name: "card-any-kind",
      path: "/approvals",
      shows: /Approvals/,
      open: (page) => openRooms(page),
    },
    {
      name: "card-edit-lists",
      path: "/approvals",
      shows: /Approvals/,
      open: async (page) => {
        await openRooms(page);
        await press("Edit…")(page);
        await page
          .getByRole("button", { name: "Leave out: Booking of Courtyard for Residents’ breakfast" })
          .click();
        await page.getByRole("button", { name: /^Put back/ }).waitFor();
      },
    },
    {
      name: "card-edit-refused",
      path: "/approvals",
      shows: /Approvals/,
      open: async (page) => {
        await openRooms(page);
        await press("Edit…")(page);
        await page.getByRole("textbox", { name: "Guests 1" }).first().fill("nora.quist");
        await page.getByText("Must be an e-mail address").waitFor();
      },
    },
    { name: "card-reject", ...card, open: press("Reject…") },
    { name: "card-redraft", ...card, open: press(/Ask the agent/) },
    {
      name: "card-again",
      path: `/approvals/${approvals.needsHuman}`,
      shows: /Please check/,
      open: press("Try again…"),
    },
    {
      name: "call-words",
      path: `/texts/${encodeURIComponent(world.called)}`,
      shows: /called/,
      open: (page) => page.locator("main summary").last().click(),
    },
    { name: "file-new", path: "/workspace", shows: /areas/, open: press("New file") },
    {
      name: "file-compare",
      path: "/workspace/areas/vendors.md?show=history",
      shows: /edited it/,
      open: press(/edited it/),
    },
    {
      name: "file-blame",
      path: "/workspace/areas/vendors.md",
      shows: /Rossi/,
      open: press("Show authors"),
    },
    {
      name: "file-merge",
      path: "/workspace/areas/leasing.md",
      shows: /leas/i,
      open: (page) => merge(page, world),
    },
    {
      name: "folder-delete-all",
      path: "/workspace",
      shows: /areas/,
      open: menu("More actions for this folder", /Delete everything/),
    },
    { name: "skill-new", path: "/skills", shows: /lead-qualification/, open: press("New skill") },
    { name: "schedule-new", path: "/schedules", shows: /Open repairs/, open: press("New schedule") },
    {
      name: "invite-link",
      path: "/settings/team",
      shows: /Invite someone/,
      open: async (page) => {
        await press("Create invite link")(page);
        await page.getByRole("button", { name: "Copy invite link" }).waitFor();
      },
    },
    { name: "rule-new", path: "/settings/routing", shows: /Add rule/, open: press("Add rule") },
  ];
}

async function openPanel(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Details" });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await page.getByText("Cost").waitFor();
}

/** A colleague saves while one writes: both are put together. */
async function merge(page: Page, { dana }: ShownWorld): Promise<void> {
  const path = "areas/leasing.md";
  await page.getByRole("textbox", { name: /^Text of/ }).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Mine. ");
  const { content, etag } = await dana.json<{ content: string; etag: string }>(
    "GET",
    `/api/workspace/read?path=${path}`,
  );
  await dana.json("POST", "/api/workspace/write", { path, content: `Theirs. ${content}`, etag });
  await press("Merge")(page);
  await page.getByRole("region", { name: "Merge" }).waitFor();
}

/** A bundle of a kind the product does not have: drawn from the wire alone. */
async function openRooms(page: Page): Promise<void> {
  await serveRoomApproval(page);
  await page.goto(new URL(`/approvals/${ROOM_APPROVAL}`, page.url()).href);
  await page.getByRole("button", { name: /^Approve both and book/ }).waitFor();
}
