/** Has Steward read the demo companies' old texts, as an admin would on Settings → Texts; late enough not to slow the first minute. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TENANTS } from "../sandbox/world/company.ts";

const AFTER_MS = 60_000;

interface Addresses {
  readonly appUrl: string;
  readonly sandboxUrl: string;
}

/** Does so once for a data folder. What goes wrong is said and tried again at the next start. */
export function readDemoPast(addresses: Addresses, dataDir: string, say: (line: string) => void): void {
  const mark = join(dataDir, ".past-read");
  if (existsSync(mark)) return;
  const timer = setTimeout(() => {
    start(addresses).then(
      () => writeFile(mark, ""),
      (error: unknown) => say(`The demo's old texts are not read yet: ${String(error)}`),
    );
  }, AFTER_MS);
  timer.unref();
}

async function start({ appUrl, sandboxUrl }: Addresses): Promise<void> {
  for (const { people, quo } of TENANTS) {
    const admin = people.find(({ role }) => role === "admin");
    if (admin === undefined) continue;
    const identity = await fetch(`${sandboxUrl}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: admin.email }),
    });
    // oxlint-disable-next-line no-unsafe-type-assertion -- our own sandbox answers in its own shape
    const { token } = (await identity.json()) as { token: string };
    const answer = await fetch(`${appUrl}/api/text-backfills/${quo.connectionId}/start`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`starting answered ${answer.status}`);
  }
}
