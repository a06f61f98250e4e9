/**
 * The contact for security reports: RFC 9116. Configured by the deployment; without it there is no such file.
 */
import { AppError } from "../../kernel/errors.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { App } from "../../platform/http/serve.ts";

/** Path of the file (RFC 9116, section 3). */
const ADDRESS = "/.well-known/security.txt";
/** Validity of the file, which should be less than a year (section 2.5.5). */
const HOLDS_MS = 180 * 86_400_000;

export function securityContactRoutes(app: App): void {
  app.get(ADDRESS, (c) => {
    const { config, clock } = c.var.deployment;
    if (config.securityContact === null) throw new AppError("not_found", "There’s nothing at this address.");
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${isoTime(clock.now() + HOLDS_MS)}`,
      `Canonical: ${config.appOrigin}${ADDRESS}`,
    ];
    return c.text(`${lines.join("\n")}\n`);
  });
}
