/** Whom to tell of a hole: RFC 9116. The deployment names them; without a name there is no such file. */
import { AppError } from "../../kernel/errors.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { App } from "../../platform/http/serve.ts";

/** Where the file is (RFC 9116, section 3). */
const ADDRESS = "/.well-known/security.txt";
/** It says until when it holds, which should be less than a year off (section 2.5.5). */
const HOLDS_MS = 180 * 86_400_000;

/** Adds it. */
export function securityContactRoutes(app: App): void {
  app.get(ADDRESS, (c) => {
    const { config, clock } = c.var.services;
    if (config.securityContact === null) throw new AppError("not_found", "There’s nothing at this address.");
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${isoTime(clock.now() + HOLDS_MS)}`,
      `Canonical: ${config.appOrigin}${ADDRESS}`,
    ];
    return c.text(`${lines.join("\n")}\n`);
  });
}
