import type { AdapterLimits, ChatAdapter } from "../adapter.ts";
import type { VisibleText } from "./visible-text.ts";

/** The adapter, measuring messages as they will be sent: without secrets, and with what is invisible made visible. */
export function measureVisible(adapter: ChatAdapter, visible: VisibleText): ChatAdapter {
  const { limits } = adapter;
  const fits: AdapterLimits["fits"] = (message) => limits.fits(visible.message(message));
  return { ...adapter, limits: { ...limits, fits } };
}
