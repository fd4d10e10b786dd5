import type { JsonValue } from "../../json.ts";

/** Sets an object's own member, whatever its name: an assignment to `__proto__` would be lost. */
export function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
