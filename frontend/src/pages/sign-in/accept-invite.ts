/** Loaded only by those who came with an invitation. */
import { inviteEndpoints, type Me } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";

export function acceptInvite(secret: string): Promise<Me> {
  return call(inviteEndpoints.acceptInvite, { body: { secret } });
}
