import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, newContext, sayInNewChat, sharedPlace, signedInPage } from "../support/browser.ts";

afterAll(closeBrowser);

describe("the entrance", () => {
  it("refuses a stranger with a page that says so and shows nothing of any team", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(appUrl);
    await page.getByRole("link", { name: /sign in/i }).click();
    await page.waitForURL(`${sandboxUrl}/identity/**`);
    await page.getByLabel("Someone else").fill("sam.doyle@gmail.com");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "You’re signed in, but you’re not on a team here." }).waitFor();
    await page.getByText("You haven’t seen any team’s data.").waitFor();
    await page.goto(`${appUrl}/approvals`);
    await page.waitForURL(/\/(stranger|sign-in)/);
    expect(await page.evaluate(async () => (await fetch("/api/me")).status)).toBe(401);
    await context.close();
  });

  it("says on the page what is missing where Clerk's session token isn't customized", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const context = await newContext();
    const answer = await context.request.post(`${sandboxUrl}/identity/token`, {
      data: { email: "dana@alderfinch.example", customized: false },
    });
    const { token } = (await answer.json()) as { token: string };
    await context.addCookies([{ name: "__session", value: token, url: appUrl, httpOnly: true }]);
    const page = await context.newPage();
    await page.goto(`${appUrl}/signed-in`);
    await page.getByRole("heading", { name: "We couldn’t sign you in." }).waitFor();
    const notice = page.getByRole("alert");
    await expect
      .poll(() => notice.textContent())
      .toContain('add "email": "{{user.primary_email_address}}" under Sessions → Customize session token');
    expect(await notice.textContent()).toContain("Send this to the person who runs this deployment");
    expect((await context.request.get(`${appUrl}/api/me`)).status()).toBe(401);
    await context.close();
  });

  it("tells somebody at the team's domain that their request waits, and lets them in once an admin approves it", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const context = await newContext();
    const answer = await context.request.post(`${sandboxUrl}/identity/token`, {
      data: { email: "nina.new@alderfinch.example", name: "Nina New" },
    });
    const { token } = (await answer.json()) as { token: string };
    await context.addCookies([{ name: "__session", value: token, url: appUrl, httpOnly: true }]);
    const nina = await context.newPage();
    await nina.goto(`${appUrl}/signed-in`);
    await nina.getByRole("heading", { name: "You asked to join." }).waitFor();
    await nina.getByText(/^Your request to join Alder & Finch .* is waiting for an admin\./).waitFor();
    const dana = await signedInPage("Dana Whitfield");
    await dana.goto(`${appUrl}/settings/team`);
    await dana.getByRole("button", { name: "Approve Nina New" }).click();
    await dana.getByText("Nina New is now a member.").waitFor();
    await dana.getByText("nina.new@alderfinch.example").waitFor();
    await nina.goto(`${appUrl}/signed-in`);
    await nina.waitForURL(/\/today/);
    const { id } = ((await (await nina.request.get(`${appUrl}/api/me`)).json()) as { user: { id: string } })
      .user;
    expect(
      (await dana.request.delete(`${appUrl}/api/team/${id}`, { headers: { origin: appUrl } })).status(),
    ).toBe(200);
    await Promise.all([context.close(), dana.context().close()]);
  });

  it("signs out of every tab: a page whose socket is open is told at once", async () => {
    const page = await signedInPage("Priya Raman");
    await sayInNewChat(page, "Hello");
    const closes: number[] = [];
    const second = await page.context().newPage();
    // A socket counts once the server has spoken on it: before that, signing out refuses it instead of ending it.
    let live = 0;
    second.on("websocket", (socket) => socket.once("framereceived", () => live++));
    await second.exposeFunction("noteClose", (code: number) => closes.push(code));
    await second.addInitScript(() => {
      const Native = window.WebSocket;
      window.WebSocket = class extends Native {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols);
          this.addEventListener("close", (event) => {
            (window as unknown as { noteClose(code: number): void }).noteClose(event.code);
          });
        }
      };
    });
    await second.goto(page.url());
    await second.getByLabel("Message to Steward").waitFor();
    await expect
      .poll(() => live, { message: "the conversation's and the team's sockets are open" })
      .toBeGreaterThanOrEqual(2);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/sign-in$/);
    await second.waitForURL(/\/sign-in/);
    await second.getByText("You’ve been signed out.").waitFor();
    await expect.poll(() => closes).toContain(4401);
    expect((await page.context().request.get(`${sharedPlace().appUrl}/api/me`)).status()).toBe(401);
    await page.context().close();
  });
});
