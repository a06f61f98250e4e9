import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/kernel/errors.ts";
import { parseConfig } from "../../../src/platform/config.ts";
import { COMPLETE_VARS } from "../../support/node-app.ts";

function problemsOf(change: Record<string, string | undefined>): unknown {
  try {
    parseConfig({ ...COMPLETE_VARS, ...change });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_configured") return error.details?.["variables"];
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  it("is read from a complete set of variables, slashes at the end left out", () => {
    const config = parseConfig({
      ...COMPLETE_VARS,
      APP_URL: "https://app.example.com/",
      CLERK_AUTHORIZED_PARTIES: " https://app.example.com/ ,, https://b.example ",
    });
    expect(config).toMatchObject({
      appOrigin: "https://app.example.com",
      secure: true,
      clerk: {
        issuer: "https://clerk.example.com",
        authorizedParties: ["https://app.example.com", "https://b.example"],
      },
      access: null,
    });
  });

  it("takes tokens made for the app alone where no one listed the sites they may be for", () => {
    const vars = { ...COMPLETE_VARS, APP_URL: "https://app.example.com/", CLERK_AUTHORIZED_PARTIES: " , " };
    expect(parseConfig(vars).clerk?.authorizedParties).toEqual(["https://app.example.com"]);
  });

  it("knows where the sandbox is while its script answers, and of none with a model key", () => {
    const vars = { ...COMPLETE_VARS, ANTHROPIC_BASE_URL: "http://localhost:9100/anthropic" };
    expect(parseConfig({ ...vars, ANTHROPIC_API_KEY: "sandbox" }).demo).toEqual({
      sandboxUrl: "http://localhost:9100",
    });
    expect(parseConfig(vars).demo).toBeNull();
  });

  it.each([
    "APP_URL",
    "ANTHROPIC_API_KEY",
    "VAPID_PUBLIC_KEY",
    "VAPID_PRIVATE_KEY",
    "MASTER_KEYS",
    "AGENT_MODEL",
  ])("names %s when it is missing or empty", (name) => {
    expect(problemsOf({ [name]: undefined })).toEqual([name]);
    expect(problemsOf({ [name]: "" })).toEqual([name]);
  });

  it.each([
    ["http away from localhost", { APP_URL: "http://app.example.com" }, ["APP_URL"]],
    ["an address that is none", { CLERK_ISSUER: "clerk" }, ["CLERK_ISSUER"]],
    ["a vendor away from https", { QUO_BASE_URL: "http://api.quo.example" }, ["QUO_BASE_URL"]],
    ["no way to sign in", { CLERK_ISSUER: "", CLERK_SIGN_IN_URL: "" }, ["CLERK_ISSUER"]],
    ["Clerk without its page", { CLERK_SIGN_IN_URL: "" }, ["CLERK_SIGN_IN_URL"]],
    ["Access without its audience", { ACCESS_TEAM_URL: "https://t.cloudflareaccess.com" }, ["ACCESS_AUD"]],
    ["a key that is too short", { MASTER_KEYS: "k1:c2hvcnQ=" }, ["MASTER_KEYS"]],
  ])("refuses %s", (_name, change, variables) => {
    expect(problemsOf(change)).toEqual(variables);
  });

  it("takes http on localhost and Access alone", () => {
    expect(problemsOf({ APP_URL: "http://127.0.0.1:9000" })).toEqual([]);
    expect(
      problemsOf({
        CLERK_ISSUER: "",
        CLERK_SIGN_IN_URL: "",
        ACCESS_TEAM_URL: "https://t.cloudflareaccess.com",
        ACCESS_AUD: "x",
      }),
    ).toEqual([]);
  });
});
