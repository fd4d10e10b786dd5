/** How long the server holds a request for updates when there are none, s. It allows 50. */
export const POLL_TIMEOUT_S = 30;
