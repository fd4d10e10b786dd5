import { checkWire } from "./api/check-wire.ts";
import { api } from "./api/table.ts";
import type { TelegramPeer } from "./peer.ts";
import { isWire } from "../shared/wire.ts";
import type { Wire } from "../shared/wire.ts";

/** What a raw call came back with. */
export interface RawAnswer {
  readonly status: number;
  readonly body: Wire;
}

/** Calls a method the way no library would: any parameters, any body. */
export async function callRaw(
  peer: Pick<TelegramPeer, "url" | "token">,
  method: string,
  params: unknown = {},
  init: RequestInit = {},
): Promise<RawAnswer> {
  const response = await fetch(`${peer.url}/bot${peer.token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
    signal: AbortSignal.timeout(10_000),
    ...init,
  });
  const body: unknown = await response.json();
  if (!isWire(body)) throw new Error(`The answer to ${method} is no object`);
  return { status: response.status, body };
}

/** Everything the peer answered and sent that does not fit the platform's description. */
export function listWireFaults(peer: TelegramPeer): readonly string[] {
  return peer.log.flatMap(({ method, outcome }) => {
    const [first = "", second] = Object.hasOwn(api.methods, method) ? (api.methods[method]?.returns ?? []) : [];
    if (outcome.kind !== "ok") return [];
    const type = second !== undefined && typeof outcome.result === "boolean" ? second : first;
    return checkWire(type, outcome.result, method);
  });
}
