/**
 * Imports the demo companies' files through the product's own import. Dates in names and texts are relative to today:
 * `today-2_showings.md` and `{{today-2}}`.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { strToU8, zipSync } from "fflate";
import * as z from "zod";
import { INSURANCE_FIELDS } from "../src/accounts/api/account-fields.ts";
import { stageSettingsSchema } from "../src/accounts/api/account-stages.ts";
import { HARBOR, TENANTS } from "../sandbox/world/company.ts";
import { companyContacts } from "../sandbox/world/index.ts";
import { accountFiles } from "./demo-accounts.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";

const FILES = resolve(import.meta.dirname, "../sandbox/world/workspace");
const DAY_MS = 86_400_000;

function dayOf(daysAgo: number, nowMs: number, timeZone: string): string {
  const parts = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", parts).format(new Date(nowMs - daysAgo * DAY_MS));
}

/** A company's files by path, with dates relative to `nowMs`. */
export async function demoFiles(
  tenant: { readonly id: string; readonly timeZone: string },
  nowMs: number,
): Promise<Map<string, string>> {
  const folder = join(FILES, tenant.id);
  const dated = (text: string, pattern: RegExp): string =>
    text.replace(pattern, (_, daysAgo: string | undefined) =>
      dayOf(Number(daysAgo ?? 0), nowMs, tenant.timeZone),
    );
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split("\\").join("/");
    const text = await readFile(path, "utf8");
    files.set(
      dated(name, /(?<=daily_notes\/)today(?:-(\d+))?(?=_)/g),
      dated(text, /\{\{today(?:-(\d+))?\}\}/g),
    );
  }
  return files;
}

const listedSchema = z.object({ usage: z.object({ files: z.number() }) });
const importedSchema = z.object({ skipped: z.array(z.unknown()) });

/** Imports each demo company's files, unless it has some. */
export async function moveFilesIn({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
  for (const tenant of TENANTS) {
    const admin = tenant.people.find(({ role }) => role === "admin");
    if (admin === undefined) continue;
    const headers = await demoSignIn(sandboxUrl, admin.email);
    const listed = await demoCall(`${appUrl}/api/workspace/ls`, listedSchema, { method: "GET", headers });
    if (listed.usage.files > 0) continue;
    const nowMs = Date.now();
    const files = await demoFiles(tenant, nowMs);
    // The brokerage has a file per client.
    const kept = tenant.id === HARBOR.id ? accountFiles(companyContacts(tenant, nowMs), nowMs) : [];
    const entries = [...files].map(([path, text]) => [path, strToU8(text)] as const);
    const { skipped } = await demoCall(`${appUrl}/api/workspace/import`, importedSchema, {
      headers: { ...headers, "content-type": "application/zip" },
      body: zipSync(Object.fromEntries(entries)),
    });
    if (skipped.length > 0) throw new Error(`demo files were refused: ${JSON.stringify(skipped)}`);
    const accounts = [...kept].map(([path, content]) => ({ path, content }));
    if (accounts.length === 0) continue;
    const { version } = await demoCall(`${appUrl}/api/accounts/stages`, stageSettingsSchema, {
      method: "GET",
      headers,
    });
    await demoCall(`${appUrl}/api/accounts/fields`, stageSettingsSchema, {
      method: "PUT",
      headers,
      body: { fields: INSURANCE_FIELDS, version },
    });
    const taken = await demoCall(`${appUrl}/api/accounts/files`, importedSchema, {
      headers,
      body: { files: accounts },
    });
    if (taken.skipped.length > 0)
      throw new Error(`demo accounts were refused: ${JSON.stringify(taken.skipped)}`);
  }
}
