export { approvalTokenHolder } from "./approval-token.ts";
export { bearerPrefix, bearerPrincipal } from "./bearer.ts";
export { authDeps } from "./deps.ts";
export { deviceOf } from "./device.ts";
export { admit, nameOf, noTeam, stillWaits, type Admission } from "./exchange.ts";
export { decideJoinRequest, listJoinRequests } from "./join-requests.ts";
export { acceptInvite, createInvite, listInvites, previewInvite, revokeInvite } from "./invites.ts";
export {
  createSession,
  findPrincipal,
  isSessionAlive,
  listSessions,
  revokeSession,
  SESSION_COOKIE_SECONDS,
  touchSession,
} from "./sessions.ts";
export { askPhoneCode, dropPhoneCode, provePhone, waitingPhoneCode } from "./phone-proof.ts";
export { requireMaster } from "./master-token.ts";
export { isPublicMailDomain } from "./public-mail-domains.ts";
export { newSecret } from "./secret.ts";
export { isOperator, requireOperator } from "./operator.ts";
export {
  changePhone,
  changeRole,
  listTeam,
  memberWithAddress,
  memberWithNumber,
  removeMember,
  requireAdmin,
} from "./team.ts";
export type { AuthDeps, IdentityProvider, Member, Principal, VerifyToken } from "./types.ts";
export { tokenVerifier, type TokenProblem } from "./verify-token.ts";
