import type { en } from "./en/index.ts";

/**
 * Every sentence that people see, by concern. English gives the shape: a key that another language lacks, or has beyond
 * it, does not compile.
 */
export type Catalogue = typeof en;
