/** Pairs the sandbox's phone with Steward once, as a person would with their own: a device at the push service, subscribed in the app. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ALDER } from "../sandbox/world/company.ts";

async function post<Answer>(url: string, body: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  // oxlint-disable-next-line no-unsafe-type-assertion -- our own sandbox and app answer in their own shapes
  return (await answer.json()) as Answer;
}

/** Makes the demo's first person reachable on the sandbox's lock screen. Done once for a data folder. */
export async function pairDemoPhone(
  addresses: { readonly appUrl: string; readonly sandboxUrl: string },
  dataDir: string,
): Promise<void> {
  const mark = join(dataDir, ".phone-paired");
  const owner = ALDER.people[0];
  if (existsSync(mark) || owner === undefined) return;
  const name = `${owner.firstName}'s phone (sandbox)`;
  const device = await post<{ endpoint: string; keys: { p256dh: string; auth: string } }>(
    `${addresses.sandboxUrl}/push/devices`,
    { name },
  );
  const { token } = await post<{ token: string }>(`${addresses.sandboxUrl}/identity/token`, {
    email: owner.email,
  });
  const { endpoint, keys } = device;
  await post(`${addresses.appUrl}/api/push/subscriptions`, { endpoint, keys, device: name }, token);
  await writeFile(mark, device.endpoint);
}
