import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configOfDeployment } from "../../../scripts/deployment.ts";

const CONFIG = readFileSync(join(import.meta.dirname, "../../../wrangler.toml"), "utf8");
const configOf = (vars: Readonly<Record<string, string>>, environment = ""): string =>
  configOfDeployment(CONFIG, { environment, version: "1.2.3", vars });
const ROUTE = 'routes = [{ pattern = "steward.example.com", custom_domain = true }]';
const APP_URL = "https://steward.example.com";

describe("seed 001:418: a domain of its own", () => {
  it("is deployed with the Worker where the operator asks for it", () => {
    const top = configOf({ APP_URL, CUSTOM_DOMAIN: "on" }).split(/^\[/m)[0];
    expect(top).toContain(`workers_dev = true`);
    expect(top).toContain(ROUTE);
    expect(configOf({ APP_URL })).not.toContain("custom_domain");
  });

  it("belongs to the deployed environment alone", () => {
    const config = configOf({ APP_URL, CUSTOM_DOMAIN: "on" }, "staging");
    expect(config.split(/^\[/m)[0]).not.toContain("routes");
    expect(config.split(/^(?=\[)/m).find((block) => block.startsWith("[env.staging]\n"))).toContain(ROUTE);
  });

  it.each(["https://steward.someone.workers.dev", "http://localhost:8787", ""])("can’t be %j", (url) => {
    expect(() => configOf({ APP_URL: url, CUSTOM_DOMAIN: "on" })).toThrow("no domain of your own");
  });
});
