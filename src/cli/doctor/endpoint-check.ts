import type { Environment } from "../../runtime/ports.ts";
import { firstSet } from "../../runtime/stages/first-set.ts";
import { isLoopback } from "../../runtime/stages/http/ambient-token.ts";
import { GATEWAY_TOKEN_NAMES, GATEWAY_URL_NAMES } from "../../runtime/stages/openclaw/gateway.ts";
import type { CliWorld } from "../world.ts";
import type { CheckResult } from "./check.ts";

/** A server that stages talk to, and the variables that name it; the first that is set counts. */
interface Endpoint {
  readonly name: string;
  readonly urlNames: readonly string[];
  readonly tokenNames: readonly string[];
}

const GATEWAY: Endpoint = { name: "openclaw", urlNames: GATEWAY_URL_NAMES, tokenNames: GATEWAY_TOKEN_NAMES };

/** The providers of `llm.invoke`, in the order in which they are looked for (stages-and-cli §12.2). */
const PROVIDERS: readonly Endpoint[] = [
  { name: "pi", urlNames: ["LOBSTER_PI_LLM_ADAPTER_URL"], tokenNames: ["LOBSTER_PI_LLM_ADAPTER_TOKEN"] },
  GATEWAY,
  { name: "http", urlNames: ["LOBSTER_LLM_ADAPTER_URL"], tokenNames: ["LOBSTER_LLM_ADAPTER_TOKEN"] },
];

/** Do the variables of the gateway fit together? Nothing is sent. */
export async function checkGateway({ environment }: CliWorld): Promise<CheckResult> {
  const problem = findProblem(GATEWAY, environment);
  if (problem !== undefined) return { ok: false, ...problem };
  const url = firstSet(environment, GATEWAY.urlNames);
  const detail = url === undefined ? `none; ${GATEWAY.urlNames[0]} would name one` : describeUrl(url);
  return { ok: true, detail };
}

/** Do the variables of the language model fit together? Nothing is sent. */
export async function checkModel({ environment }: CliWorld): Promise<CheckResult> {
  const wrong = PROVIDERS.filter((one) => one !== GATEWAY)
    .map((provider) => findProblem(provider, environment))
    .find((problem) => problem !== undefined);
  if (wrong !== undefined) return { ok: false, ...wrong };
  const named = firstSet(environment, ["LOBSTER_LLM_PROVIDER"]);
  if (named !== undefined) return checkNamed(named, environment);
  const found = PROVIDERS.find(({ urlNames }) => firstSet(environment, urlNames) !== undefined);
  if (found === undefined) {
    return { ok: true, detail: "none; llm.invoke needs --provider or LOBSTER_LLM_PROVIDER" };
  }
  return describeProvider(found, environment);
}

function checkNamed(named: string, environment: Environment): CheckResult {
  const provider = PROVIDERS.find(({ name }) => name === named.toLowerCase());
  if (provider === undefined) {
    const fix = `Set LOBSTER_LLM_PROVIDER to one of ${PROVIDERS.map(({ name }) => name).join(", ")}`;
    return { ok: false, detail: `LOBSTER_LLM_PROVIDER names no provider`, fix };
  }
  if (firstSet(environment, provider.urlNames) === undefined) {
    const [variable] = provider.urlNames;
    const detail = `LOBSTER_LLM_PROVIDER is ${provider.name}, and ${variable} is not set`;
    return { ok: false, detail, fix: `Set ${variable}, or unset LOBSTER_LLM_PROVIDER` };
  }
  return describeProvider(provider, environment);
}

function describeProvider({ name, urlNames }: Endpoint, environment: Environment): CheckResult {
  return { ok: true, detail: `${name} at ${describeUrl(firstSet(environment, urlNames) ?? "")}` };
}

/** A token needs a server, and one of the environment goes to this machine only (fault F5). */
function findProblem(
  { urlNames, tokenNames }: Endpoint,
  environment: Environment,
): { readonly detail: string; readonly fix: string } | undefined {
  const url = firstSet(environment, urlNames);
  const hasToken = firstSet(environment, tokenNames) !== undefined;
  const [urlName] = urlNames;
  const [tokenName] = tokenNames;
  if (url === undefined) {
    if (!hasToken) return undefined;
    return { detail: `${tokenName} is set, and ${urlName} is not`, fix: `Set ${urlName}, or unset ${tokenName}` };
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    return { detail: `${urlName} is not an http or https address`, fix: "Write one such as http://127.0.0.1:8080" };
  }
  if (!hasToken || isLoopback(parsed)) return undefined;
  return {
    detail: `${tokenName} is set, but tokens of the environment are not sent to ${parsed.hostname}, another machine`,
    fix: `Unset ${tokenName} and give --token to the stage, or set ${urlName} to a tunnel on this machine`,
  };
}

/** Without user name, password and query, which may be secrets. */
function describeUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}
