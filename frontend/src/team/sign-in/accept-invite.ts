/** Loaded only by those who came with an invitation. */
import { inviteEndpoints } from "../../../../src/team/api/invites.ts";
import { type Me } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";

export function acceptInvite(secret: string): Promise<Me> {
  return call(inviteEndpoints.acceptInvite, { body: { secret } });
}
