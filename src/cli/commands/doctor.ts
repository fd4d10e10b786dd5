import { failureEnvelope } from "../../runtime/envelope.ts";
import { LobsterError, messageOf } from "../../runtime/errors.ts";
import type { JsonValue } from "../../runtime/json.ts";
import { stringifyJson } from "../../runtime/stable-json.ts";
import type { Check, RunCheck } from "../doctor/check.ts";
import { checkConfig } from "../doctor/config-check.ts";
import { checkGateway, checkModel } from "../doctor/endpoint-check.ts";
import { checkNode } from "../doctor/node-check.ts";
import { checkShell } from "../doctor/shell-check.ts";
import { checkState } from "../doctor/state-check.ts";
import type { CliWorld } from "../world.ts";
import { readVersion } from "./version.ts";

const CHECKS: readonly (readonly [name: string, run: RunCheck])[] = [
  ["node", () => checkNode()],
  ["shell", checkShell],
  ["state", checkState],
  ["config", checkConfig],
  ["gateway", checkGateway],
  ["model", checkModel],
];

/**
 * `lobster doctor`: can runs work here? One envelope, whatever happens (stages-and-cli §22.6): Lobster's item with our
 * checks in it, or `doctor_error` and exit code 1 with every check in `_meta`. Words after it come back as `notes`.
 */
export async function doctorCommand(words: readonly string[], world: CliWorld): Promise<number> {
  const checks = await Promise.all(CHECKS.map(([name, run]) => carryOut(name, run, world)));
  const failed = checks.filter(({ ok }) => !ok);
  const envelope = failed.length > 0 ? describeFailure(failed, checks) : await describeSuccess(words, checks);
  world.stdout.write(`${stringifyJson(envelope as unknown as JsonValue, 2)}\n`);
  return failed.length > 0 ? 1 : 0;
}

/** A check that breaks is one more thing that is wrong, and must not hide the others. */
async function carryOut(name: string, run: RunCheck, world: CliWorld): Promise<Check> {
  try {
    return { name, ...(await run(world)) };
  } catch (thrown) {
    return { name, ok: false, detail: messageOf(thrown) };
  }
}

async function describeSuccess(words: readonly string[], checks: readonly Check[]): Promise<object> {
  const item = {
    toolMode: true,
    protocolVersion: 1,
    version: await readVersion(),
    ...(words.length === 0 ? {} : { notes: words }),
    checks,
  };
  return {
    protocolVersion: 1,
    ok: true,
    status: "ok",
    output: [item],
    requiresApproval: null,
    requiresInput: null,
  };
}

function describeFailure(failed: readonly Check[], checks: readonly Check[]): object {
  const problems = failed.map(({ name, detail, fix }) => ({
    message: `${name}: ${detail}${fix === undefined ? "" : `. ${fix}`}`,
  }));
  const error = new LobsterError("unhealthy", problems.map(({ message }) => message).join("; "), {
    type: "doctor_error",
    problems,
  });
  return { ...failureEnvelope(error), _meta: { checks } };
}
