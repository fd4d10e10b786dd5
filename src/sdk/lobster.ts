import type { ResumeOptions } from "./gate/decision.ts";
import type { LobsterResult } from "./result.ts";
import { resumeStages } from "./resume-stages.ts";
import { runStages } from "./run-stages.ts";
import type { LobsterOptions } from "./sdk-host.ts";
import { assertStage, type PipedStage, type StageFunction, type StageObject } from "./stage.ts";

/**
 * A workflow of stages in the host's own code (stages-and-cli §19). Items flow from stage to stage; a stage that halts with
 * a request stops it at a gate, and `resume` goes on from there, in this process or another one with the same stages.
 */
export class Lobster {
  readonly #options: LobsterOptions;
  #stages: readonly PipedStage[] = [];
  #meta: object | null = null;

  constructor(options: LobsterOptions = {}) {
    this.#options = { ...options };
  }

  /** Adds a stage. Throws unless it is a function or has a `run` method. `Input` is what its author knows of the items. */
  pipe<Input = unknown[]>(stage: StageFunction<Input> | StageObject): this {
    assertStage(stage);
    this.#stages = [...this.#stages, stage];
    return this;
  }

  /** Says something about the workflow, instead of what was said before. */
  meta(about: object): this {
    this.#meta = about;
    return this;
  }

  /** What was said about the workflow, or null. */
  getMeta(): object | null {
    return this.#meta;
  }

  /** A workflow with the same stages and options, which can be piped further by itself. */
  clone(): Lobster {
    const copy = new Lobster(this.#options);
    copy.#stages = this.#stages;
    copy.#meta = this.#meta === null ? null : { ...this.#meta };
    return copy;
  }

  /** Runs to the first gate or the end. Never throws for what a stage does: that is a result with `ok: false`. */
  async run(initialInput: unknown = []): Promise<LobsterResult> {
    return await runStages(this.#stages, initialInput, this.#options);
  }

  /**
   * Goes on from a gate with a decision. Throws `LobsterError` for a token or a decision that does not fit; the token then
   * stays usable. A token works once.
   */
  async resume(token: string, decision?: ResumeOptions): Promise<LobsterResult> {
    return await resumeStages({ token, decision, piped: this.#stages, options: this.#options });
  }
}
