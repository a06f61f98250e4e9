/**
 * Guards that must not be removed unseen: each entry breaks one where its absence would be a disaster, and names the tests that have to fail then.
 * `scripts/mutants.ts` tries them all. An entry belongs here when a fault got past the tests once, or when only one line holds a promise.
 */

/** One small fault: `find` stands exactly once in the file and becomes `replace`. */
export interface Mutant {
  readonly what: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  /** Why no test can see it: what else holds the promise. Such a mutant is tried and does not count. */
  readonly secondGuard?: string;
}

const TOO_LATE = ["test/unit/approvals/too-late.test.ts"];
const EFFECT_ONCE = ["test/unit/approvals/effect-once.test.ts"];
const DECIDE = ["test/unit/approvals/decide.test.ts"];
const JUDGE_AGAIN = ["test/unit/approvals/judge-again.test.ts"];
const ACCESS = ["test/unit/platform/http/access.test.ts"];
const FRAMES = ["test/unit/agent/conversations/frame-guard.test.ts"];
const EARNED = ["arithmetic", "breadth", "corpus", "whole-path"].map(
  (name) => `test/unit/approvals/earned/${name}.test.ts`,
);
const GATE = ["test/unit/agent/tools/gate.test.ts"];
const POLICY = ["test/unit/approvals/policy/decide.test.ts"];
const PATHS = ["test/unit/workspace/path.test.ts"];
const ERASURE = ["test/unit/team/erasure/erasure.test.ts"];
const OAUTH = ["test/worker/mcp/oauth.test.ts"];

const EXECUTE = "src/approvals/execute.ts";
const CLAIM = "src/approvals/claim.ts";
const ADMIN = `access: "admin",`;
const NOT_ADMIN = `access: "member",`;

/** All of them. */
export const MUTANTS: readonly Mutant[] = [
  {
    what: "an effect is sent again by its key after the provider has forgotten it",
    file: EXECUTE,
    find: "if (deps.clock.now() + LIMITS.effectDeadlineMs > windowEndMs) return askUnproven(deps, mine);",
    replace: "void windowEndMs;",
    tests: TOO_LATE,
  },
  {
    what: "an attempt that was frozen calls after its deadline",
    file: EXECUTE,
    find: "return deps.clock.now() > msOf(mine.deadlineAt) - LIMITS.outsideTimeoutMs;",
    replace: "return deps.clock.now() < 0 && mine.attempts < 0;",
    tests: TOO_LATE,
  },
  {
    what: "a dead attempt frees the claim of the one after it",
    file: CLAIM,
    find: `eq(effects.status, "claimed"), eq(effects.attemptId, attemptId)`,
    replace: `eq(effects.status, "claimed")`,
    tests: TOO_LATE,
  },
  {
    what: "recovery sends what is not what was approved",
    file: EXECUTE,
    find: `  if (await isAltered(loaded, mine)) return askPerson(deps, mine, ALTERED);
  if (mine.attempts > ATTEMPTS)`,
    replace: "  if (mine.attempts > ATTEMPTS)",
    tests: TOO_LATE,
  },
  {
    what: "the first attempt sends what is not what was approved",
    file: EXECUTE,
    find: `  if (await isAltered(loaded, mine)) return askPerson(deps, mine, ALTERED);
  try {`,
    replace: "  try {",
    tests: DECIDE,
  },
  {
    what: "quiet hours that began during the hold are ignored",
    file: "src/approvals/advance.ts",
    find: "if (startsAt !== null) return wrote(",
    replace: "if (startsAt === undefined) return wrote(",
    tests: TOO_LATE,
  },
  {
    what: "a driver that read an older version moves the approval",
    file: "src/approvals/store.ts",
    find: "        eq(approvals.version, row.version),\n        change.where,",
    replace: "        change.where,",
    tests: TOO_LATE,
  },
  {
    what: "an effect is claimed whose approval is not executing",
    file: CLAIM,
    find: "${effect.approvalId} and ${approvals.status} = 'executing')",
    replace: "${effect.approvalId})",
    tests: TOO_LATE,
  },
  {
    what: "two drivers claim the same effect",
    file: CLAIM,
    find: `          eq(effects.status, effect.status),
          eq(effects.hash, effect.hash),
          eq(effects.attempts, effect.attempts),
          sql\`\${effects.attemptId} is \${effect.attemptId}\`,
          sql\`\${effects.claimedAt} is \${effect.claimedAt}\`,`,
    replace: "          eq(effects.hash, effect.hash),",
    tests: EFFECT_ONCE,
  },
  {
    what: "a bundle whose first part went out is called stale",
    file: EXECUTE,
    find: `if (effects.some(({ status }) => status === "done")) {`,
    replace: `if (effects.some(({ status }) => status === "failed")) {`,
    tests: TOO_LATE,
  },
  {
    what: "a late success overwrites what a person closed",
    file: CLAIM,
    find: `and(eq(effects.id, effect.id), inArray(effects.status, effectSources("done")))`,
    replace:
      'and(eq(effects.id, effect.id), inArray(effects.status, [...effectSources("done"), "not_done", "failed"]))',
    tests: TOO_LATE,
  },
  {
    what: "what proves another effect proves this one too",
    file: EXECUTE,
    find: "takenProviderIds: taken.flatMap(({ providerId }) => providerId ?? []),",
    replace: "takenProviderIds: taken.flatMap(() => []),",
    tests: EFFECT_ONCE,
  },
  {
    what: "policy and preconditions are not asked again right before sending",
    file: EXECUTE,
    find: "if (reason !== null) return await stop(deps, loaded, mine, { reason, again });",
    replace: "",
    tests: DECIDE,
  },
  {
    what: "a rule made while an approval was held does not stop it",
    file: EXECUTE,
    find: "(await staleByPolicy(deps, loaded)) ?? (await staleByPrecondition(deps, loaded, mine))",
    replace: "await staleByPrecondition(deps, loaded, mine)",
    tests: JUDGE_AGAIN,
  },
  {
    what: "what a rule let through runs although the rule is gone",
    file: "src/approvals/advance.ts",
    find: "if (asking !== null) return wrote(await askInstead(deps, loaded, asking), loaded);",
    replace: "",
    tests: JUDGE_AGAIN,
  },
  {
    what: "any member invites an admin",
    file: "src/team/api/invites.ts",
    find: `    status: 201,
    ${ADMIN}`,
    replace: `    status: 201,
    ${NOT_ADMIN}`,
    tests: ACCESS,
  },
  {
    what: "any member adds an outside tool server",
    file: "src/mcp/api/mcp-servers.ts",
    find: `    path: "/api/mcp/servers",
    ${ADMIN}`,
    replace: `    path: "/api/mcp/servers",
    ${NOT_ADMIN}`,
    tests: ACCESS,
  },
  {
    what: "no route asks for an admin",
    file: "src/platform/http/serve.ts",
    find: `if (row.access === "admin") requireAdmin(principal);`,
    replace: "",
    tests: ACCESS,
  },
  {
    what: "the operator's routes ask for no operator",
    file: "src/platform/http/serve.ts",
    find: `if (row.access === "operator") requireOperator(principal, c.var.deployment.config.operators);`,
    replace: "",
    tests: ACCESS,
  },
  {
    what: "a session no one can ask about counts as alive",
    file: "src/agent/conversations/frame-guard.ts",
    find: `      this.#deps.logger.warn("socket.session_check_failed", { error });
      return false;`,
    replace: `      this.#deps.logger.warn("socket.session_check_failed", { error });
      return true;`,
    tests: FRAMES,
  },
  {
    what: "a frame may be as large as it likes",
    file: "src/agent/conversations/frame-guard.ts",
    find: "if (sizeOf(data) > LIMITS.socketFrameBytes) {",
    replace: "if (sizeOf(data) < 0) {",
    tests: FRAMES,
  },
  {
    what: "a flood does not end the socket",
    file: "src/agent/conversations/frame-guard.ts",
    find: "if (refused > MAX_REFUSED_FRAMES) peer.close",
    replace: "if (refused < 0) peer.close",
    tests: FRAMES,
  },
  {
    what: "a session's end is not looked at",
    file: "src/agent/conversations/frame-guard.ts",
    find: "if (Date.parse(session.sessionExpiresAt) <= this.#deps.clock.now()) return false;",
    replace: "",
    tests: FRAMES,
  },
  {
    what: "an OAuth code never gets too old",
    file: "src/mcp/server/token-endpoint.ts",
    find: `(grant.codeExpiresAt ?? "") <= now || !isLive(grant, now)`,
    replace: "!isLive(grant, now)",
    tests: OAUTH,
  },
  {
    what: "a call whose past is unknown counts as clean of others' things",
    file: "src/agent/tools/hooks/autonomy.ts",
    find: "readOfOthers: scope.readOfOthers !== false,",
    replace: "readOfOthers: scope.readOfOthers === true,",
    tests: GATE,
  },
  {
    what: "a call whose past is unknown counts as clean of outside text",
    file: "src/agent/tools/hooks/autonomy.ts",
    find: "untrustedText: scope.outside !== false,",
    replace: "untrustedText: scope.outside === true,",
    tests: GATE,
  },
  {
    what: "calls that act are counted as look-ups",
    file: "src/agent/tools/hooks/rate.ts",
    find: `state.tool?.effect === "read" ? "look_up" : "call"`,
    replace: `state.tool === null ? "call" : "look_up"`,
    tests: GATE,
  },
  {
    what: "look-alike slashes stand in a plain name",
    file: "src/workspace/path.ts",
    find: " || LOOK_ALIKES.test(path)) {",
    replace: ") {",
    tests: PATHS,
  },
  {
    what: "a folder holds what lies in another whose name begins alike",
    file: "src/workspace/path.ts",
    find: "path.startsWith(`${folder}/`)",
    replace: "path.startsWith(folder)",
    tests: PATHS,
  },
  {
    what: "an argument without a size is within an upper bound",
    file: "src/approvals/policy/match-rule.ts",
    find: "(sizeOf(value) ?? Infinity) <= bound.value",
    replace: "(sizeOf(value) ?? 0) <= bound.value",
    tests: POLICY,
  },
  {
    what: "an argument without a size is within a lower bound",
    file: "src/approvals/policy/match-rule.ts",
    find: "(sizeOf(value) ?? -Infinity) >= bound.value",
    replace: "(sizeOf(value) ?? Infinity) >= bound.value",
    tests: POLICY,
  },
  {
    what: "a rule that lets a call run fits as soon as one recipient does",
    file: "src/approvals/policy/match-rule.ts",
    find: "return all ? items.every(test) : items.some(test);",
    replace: "return items.some(test);",
    tests: POLICY,
  },
  {
    what: "an erased person stays in what was filled in",
    file: "src/projects/erases.ts",
    find: `form_submissions: { treatment: "mask"`,
    replace: `form_submissions: { treatment: "keep"`,
    tests: ERASURE,
  },
  {
    what: "an erased person stays in the audit log",
    file: "src/platform/erases.ts",
    find: `audit: { treatment: "mask"`,
    replace: `audit: { treatment: "keep"`,
    tests: ERASURE,
  },
  {
    what: "an erased person's old e-mails come in again",
    file: "src/team/erasure/begin.ts",
    find: "    ...person.addresses,\n",
    replace: "",
    tests: ERASURE,
  },
  {
    what: "a notification's button decides as often as it is pressed",
    file: "src/approvals/decide.ts",
    find: "  if (token === undefined) return [];",
    replace: "  if (token === undefined || row.id !== moveId) return [];",
    tests: DECIDE,
  },
  {
    what: "a notification's button edits what it approves",
    file: "src/approvals/decide.ts",
    find: '  if (token !== undefined)\n    throw new AppError("forbidden", "You can’t edit',
    replace: '  if (token?.hash === "")\n    throw new AppError("forbidden", "You can’t edit',
    tests: DECIDE,
  },
  {
    what: "approvals from a lock screen earn a rule",
    file: "src/approvals/decide.ts",
    find: "const isAtAGlance = input.isInBulk === true || input.token !== undefined;",
    replace: "const isAtAGlance = input.isInBulk === true;",
    tests: EARNED,
  },
  {
    what: "an admin who was removed decides what is the admins'",
    file: "src/approvals/who-decides.ts",
    find: `eq(users.role, "admin"), isNull(users.removedAt))`,
    replace: `eq(users.role, "admin"))`,
    tests: [...DECIDE, ...EARNED],
  },
  {
    what: "a member takes back what only an admin may decide",
    file: "src/approvals/undo.ts",
    find: "  await assertMayDecide(deps, effects, input);\n",
    replace: "  void assertMayDecide;\n",
    tests: [...DECIDE, ...EARNED],
  },
  {
    what: "a withdrawn sample is no failed check",
    file: "src/approvals/withdraw.ts",
    find: "endedSample(deps, sample, { isFailed: true,",
    replace: "endedSample(deps, sample, { isFailed: false,",
    tests: EARNED,
  },
  {
    what: "an earned rule lets through what makes a contact of somebody",
    file: "src/approvals/policy/match-rule.ts",
    find: "others.length > 0 || facts.makesContact ? null",
    replace: "others.length > 0 ? null",
    tests: EARNED,
  },
  {
    what: "many approvals of one sitting earn a rule",
    file: "src/approvals/evidence-breadth.ts",
    find: "if (before >= PER_SITTING || kept",
    replace: "if (kept",
    tests: EARNED,
  },
  {
    what: "what a guard can't judge runs",
    file: "src/agent/tools/hooks/autonomy.ts",
    find: `return { decision: "failed", rule: null, stop: failed(describeFailure(error, deps.logger)) };`,
    replace: `describeFailure(error, deps.logger); return ownRecords(state);`,
    tests: GATE,
  },
  {
    what: "a run nobody of the team began looks things up at tool servers unasked",
    file: "src/agent/tools/hooks/egress.ts",
    find: `return readOfPeople !== false || speaker.kind !== "user";`,
    replace: "void speaker; return readOfPeople !== false;",
    tests: ["test/unit/agent/tools/egress.test.ts", "test/unit/agent/tools/served-exfil.test.ts"],
  },
  {
    what: "a run that is to look only acts",
    file: "src/agent/tools/hooks/uses.ts",
    find: `scope.readOnly === true && tool !== null && tool.effect !== "read"`,
    replace: `scope.readOnly === true && tool !== null && tool.effect === "external"`,
    tests: GATE,
  },
  {
    what: "a sign-in with tasks left at the provider counts",
    file: "src/platform/auth/verify-token.ts",
    find: `if (claims["sts"] === "pending") throw refused("pending");`,
    replace: "",
    tests: ["test/unit/platform/auth/verify-token.test.ts"],
  },
  {
    what: "a member ends a colleague's session",
    file: "src/platform/auth/sessions.ts",
    find: `session.userId !== principal.user.id && principal.user.role !== "admin"`,
    replace: `session.userId === "" && principal.user.role !== "admin"`,
    tests: ["test/worker/platform/auth/sign-in.test.ts"],
  },
  {
    what: "an invitation opens for two",
    file: "src/platform/auth/invites.ts",
    find: "and(isNull(invites.usedAt), isNull(invites.revokedAt)",
    replace: "and(isNull(invites.revokedAt)",
    tests: ["test/unit/platform/auth/invites.test.ts"],
  },
];
