/**
 * Imported before everything else: schemas ask at their making whether they may compile themselves with `eval`, which the page's policy refuses
 * and would report.
 */
import { z } from "zod";

z.config({ jitless: true });
