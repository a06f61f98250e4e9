/** What a team's own service is told to do, over the sandbox's, which is judged by the document that teams are given: once, and looked for where an answer is lost. */
import { describe, expect, it } from "vitest";
import { createDataService } from "../../../../sandbox/data-service/data-service.ts";
import { DATA_SERVICE } from "../../../../sandbox/data-service/store.ts";
import { openOpenApi } from "../../../../sandbox/vendor/openapi.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import type { EffectBytes } from "../../../../src/approvals/ports.ts";
import { dataService } from "../../../../src/integrations/data-service/index.ts";
import { isoTime } from "../../../../src/kernel/clock.ts";
import type { OutsideHttp, OutsideRequest } from "../../../../src/kernel/outside-http.ts";
import { DATA_ACTS, type DataAct } from "../../../../src/integrations/api/data-service.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import type { ServiceServices } from "../../../../src/integrations/data-service/tools/index.ts";
import * as tools from "../../../../src/integrations/data-service/tools/tools.ts";
import { SANDBOX_URL } from "../../../support/sandbox-http.ts";
import { driverOf, executorOf, openingOf, serviceWorld, TIME_ZONE } from "../vendors/service-world.ts";

function acting(given: { readonly http?: OutsideHttp; readonly users?: readonly string[] } = {}) {
  const world = serviceWorld(createDataService);
  const sent: OutsideRequest[] = [];
  const http: OutsideHttp = (request) => {
    if (request.method === "POST") sent.push(request);
    return (given.http ?? world.http)(request);
  };
  const settings = { url: `${SANDBOX_URL}/data-service`, users: [...DATA_SERVICE.users], serves: [] };
  const connection = { id: "conn_1", tenantId: "tenant_alder", settings, credential: DATA_SERVICE.key };
  const account = dataService.open({ ...openingOf({ ...world, http }, connection), address: () => "" });
  const services: ServiceServices = {
    connectionId: "conn_1",
    service: "data.alderfinch.example",
    timeZone: TIME_ZONE,
    now: world.now,
    users: given.users ?? DATA_SERVICE.users,
    contactAddresses: () => Promise.resolve([]),
    emailAt: (link, user) =>
      Promise.resolve(
        link === "/knowledge/item_1" && user === "office"
          ? { id: "mail-1", subject: "Pressure drop on boiler 2" }
          : null,
      ),
  };
  const executor = executorOf(world, "data-service", account);
  const lookUp = (effect: EffectBytes, claimedAt: string, taken: readonly string[] = []) =>
    executor.lookUp(effect, {
      claimedAt,
      now: world.now(),
      idempotencyKey: "effect_1",
      takenProviderIds: taken,
    });
  return { ...world, ...driverOf({ services, executor }), executor, sent, lookUp };
}

const ISSUE = {
  user: "marcus",
  project: "MNT",
  type: "task",
  summary: "Bleed the radiators",
  labels: ["winter"],
};
const EVENT = {
  user: "marcus",
  title: "Boiler inspection",
  start: "2026-12-01 10:00",
  end: "2026-12-01 11:30",
  location: "Maple Court",
  attendees: "Ana Ortiz <ana@boilers.example>",
  meet: true,
};
const EMAIL = {
  user: "office",
  to: "ana@boilers.example",
  subject: "Visit",
  body: "Tuesday works.\n\nAlder",
};

describe("what a service of the team's own is told to do", () => {
  it("is an issue, an e-mail and an event, each in the contract's own names and with its effect's key", async () => {
    const world = acting();
    const done = [];
    for (const [tool, input] of [
      [tools.createServiceIssue, ISSUE],
      [tools.sendServiceEmail, EMAIL],
      [tools.createServiceEvent, EVENT],
    ] as const)
      done.push(await world.perform(await world.resolve(tool, input)));
    expect(done).toEqual([
      {
        providerId: "5004",
        link: "https://maintenance.alderfinch.example/issues/5004",
        summary: "Issue MNT-4 created in MNT: Bleed the radiators",
      },
      { providerId: "sent-2", link: null, summary: "Sent to ana@boilers.example: Visit" },
      {
        providerId: "visit-3",
        link: "https://maintenance.alderfinch.example/visits/visit-3",
        summary:
          "Added to the calendar of marcus: Boiler inspection, Tue, Dec 1, 10:00 AM – 11:30 AM. Video call: https://meet.alderfinch.example/visit-3",
      },
    ]);
    expect(world.context.outbox("data-service").map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: "/users/marcus/jira/issues",
        body: {
          project_key: "MNT",
          type: "task",
          summary: "Bleed the radiators",
          description: "",
          priority: "medium",
          assignee: null,
          labels: ["winter"],
        },
      },
      {
        path: "/users/office/emails/send",
        body: {
          to: ["ana@boilers.example"],
          cc: [],
          subject: "Visit",
          body: EMAIL.body,
          reply_to_id: null,
        },
      },
      {
        path: "/users/marcus/calendar/events",
        body: {
          title: "Boiler inspection",
          description: "",
          start: "2026-12-01T15:00:00.000Z",
          end: "2026-12-01T16:30:00.000Z",
          attendees: [{ email: "ana@boilers.example" }],
          location: "Maple Court",
          create_meet_link: true,
        },
      },
    ]);
    expect(world.sent.map(({ headers }) => headers?.["idempotency-key"])).toEqual(
      Array.from({ length: 3 }, () => "effect_1"),
    );
    expect(world.sandbox.violations?.()).toEqual([]);
  });

  it("is on the card as whom, at which service, and to whom", async () => {
    const world = acting();
    const told = effectKinds().describe(await world.resolve(tools.sendServiceEmail, EMAIL));
    expect(told).toMatchObject({
      title: "E-mail to ana@boilers.example",
      audience: "outside",
      recipients: ["ana@boilers.example"],
    });
    expect(told.words.ask).toBe("Send an e-mail to ana@boilers.example as office?");
    expect(told.layout.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["To", "Subject", "Text", "As", "Data service"]),
    );
    const { audience } = effectKinds().describe(await world.resolve(tools.createServiceEvent, EVENT));
    expect(audience).toBe("outside");
  });

  // Seed 002:1715.
  it("answers an e-mail of the user's mailbox in its thread, and no other", async () => {
    const world = acting();
    const answer = { ...EMAIL, replyTo: "/knowledge/item_1" };
    const effect = await world.resolve(tools.sendServiceEmail, answer);
    const { layout } = effectKinds().describe(effect);
    expect(layout.map(({ label }) => label)).toContain("In reply to");
    await world.perform(effect);
    expect(world.context.outbox("data-service").map(({ body }) => body)).toMatchObject([
      { reply_to_id: "mail-1" },
    ]);
    expect(await world.refusal(tools.sendServiceEmail, { ...answer, user: "marcus" })).toContain("marcus");
    expect(await world.refusal(tools.sendServiceEmail, { ...answer, replyTo: "/knowledge/x" })).toContain(
      "at that link",
    );
    expect(world.sandbox.violations?.()).toEqual([]);
  });

  it("is refused in words where nobody is named, where the user is none of theirs, and where a span is none", async () => {
    const world = acting();
    const { user: _, ...nobody } = EMAIL;
    expect(await world.refusal(tools.sendServiceEmail, nobody)).toContain("office, marcus");
    expect(await world.refusal(tools.sendServiceEmail, { ...EMAIL, user: "../x" })).toContain(
      "office, marcus",
    );
    expect(await world.refusal(tools.createServiceEvent, { ...EVENT, end: "2026-12-01 09:00" })).toMatch(
      /ends/,
    );
    const none = acting({ users: [] });
    expect(await none.refusal(tools.createServiceIssue, ISSUE)).toContain("Connections");
    const gone = await world.resolve(tools.createServiceIssue, ISSUE);
    const other = { ...gone, document: { ...gone.document, user: "eve" } };
    await expect(world.perform(other)).rejects.toMatchObject({ outcome: "not_applied" });
    expect(world.sent).toEqual([]);
  });

  it("is looked for where the answer was lost: an issue and an event by what was made since, an e-mail by nobody", async () => {
    const world = acting();
    for (const [tool, input] of [
      [tools.createServiceIssue, ISSUE],
      [tools.createServiceEvent, EVENT],
    ] as const) {
      const effect = await world.resolve(tool, input);
      await world.perform(effect, "before");
      world.passTime(60_000);
      const claimedAt = isoTime(world.now());
      expect(await world.lookUp(effect, claimedAt)).toEqual({ kind: "unknown" });
      await world.losingAnswers(() =>
        expect(world.perform(effect)).rejects.toMatchObject({ outcome: "unknown" }),
      );
      const found = await world.lookUp(effect, claimedAt);
      expect(found).toMatchObject({ kind: "found" });
      const id = found.kind === "found" ? (found.performed.providerId ?? "") : "";
      world.passTime(5 * 60_000);
      expect(await world.lookUp(effect, claimedAt, [id])).toEqual({ kind: "absent" });
    }
    const email = await world.resolve(tools.sendServiceEmail, EMAIL);
    expect(world.executor.recovery(email.kind)).toBe("none");
    expect(await world.lookUp(email, isoTime(world.now()))).toEqual({ kind: "unknown" });
    expect(world.sandbox.violations?.()).toEqual([]);
  });

  it("is left open where the service's list proves nothing: no time, more of a page, or what can't be read", async () => {
    const issue = {
      id: "1",
      key: "MNT-1",
      summary: ISSUE.summary,
      project_key: "MNT",
      updated_at: "2020-01-01T00:00:00Z",
    };
    for (const page of [
      { items: [issue] },
      { items: [], has_more: true, next_cursor: "2" },
      { items: [{ ...issue, updated_at: "soon" }] },
    ]) {
      const http: OutsideHttp = () =>
        Promise.resolve({ status: 200, headers: new Headers(), text: JSON.stringify(page) });
      const world = acting({ http });
      const effect = await world.resolve(tools.createServiceIssue, ISSUE);
      const long = isoTime(world.now() - 3_600_000);
      expect(await world.lookUp(effect, long)).toEqual({ kind: "unknown" });
    }
  });

  it("takes what the contract takes, and believes no answer the contract doesn't know", () => {
    const judge = openOpenApi(
      new URL("../../../../docs/openapi/data-service.json", import.meta.url).pathname,
    );
    for (const act of Object.keys(DATA_ACTS) as DataAct[]) {
      const { path, status, answer } = DATA_ACTS[act];
      const operation = judge.match("POST", `/users/office${path}`)?.operation;
      const good = act === "email" ? { message_id: "1" } : { id: "1", key: "MNT-1", url: null };
      expect(operation?.answer(status, good)).toEqual([]);
      expect(answer.safeParse(good).success).toBe(true);
      expect(operation?.answer(status, {})).not.toEqual([]);
      expect(answer.safeParse({}).success).toBe(false);
      expect(operation?.body({})).not.toEqual([]);
    }
  });

  it("is found, not always in the prompt, and only where a data service is connected", () => {
    for (const { name } of Object.values(tools)) {
      expect(offeredTools("steward", ["data-service"]).deferred).toContain(name);
      expect(offeredTools("steward", ["quo"]).deferred).not.toContain(name);
    }
  });
});
