import type { IdSource } from "../../runtime/ports.ts";
import type { OutboundMessage } from "../adapter.ts";
import type { Shelf } from "../storage/shelf.ts";
import type { Delivery, Slot } from "./delivery.ts";
import type { MessageIndex } from "./message-index.ts";
import type { CallParts } from "./platform-calls.ts";

/** Everything an attempt needs. */
export interface DeliverParts extends CallParts {
  readonly deliveries: Shelf<Delivery>;
  readonly messages: MessageIndex;
  readonly ids: Pick<IdSource, "hex">;
  /** What a copy of a slot says that is no longer kept up to date. */
  readonly superseded: (slot: Slot) => Promise<OutboundMessage>;
  /** Told when a slot cannot be shown at all. */
  readonly onUndelivered: (slot: Slot) => void;
}
