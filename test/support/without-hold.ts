/** Approved texts go out at once in the companies of a test's product: what waits ten seconds is tested where it is the point. */
import { signInAs } from "./client.ts";
import { changePolicy } from "./scripted.ts";

const ADMINS = ["dana@alderfinch.example", "ruth@harborlight.example"];

/** Turns the hold off in each company. */
export async function withoutHold(stack: {
  readonly appUrl: string;
  readonly sandboxUrl: string;
}): Promise<void> {
  for (const email of ADMINS)
    await changePolicy(await signInAs(stack.appUrl, stack.sandboxUrl, email), { holdSeconds: 0 });
}
