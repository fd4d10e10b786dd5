/** Numbers of the gateway's messages. */
export const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voiceState: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

/** Why the gateway closes a connection. After the codes marked final a client must not come back as it is. */
export const CLOSE = {
  unknownError: 4000,
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  /** Final. */
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  sessionTimedOut: 4009,
  /** Final. */
  invalidShard: 4010,
  /** Final. */
  shardingRequired: 4011,
  /** Final. */
  invalidVersion: 4012,
  /** Final. */
  invalidIntents: 4013,
  /** Final. */
  disallowedIntents: 4014,
} as const;

/** A code the gateway closes with. */
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
