import type * as z from "zod";
import type { tagColorSchema } from "../../../src/projects/api/projects-records.ts";

export type TagColor = z.infer<typeof tagColorSchema>;

export const TAG_COLORS: readonly TagColor[] = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
];

/** A dot's color; the word beside it says the same. */
export const TAG_CLASSES: Readonly<Record<TagColor, string>> = {
  gray: "bg-[oklch(62%_0.01_80)]",
  red: "bg-[oklch(60%_0.17_29)]",
  orange: "bg-[oklch(68%_0.15_55)]",
  yellow: "bg-[oklch(78%_0.14_92)]",
  green: "bg-[oklch(62%_0.13_150)]",
  teal: "bg-[oklch(62%_0.09_190)]",
  blue: "bg-[oklch(60%_0.12_245)]",
  purple: "bg-[oklch(58%_0.14_300)]",
};
