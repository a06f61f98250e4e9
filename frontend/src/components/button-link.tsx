import { createLink } from "@tanstack/react-router";
import { LinkButton } from "@cloudflare/kumo/components/button";

/** A link to a page of ours that looks like a button. */
export const ButtonLink = createLink(LinkButton);
