/** Microsoft's sign-in: consent page, codes, rotating refresh tokens, and errors with AADSTS codes. */
import { beforeEach, describe, expect, it } from "vitest";
import { CLAIMS, microsoftAt, RENEWALS, RETURN_TO } from "./microsoft-world.ts";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();
const microsoft = microsoftAt(sandbox);
const control = async (input: object): Promise<unknown> =>
  (await sandbox.post("/control/microsoft-login", input)).json();

beforeEach(async () => {
  await control({ end: true });
});

describe("the page", () => {
  it("shows accounts and what is asked for, all of it or nothing", async () => {
    const page = await (await fetch(microsoft.authorizeUrl({ login_hint: RENEWALS }))).text();
    expect(page).toContain(`value="${CLAIMS}">`);
    expect(page).toContain(`value="${RENEWALS}" checked>`);
    expect(page).toContain("Have read and write access to your mail");
    expect(page).toContain("Maintain access to data you have given it access to");
    expect(page).not.toContain("checkbox");
  });

  it("returns a code and the state, and what was cancelled as an error", async () => {
    const back = await microsoft.decide(CLAIMS);
    expect(back.href.startsWith(`${RETURN_TO}?`)).toBe(true);
    expect(back.searchParams.get("state")).toBe("s1");
    expect(back.searchParams.get("code")).toMatch(/^1\./);
    const cancelled = await microsoft.decide(CLAIMS, "cancel");
    expect(Object.fromEntries(cancelled.searchParams)).toMatchObject({
      error: "access_denied",
      error_subcode: "cancel",
      error_description: expect.stringContaining("AADSTS65004"),
      state: "s1",
    });
  });

  it.each([
    ["another redirect URI", { redirect_uri: `${RETURN_TO}/` }, "AADSTS50011"],
    ["another app", { client_id: "x" }, "AADSTS700016"],
    ["an unknown scope", { scope: "openid Mail.Everything" }, "AADSTS650053"],
    ["a plain challenge", { code_challenge_method: "plain" }, "AADSTS501491"],
  ])("refuses %s without sending anybody back", async (_, changes, code) => {
    const response = await fetch(microsoft.authorizeUrl(changes), { redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(code)]);
  });

  it("offers no way on where an administrator has to agree", async () => {
    await control({ withhold: ["Mail.Send"] });
    const page = await (await fetch(microsoft.authorizeUrl())).text();
    expect(page).toContain("Need admin approval");
    expect(page).not.toContain('value="accept"');
    const back = await microsoft.decide(CLAIMS, "accept");
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect((await microsoft.decide(CLAIMS, "accept", { scope: "User.Read" })).searchParams.has("code")).toBe(
      true,
    );
  });
});

describe("tokens", () => {
  it("come for a code, once, with its verifier and redirect URI", async () => {
    const code = async (): Promise<string> => (await microsoft.decide(CLAIMS)).searchParams.get("code") ?? "";
    const first = await code();
    expect((await microsoft.exchange(first, { code_verifier: "w".repeat(50) })).body).toMatchObject({
      error: "invalid_grant",
      error_codes: [501481],
    });
    expect((await microsoft.exchange(first, { redirect_uri: "http://localhost/" })).body).toMatchObject({
      error_codes: [500112],
    });
    const { status, body } = await microsoft.exchange(first);
    expect([status, body]).toEqual([
      200,
      {
        token_type: "Bearer",
        scope: "openid profile email User.Read Mail.ReadWrite Mail.Send Calendars.ReadWrite",
        expires_in: 3599,
        ext_expires_in: 3599,
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        id_token: expect.any(String),
      },
    ]);
    expect((await microsoft.exchange(first)).body).toMatchObject({
      error: "invalid_grant",
      error_codes: [54005],
      error_description: expect.stringMatching(/^AADSTS54005: .*Trace ID: .*Correlation ID: .*Timestamp: /),
    });
    const second = await code();
    sandbox.clock.ms += 601_000;
    expect((await microsoft.exchange(second)).body).toMatchObject({ error_codes: [70008] });
  });

  it("are refused to an app with the wrong secret", async () => {
    const answer = await microsoft.exchange("1.x", { client_secret: "wrong" });
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({ error: "invalid_client", error_codes: [7000215] }),
    ]);
  });

  it("rotate, and the old refresh token keeps working", async () => {
    const { refresh_token: first } = await microsoft.signIn();
    const renewed = await microsoft.refresh(String(first));
    expect(renewed.status).toBe(200);
    expect(renewed.body["refresh_token"]).not.toBe(first);
    expect((await microsoft.refresh(String(first))).status).toBe(200);
    expect((await microsoft.refresh(String(renewed.body["refresh_token"]))).status).toBe(200);
  });

  it("expire after an hour, or on demand", async () => {
    const { access_token: access, refresh_token: refresh } = await microsoft.signIn();
    const me = async (token: unknown) => (await microsoft.graph(String(token), "/me")).status;
    expect(await me(access)).toBe(200);
    sandbox.clock.ms += 3_600_000;
    expect(await me(access)).toBe(401);
    const renewed = await microsoft.refresh(String(refresh));
    expect(await me(renewed.body["access_token"])).toBe(200);
    await control({ endAccess: true });
    expect(await me(renewed.body["access_token"])).toBe(401);
  });

  it("end with the consent", async () => {
    const { access_token: access, refresh_token: refresh } = await microsoft.signIn();
    await control({ end: true });
    expect((await microsoft.graph(String(access), "/me")).status).toBe(401);
    const answer = await microsoft.refresh(String(refresh));
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_grant", error_codes: [50173] }),
    ]);
  });

  it("cover everything the person has consented to, and come without a refresh token unless it is asked for", async () => {
    const first = await microsoft.signIn(CLAIMS, "openid User.Read Mail.Read");
    expect(first).not.toHaveProperty("refresh_token");
    expect(first["scope"]).toBe("openid profile email User.Read Mail.Read");
    const second = await microsoft.signIn(CLAIMS, "https://graph.microsoft.com/calendars.read");
    expect(second["scope"]).toBe("openid profile email User.Read Mail.Read Calendars.Read");
  });

  it("survive a restart and a reset", async () => {
    const { access_token: access } = await microsoft.signIn();
    await sandbox.restart();
    await sandbox.post("/control/reset");
    expect((await microsoft.graph(String(access), "/me")).status).toBe(200);
  });
});
