/** The peer's exports, as far as tests compare with them. It has no types of its own. */
export interface PeerCore {
  createDefaultRegistry(): { get(name: string): unknown; list(): string[] };
  parsePipeline(text: string): readonly unknown[];
  runPipeline(request: object): Promise<Record<string, unknown>>;
  runWorkflowFile(request: object): Promise<Record<string, unknown>>;
  runToolRequest(request: object): Promise<Record<string, unknown>>;
  resumeToolRequest(request: object): Promise<Record<string, unknown>>;
  decodeResumeToken(token: string): unknown;
  createToolContext(ctx?: object): Record<string, unknown>;
}

/** A workflow of the peer's SDK. */
export interface PeerLobster {
  pipe(stage: unknown): PeerLobster;
  meta(about: object): PeerLobster;
  getMeta(): unknown;
  clone(): PeerLobster;
  run(input?: unknown): Promise<Record<string, unknown>>;
  resume(token: unknown, decision?: unknown): Promise<Record<string, unknown>>;
}

/** The peer's SDK. */
export interface PeerSdk {
  readonly Lobster: new (options?: object) => PeerLobster;
  approve(options?: object): unknown;
  exec(command: string, options?: object): unknown;
  stateGet(key: string): unknown;
  stateSet(key: string): unknown;
  diffLast(key: string, options?: object): unknown;
}

/** The peer's recipes. */
export interface PeerRecipes {
  ghPrView(options?: object): unknown;
  prMonitor(options?: object): PeerLobster;
  prMonitorNotify(options?: object): PeerLobster;
}

/** Loads the peer's embedding API. */
export async function loadPeerCore(): Promise<PeerCore> {
  return await load<PeerCore>("@clawdbot/lobster/core");
}

/** Loads the peer's SDK. */
export async function loadPeerSdk(): Promise<PeerSdk> {
  return await load<PeerSdk>("@clawdbot/lobster");
}

/** Loads the peer's recipes. */
export async function loadPeerRecipes(): Promise<PeerRecipes> {
  return await load<PeerRecipes>("@clawdbot/lobster/recipes/github");
}

async function load<T>(name: string): Promise<T> {
  const loaded: unknown = await import(/* @vite-ignore */ name);
  return loaded as T;
}
