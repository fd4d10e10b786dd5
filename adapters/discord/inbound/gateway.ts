import { createBackoff } from "../../../src/bot/platform/backoff.ts";
import { isDoneWithin } from "../../../src/bot/platform/clock.ts";
import { createDeferred, type Deferred } from "../../../src/bot/platform/deferred.ts";
import { START_LIMIT_MS, type PersistParts } from "../../../src/bot/platform/persist.ts";
import type { DiscordClient } from "../client.ts";
import type { GatewayConnection, GatewayWatch } from "./connection.ts";
import { WANTED_EVENTS } from "../decode.ts";
import type { Receiver } from "../receive.ts";
import { closedForGood, findFinalClose, isWrongShards } from "../wire/called.ts";
import { DiscordError } from "../wire/discord-error.ts";
import type { Sessions } from "./sessions.ts";
import { describeOutage } from "./persist.ts";

/** What receiving by gateway takes. `signal` ends it. */
export interface GatewayParts extends PersistParts {
  readonly client: DiscordClient;
  readonly receiver: Pick<Receiver, "take">;
  readonly sessions: Sessions;
  /** Told when Discord will give no more. */
  readonly onEnd: (error: DiscordError) => void;
}

/** A gateway that brings events. */
export interface Gateway {
  /** Takes no more. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the gateway and resolves once Discord has greeted the bot. The library connects again by itself, resumes where it
 * was and hands on what was missed. When Discord wants another number of connections, all are made anew. Only the close
 * codes after which nobody may come back end it, with a {@link DiscordError}. An outage is logged once, when it begins and
 * when it is over.
 */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { client, clock, log, sessions, signal } = parts;
  const backoff = createBackoff(log, "discord");
  const state: GatewayState = { isOpening: false, greeted: createDeferred() };

  const watch: GatewayWatch = {
    onEvent: ({ name, data, shard, sequence }) => {
      const isWanted = WANTED_EVENTS.some((wanted) => wanted === name);
      sessions.follow(shard, sequence, isWanted ? parts.receiver.take(data) : Promise.resolve());
    },
    onReady: () => {
      backoff.succeeded();
      state.greeted.resolve();
    },
    onClosed: (code) => {
      if (signal.aborted || state.final !== undefined) return;
      if (isWrongShards(code)) return onWrongShards(code);
      state.final = findFinalClose(code);
      if (state.final === undefined) return void backoff.failed({ why: `closed ${code}` });
      state.greeted.resolve();
      parts.onEnd(state.final);
    },
  };
  const close = async (): Promise<void> => {
    await state.open?.close();
  };
  const onWrongShards = (code: number): void => {
    state.refused = { why: `closed ${code}`, error: closedForGood(code) };
    state.greeted.resolve();
    if (state.isOpening) return;
    // Made anew a moment ago, and wrong again: each try uses up one of the sessions that may begin in a day.
    const isSoon = state.renewedAt !== undefined && clock.now() - state.renewedAt < START_LIMIT_MS;
    state.renewedAt = clock.now();
    if (!isSoon) return void openAnew(state.refused);
    state.final = closedForGood(code);
    parts.onEnd(state.final);
  };
  const openAnew = async (failure: OpenFailure): Promise<void> => {
    state.isOpening = true;
    backoff.failed(failure);
    try {
      await close();
      await open();
      // Told to stop meanwhile.
      if (signal.aborted) await close();
    } catch (thrown) {
      if (!signal.aborted)
        parts.onEnd(thrown instanceof DiscordError ? thrown : describeOutage(readFailure(thrown).why));
    }
  };
  const open = async (): Promise<void> => {
    state.isOpening = true;
    const untilMs = clock.now() + START_LIMIT_MS;
    for (;;) {
      state.greeted = createDeferred();
      delete state.refused;
      state.open = client.createGateway(watch, sessions);
      const failure = (await tryOpen(parts, state.open, state.greeted.promise)) ?? state.refused;
      if (state.final !== undefined) throw state.final;
      if (failure === undefined) break;
      await close();
      const waitMs = backoff.failed({ why: failure.why });
      if (signal.aborted || clock.now() + waitMs > untilMs) throw failure.error ?? describeOutage(failure.why);
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
    state.isOpening = false;
  };

  await open();
  return { close };
}

/** What a gateway is doing. */
interface GatewayState {
  open?: GatewayConnection;
  final?: DiscordError | undefined;
  isOpening: boolean;
  /** When all were made anew last, ms. */
  renewedAt?: number;
  /** Settled once the connections were greeted, or will not be. */
  greeted: Deferred;
  /** These connections are the wrong ones. */
  refused?: OpenFailure;
}

/** Why the bot was not greeted; `error` where that is known in words. */
interface OpenFailure {
  readonly why: string;
  readonly error?: DiscordError;
}

/** Undefined when the bot was greeted, or the end is known; else why not. */
async function tryOpen(
  { clock }: GatewayParts,
  gateway: GatewayConnection,
  greeted: Promise<void>,
): Promise<OpenFailure | undefined> {
  let failure: OpenFailure | undefined;
  const opened = gateway.open().catch((thrown: unknown) => {
    failure = readFailure(thrown);
  });
  const isDone = await isDoneWithin(clock, START_LIMIT_MS, Promise.race([opened, greeted]));
  return isDone ? failure : { why: "no greeting" };
}

function readFailure(thrown: unknown): OpenFailure {
  if (thrown instanceof DiscordError) return { why: thrown.message, error: thrown };
  return { why: thrown instanceof Error ? thrown.name : typeof thrown };
}
