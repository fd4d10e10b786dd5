/**
 * The errors the peer answers with: Discord's code, the HTTP status, the words. `malformed` marks what is wrong whatever
 * the channels are like: a correct bot never causes it.
 */
export const API_ERRORS = {
  0: { status: 404, message: "404: Not Found", malformed: true },
  10002: { status: 404, message: "Unknown Application", malformed: true },
  10003: { status: 404, message: "Unknown Channel", malformed: false },
  10004: { status: 404, message: "Unknown Guild", malformed: false },
  10007: { status: 404, message: "Unknown Member", malformed: false },
  10008: { status: 404, message: "Unknown Message", malformed: false },
  10013: { status: 404, message: "Unknown User", malformed: false },
  10015: { status: 404, message: "Unknown Webhook", malformed: false },
  10062: { status: 404, message: "Unknown interaction", malformed: false },
  10063: { status: 404, message: "Unknown application command", malformed: false },
  40005: { status: 413, message: "Request entity too large", malformed: true },
  40060: { status: 400, message: "Interaction has already been acknowledged.", malformed: false },
  40333: { status: 403, message: "internal network error", malformed: true },
  50001: { status: 403, message: "Missing Access", malformed: false },
  50003: { status: 403, message: "Cannot execute action on a DM channel", malformed: true },
  50005: { status: 403, message: "Cannot edit a message authored by another user", malformed: false },
  50006: { status: 400, message: "Cannot send an empty message", malformed: true },
  50007: { status: 403, message: "Cannot send messages to this user", malformed: false },
  50008: { status: 400, message: "Cannot send messages in a non-text channel", malformed: true },
  50013: { status: 403, message: "Missing Permissions", malformed: false },
  50024: { status: 400, message: "Cannot execute action on this channel type", malformed: true },
  50027: { status: 401, message: "Invalid Webhook Token", malformed: false },
  50033: { status: 400, message: "Invalid Recipient(s)", malformed: true },
  50035: { status: 400, message: "Invalid Form Body", malformed: true },
  50041: { status: 400, message: "Invalid API version", malformed: true },
  50083: { status: 400, message: "Thread is archived", malformed: false },
  50109: { status: 400, message: "The request body contains invalid JSON.", malformed: true },
  160002: { status: 400, message: "Cannot reply without permission to read message history", malformed: false },
  160004: { status: 400, message: "A thread has already been created for this message", malformed: false },
  160005: { status: 403, message: "Thread is locked", malformed: false },
} as const;

/** A code of Discord's that the peer knows. */
export type ApiErrorCode = keyof typeof API_ERRORS;
