/** The demo's desks at Microsoft: their mail and appointments. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMicrosoftGraph } from "../../../sandbox/microsoft/graph.ts";
import { createMicrosoftLogin } from "../../../sandbox/microsoft/login.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { microsoftAt, RENEWALS, type Json } from "./microsoft-world.ts";
import { APP_URL } from "./world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "steward-microsoft-"));
const services = [createMicrosoftGraph, createMicrosoftLogin];
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir, appUrl: APP_URL, world: "demo", services });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("holds a thread with an answer and what is unread, and appointments of the coming days", async () => {
  const microsoft = microsoftAt(sandbox);
  const access = String((await microsoft.signIn())["access_token"]);
  const list = async (path: string): Promise<Json[]> =>
    (await microsoft.graph(access, path)).body["value"] as Json[];
  const messages = await list("/me/messages");
  const [newest] = messages;
  expect(newest).toMatchObject({ subject: "Re: Claim: rear-end collision on I-90", isRead: false });
  const thread = messages.filter((one) => one["conversationId"] === newest?.["conversationId"]);
  expect(thread.map((one) => one["hasAttachments"])).toEqual([false, false, true]);
  expect(await list("/me/mailFolders/sentitems/messages")).toHaveLength(1);
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString();
  const view = await list(`/me/calendarView?startDateTime=${day(0)}&endDateTime=${day(13)}`);
  expect(view.map((one) => one["subject"])).toEqual([
    "Adjuster at Dube Trucking",
    "Open claims",
    "Open claims",
  ]);
  expect(view.map((one) => one["type"])).toEqual(["singleInstance", "occurrence", "occurrence"]);
  const renewals = String((await microsoft.signIn(RENEWALS))["access_token"]);
  const theirs = await microsoft.graph(renewals, "/me/messages");
  expect(theirs.body["value"]).toHaveLength(1);
});
