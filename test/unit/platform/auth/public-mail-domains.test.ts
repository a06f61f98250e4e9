import { describe, expect, it } from "vitest";
import { domainOf } from "../../../../src/kernel/sub-address.ts";
import { isPublicMailDomain } from "../../../../src/platform/auth/public-mail-domains.ts";
import { admit, deviceOf, type AuthDeps } from "../../../../src/platform/auth/index.ts";

const TENANT = { id: "tenant_x", name: "X", timeZone: "UTC", createdAt: "2026-01-01T00:00:00.000Z" };

/** A world in which every domain, also a public one, stands as claimed and verified. */
function everyDomainClaimed(): AuthDeps & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    system: {
      listPerson: () => Promise.resolve([]),
      findTenantByDomain: (domain: string) => {
        asked.push(domain);
        return Promise.resolve(TENANT);
      },
    },
  } as unknown as AuthDeps & { asked: string[] };
}

describe("a public mail provider's domain", () => {
  it.each([
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "hotmail.com",
    "yahoo.com",
    "icloud.com",
    "proton.me",
    "gmx.de",
    "aol.com",
    "qq.com",
    "mailinator.com",
  ])("%s admits no one, even where it is claimed", async (domain) => {
    const deps = everyDomainClaimed();
    await expect(admit(deps, { email: `sam@${domain}`, name: "Sam" })).rejects.toMatchObject({
      code: "stranger",
      status: 403,
      details: { domain },
    });
    expect(deps.asked).toEqual([]);
  });

  it("is told from a company's own", () => {
    expect(isPublicMailDomain("alderfinch.example")).toBe(false);
    expect(isPublicMailDomain("notgmail.com")).toBe(false);
    expect(isPublicMailDomain("mail.gmail.com.example")).toBe(false);
  });

  it("is what stands after the last @", () => {
    expect(domainOf("dana@AlderFinch.example")).toBe("alderfinch.example");
    expect(domainOf("a@b@stranger.example")).toBe("stranger.example");
  });
});

describe("a device", () => {
  it.each([
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
      "Chrome on Mac",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["curl/8.5.0", "A script"],
    [null, "A script"],
  ])("is known by browser and system (%#)", (userAgent, words) => {
    expect(deviceOf(userAgent)).toBe(words);
  });
});
