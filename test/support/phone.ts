/** A device of the sandbox's push service, subscribed as a member's phone would be. */
import { controlAt, eventually, type Client } from "./client.ts";

/** What a push carries, as the device decrypts it. */
export interface PushedPayload {
  readonly kind: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly approvalId: string | null;
  readonly effectHash: string | null;
  readonly token: string | null;
}

/** A device as the sandbox makes it. */
export interface SandboxDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Makes a device with real keys. */
export async function makeDevice(sandboxUrl: string, name: string): Promise<SandboxDevice> {
  const answer = await fetch(`${sandboxUrl}/push/devices`, {
    method: "POST",
    body: JSON.stringify({ name }),
    headers: { "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(`a device of the sandbox: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SandboxDevice;
}

/** Makes a device and subscribes it as the client's. */
export async function subscribedDevice(
  sandboxUrl: string,
  client: Client,
  name: string,
): Promise<SandboxDevice> {
  const device = await makeDevice(sandboxUrl, name);
  await client.json("POST", "/api/push/subscriptions", {
    endpoint: device.endpoint,
    keys: device.keys,
    device: name,
  });
  return device;
}

/** Every payload a device got, decrypted, oldest first. */
export async function pushesTo(sandboxUrl: string, deviceId: string): Promise<PushedPayload[]> {
  const { items } = await controlAt<{ items: { subscriptionId: string; payload: PushedPayload }[] }>(
    sandboxUrl,
    "push",
  );
  return items.filter(({ subscriptionId }) => subscriptionId === deviceId).map(({ payload }) => payload);
}

/** Waits for the push about an approval. */
export function pushAbout(sandboxUrl: string, deviceId: string, approvalId: string): Promise<PushedPayload> {
  return eventually("the approval rings", async () => {
    const pushes = await pushesTo(sandboxUrl, deviceId);
    return pushes.find((payload) => payload.kind === "approval" && payload.approvalId === approvalId) ?? null;
  });
}
