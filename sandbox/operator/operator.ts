/** The deterministic stand-in for a model. */
import type { Operate } from "../anthropic/types.ts";

export const operate: Operate = () => ({
  content: [{ type: "text", text: "I am the sandbox's scripted stand-in for a model. With a real key I would answer this." }],
});
