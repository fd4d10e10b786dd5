import type { FaultBox } from "../faults.ts";
import type { RequestLog } from "../request-log.ts";
import type { Services } from "../routes/route.ts";
import type { RateKeeper } from "./rate-limits.ts";

/** What handling requests needs. */
export interface RequestHandling {
  readonly services: Services;
  readonly log: RequestLog;
  readonly faults: FaultBox;
  readonly rates: RateKeeper;
}
