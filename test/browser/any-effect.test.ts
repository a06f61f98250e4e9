/** ADD-ONE: a card of a kind of effect the pages have never heard of, drawn and edited from the wire alone. */
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, sharedPlace, signedInPage } from "../support/browser.ts";
import { hashAfter, ROOM_APPROVAL, serveRoomApproval } from "../support/room-approval.ts";

afterAll(closeBrowser);

async function openCard(narrow = false) {
  const page = await signedInPage("Dana Whitfield", { narrow });
  const { decisions } = await serveRoomApproval(page);
  await page.goto(`${sharedPlace().appUrl}/approvals/${ROOM_APPROVAL}`);
  return { page, decisions, card: page.locator(`article[data-approval="${ROOM_APPROVAL}"]`) };
}

const guest = (page: Page, number: number) => page.getByRole("textbox", { name: `Guests ${number}` }).first();

describe("a card of any kind of effect", () => {
  it("shows every part with its own words", async () => {
    const { page, card } = await openCard();
    await card.getByRole("heading", { name: "2 room bookings" }).waitFor();
    const part = card.getByRole("region", { name: "Booking of Meeting room for Lease signing, 4B" });
    const rows = await part.locator("dl").first().locator("> div").allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual([
      expect.stringMatching(/^Room Meeting room/),
      expect.stringMatching(/^For Lease signing, 4B/),
      expect.stringMatching(/^Starts Tue, Nov 24, 2026, 3:00:00.PM EST 2026-11-24T20:00:00Z/),
      expect.stringMatching(/^Guests nora\.quist/),
      expect.stringMatching(/^Addresses nora\.quist@mail\.example/),
    ]);
    await part.locator("blockquote", { hasText: "Please leave the keys with Priya." }).waitFor();
    await card.getByRole("button", { name: /^Approve both and book/ }).waitFor();
    await page.context().close();
  });

  it("is edited with the keyboard alone: a list item added and removed, a wrong one kept and marked, a thing that may be left out", async () => {
    const { page, decisions, card } = await openCard();
    await card.getByRole("button", { name: "Edit…" }).click();
    await guest(page, 1).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect.poll(() => guest(page, 2).evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type("bo.tillman");
    await card.getByText("Must be an e-mail address").waitFor();
    expect(await guest(page, 2).getAttribute("aria-invalid")).toBe("true");
    expect(await guest(page, 2).inputValue()).toBe("bo.tillman");
    await page.keyboard.type("@mail.example");
    await page.keyboard.press("Enter");
    await expect.poll(() => guest(page, 3).evaluate((input) => input === document.activeElement)).toBe(true);
    await card.getByText("Maximum reached: 3.").waitFor();
    await page.keyboard.press("Backspace");
    await expect.poll(() => guest(page, 2).evaluate((input) => input === document.activeElement)).toBe(true);
    await card.getByText("More fields").click();
    await card.getByRole("button", { name: "Add reminder" }).click();
    await card.getByRole("textbox", { name: "Minutes" }).fill("15");
    await card.getByText("bo.tillman@mail.example").last().waitFor();
    await card.getByRole("button", { name: "Approve both and book, as edited" }).click();
    await expect.poll(() => decisions.length).toBe(1);
    const [decision] = decisions;
    expect(decision).toMatchObject({
      decision: "approve",
      without: [],
      arguments: {
        bookings: [{ guests: ["nora.quist@mail.example", "bo.tillman@mail.example"] }, { guests: [] }],
        reminder: { minutes: 15 },
      },
      effectHash: await hashAfter(({ bookings }) => bookings[0]?.guests.push("bo.tillman@mail.example"), []),
    });
    await page.context().close();
  });

  it("leaves one part out on a phone, puts it back, and approves the rest with its own hash", async () => {
    const { page, decisions, card } = await openCard(true);
    const courtyard = "Booking of Courtyard for Residents’ breakfast";
    await card.getByRole("button", { name: "Edit…" }).click();
    await card.getByRole("button", { name: `Leave out: ${courtyard}` }).click();
    await card.getByRole("button", { name: "Approve and book, as edited" }).waitFor();
    // The last part is not left out: that is a rejection.
    expect(await card.getByRole("button", { name: /^Leave out/ }).count()).toBe(0);
    await card.getByRole("button", { name: `Put back: ${courtyard}` }).click();
    await card.getByRole("button", { name: "Approve both and book", exact: true }).waitFor();
    await card.getByRole("button", { name: `Leave out: ${courtyard}` }).click();
    await card.getByRole("button", { name: "Approve and book, as edited" }).click();
    await expect.poll(() => decisions.length).toBe(1);
    expect(decisions[0]).toMatchObject({ without: [1], effectHash: await hashAfter(() => {}, [1]) });
    await page.context().close();
  });

  it("adds and removes a whole thing of a list, and keeps the edit over a reload", async () => {
    const { page, card } = await openCard();
    await card.getByRole("button", { name: "Edit…" }).click();
    await card.getByRole("button", { name: "Add to bookings" }).click();
    await expect
      .poll(() =>
        page.evaluate(
          () => document.activeElement?.closest("fieldset")?.querySelector("legend")?.textContent,
        ),
      )
      .toBe("Bookings 3");
    await page.keyboard.type("Lobby");
    await card.getByRole("button", { name: "Remove bookings 2" }).click();
    await page.reload();
    await card.getByRole("button", { name: "Edit…" }).click();
    const second = card.getByRole("group", { name: "Bookings 2" });
    await expect.poll(() => second.getByRole("textbox", { name: "Room" }).inputValue()).toBe("Lobby");
    await page.context().close();
  });
});
