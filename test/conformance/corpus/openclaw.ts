import type { CannedAnswer } from "../canned-server.ts";
import { differs, ended, failed, markDifferences, type CorpusCase } from "../corpus-case.ts";

const GATEWAY = { OPENCLAW_URL: "<server>" };
const CALL = "openclaw.invoke --tool message --action send";
const DONE: CannedAnswer = { json: { ok: true, result: { id: 1 } } };

/** A fake command line that prints its arguments, one a line, as JSON. */
const AGENT = `#!/bin/sh
printf '{"args":['
first=1
for word in "$@"; do
  [ $first = 1 ] || printf ','
  first=0
  printf '"%s"' "$(printf %s "$word" | tr '\\n' '~' | sed 's/"/\\\\"/g')"
done
printf ']}\\n'
`;
const AGENT_ENV = { LOBSTER_OPENCLAW_BIN: "<dir>/bin/openclaw" };

function agent(name: string, pipeline: string, more: Partial<CorpusCase> = {}): CorpusCase {
  return { name, pipeline, env: AGENT_ENV, files: { "bin/openclaw": AGENT }, ...more };
}

/** `openclaw.invoke`, `clawd.invoke` and `openclaw.agent` (stages-and-cli §14, §15). */
export const OPENCLAW: readonly CorpusCase[] = markDifferences(
  [
    { name: "a call and its result", server: [DONE], env: GATEWAY, pipeline: `${CALL} --args-json '{"text":"hi"}'` },
    {
      name: "a call under the old name",
      server: [DONE],
      env: { CLAWD_URL: "<server>" },
      pipeline: "clawd.invoke --tool t --action a",
    },
    {
      name: "--url before the environment",
      server: [DONE],
      env: { OPENCLAW_URL: "http://127.0.0.1:1" },
      pipeline: `${CALL} --url <server>`,
    },
    {
      name: "a list is spread",
      server: [{ json: { ok: true, result: [1, [2], null] } }],
      env: GATEWAY,
      pipeline: CALL,
    },
    { name: "a result that is nothing", server: [{ json: { ok: true } }], env: GATEWAY, pipeline: CALL },
    { name: "an empty answer", server: [{ text: "" }], env: GATEWAY, pipeline: CALL },
    { name: "an answer that is no envelope", server: [{ json: [{ a: 1 }, 2] }], env: GATEWAY, pipeline: CALL },
    { name: "an answer that is no JSON", server: [{ text: "<html>" }], env: GATEWAY, pipeline: CALL },
    { name: "an error status", server: [{ status: 503, text: "busy ".repeat(100) }], env: GATEWAY, pipeline: CALL },
    {
      name: "an error of the tool",
      server: [{ json: { ok: false, error: { message: "no such chat" } } }],
      env: GATEWAY,
      pipeline: CALL,
    },
    { name: "an error without words", server: [{ json: { ok: false } }], env: GATEWAY, pipeline: CALL },
    {
      name: "the token of the environment goes to this machine",
      server: [DONE],
      env: { ...GATEWAY, OPENCLAW_TOKEN: "t0" },
      pipeline: CALL,
    },
    { name: "the old name of the token", server: [DONE], env: { ...GATEWAY, CLAWD_TOKEN: "t1" }, pipeline: CALL },
    {
      name: "a given token",
      server: [DONE],
      env: { ...GATEWAY, OPENCLAW_TOKEN: "t0" },
      pipeline: `${CALL} --token mine`,
    },
    {
      name: "an empty token sends none",
      server: [DONE],
      env: { ...GATEWAY, OPENCLAW_TOKEN: "t0" },
      pipeline: `${CALL} --token=`,
    },
    {
      name: "the token of the environment stays on this machine",
      env: { OPENCLAW_TOKEN: "t0" },
      pipeline: `${CALL} --url http://192.0.2.1:9`,
    },
    { name: "session key and dry run", server: [DONE], env: GATEWAY, pipeline: `${CALL} --session-key s1 --dry-run` },
    { name: "the other spellings", server: [DONE], env: GATEWAY, pipeline: `${CALL} --sessionKey s1 --dryRun` },
    {
      name: "one call for each item",
      items: [1, { a: 2 }],
      server: [{ json: { ok: true, result: ["x", "y"] } }, { json: { ok: true, result: "z" } }],
      env: GATEWAY,
      pipeline: `${CALL} --each --args-json '{"to":"you","item":0}'`,
    },
    {
      name: "one call for each item under a name",
      items: ["a"],
      server: [DONE],
      env: GATEWAY,
      pipeline: `${CALL} --each --item-key message`,
    },
    { name: "each of no items calls nobody", items: [], server: [DONE], env: GATEWAY, pipeline: `${CALL} --each` },
    { name: "input is not used without --each", items: [1, 2], server: [DONE], env: GATEWAY, pipeline: CALL },
    { name: "no gateway", pipeline: CALL },
    { name: "no tool", env: { OPENCLAW_URL: "http://127.0.0.1:1" }, pipeline: "openclaw.invoke --action a" },
    {
      name: "arguments that are no JSON",
      env: { OPENCLAW_URL: "http://127.0.0.1:1" },
      pipeline: `${CALL} --args-json nope`,
    },
    {
      name: "each with arguments that are no object",
      items: [1],
      env: { OPENCLAW_URL: "http://127.0.0.1:1" },
      pipeline: `${CALL} --each --args-json '[1]'`,
    },
    { name: "arguments that are a list", server: [DONE], env: GATEWAY, pipeline: `${CALL} --args-json '[1]'` },
    { name: "a gateway that is no URL", pipeline: `${CALL} --url nowhere` },
    { name: "a gateway of another scheme", pipeline: `${CALL} --url ftp://127.0.0.1` },
    {
      name: "a response cap",
      server: [{ text: "x".repeat(101) }],
      env: { ...GATEWAY, LOBSTER_MAX_HTTP_RESPONSE_BYTES: "100" },
      pipeline: CALL,
    },
    {
      name: "a response cap that is no number",
      server: [DONE],
      env: { ...GATEWAY, LOBSTER_MAX_HTTP_RESPONSE_BYTES: "much" },
      pipeline: CALL,
    },
    { name: "a base with a path", server: [DONE], pipeline: `${CALL} --url <server>/base/` },
    {
      name: "an empty variable",
      server: [DONE],
      env: { OPENCLAW_URL: "", CLAWD_URL: "<server>", OPENCLAW_TOKEN: "", CLAWD_TOKEN: "t1" },
      pipeline: CALL,
    },
    { name: "--token without a value", server: [DONE], env: GATEWAY, pipeline: `${CALL} --token` },
    { name: "--dry-run=false", server: [DONE], env: GATEWAY, pipeline: `${CALL} --dry-run=false` },
    {
      name: "the second of three calls fails",
      items: [1, 2, 3],
      server: [DONE, { json: { ok: false, error: { message: "no" } } }],
      env: GATEWAY,
      pipeline: `${CALL} --each`,
    },
    {
      name: "a redirect to another host",
      server: [{ status: 307, headers: { location: "http://127.0.0.2:1/x" } }],
      env: GATEWAY,
      pipeline: CALL,
    },
    {
      name: "a redirect that becomes a GET",
      server: [{ status: 302, headers: { location: "<server>/elsewhere" } }, DONE],
      env: GATEWAY,
      pipeline: CALL,
    },
    {
      name: "a redirect that stays on this origin",
      server: [{ status: 307, headers: { location: "<server>/elsewhere" } }, DONE],
      env: GATEWAY,
      pipeline: CALL,
    },
    { name: "a gateway that is not there", pipeline: `${CALL} --url http://127.0.0.1:1` },
    {
      name: "a call in a step is not tried again",
      server: [{ status: 500, text: "no" }],
      env: GATEWAY,
      workflow: `steps:\n  - {id: a, pipeline: '${CALL}', retry: {max: 3, delay_ms: 1}}\n`,
    },
    {
      name: "a call in a workflow with an argument",
      server: [DONE],
      env: GATEWAY,
      workflow: `args:\n  text: {default: it's 1 | 2}\nsteps:\n  - id: a\n    pipeline: ${CALL} --each --item-key text\n    stdin: ['\${text}']\n`,
    },
    {
      name: "a gate before a call",
      items: ["a", "b"],
      server: [DONE],
      env: GATEWAY,
      pipeline: `approve --prompt Send? | ${CALL} --each`,
      decisions: [{ approve: true }],
    },

    agent("an agent gets its task", "openclaw.agent --agent writer --prompt 'Do it'"),
    agent(
      "an agent gets everything",
      "openclaw.agent --agent a --message m --model mo --session-key k --session-id i --thinking high --timeout 5 --local",
    ),
    agent("positional words are the task", "openclaw.agent --agent a say hello"),
    agent("--prompt comes before --message", "openclaw.agent --agent a --message second --prompt first"),
    agent("an agent gets the items", "openclaw.agent --agent a --prompt Sum", { items: [1, { b: "x" }] }),
    agent("a session instead of an agent", "openclaw.agent --sessionKey k --prompt x"),
    agent("no task", "openclaw.agent --agent a"),
    agent("no agent", "openclaw.agent --prompt x"),
    agent("a timeout that is no number", "openclaw.agent --agent a --prompt x --timeout soon"),
    agent("a task that looks like an option", "openclaw.agent --agent a --prompt=--help"),
    agent("--agent without a value", "openclaw.agent --prompt x --agent"),
    agent("an agent that fails", "openclaw.agent --agent a --prompt x", {
      files: { "bin/openclaw": "#!/bin/sh\necho no key >&2\nexit 2\n" },
    }),
    agent("an agent that fails silently", "openclaw.agent --agent a --prompt x", {
      files: { "bin/openclaw": "#!/bin/sh\nexit 2\n" },
    }),
    agent("an agent that prints no object", "openclaw.agent --agent a --prompt x", {
      files: { "bin/openclaw": "#!/bin/sh\necho [1]\n" },
    }),
    agent("an agent that is not there", "openclaw.agent --agent a --prompt x", {
      files: {},
      env: { LOBSTER_OPENCLAW_BIN: "<dir>/bin/none" },
    }),
  ],
  {
    "a gateway that is no URL": differs(
      "F20",
      "the message names the command and its option",
      failed("openclaw.invoke requires an http(s) --url"),
    ),
    "a base with a path": {
      because: "F38",
      why: "the path of the gateway's URL is kept",
      ours: {
        received: [
          {
            method: "POST",
            path: "/base/tools/invoke",
            authorization: null,
            body: { tool: "message", action: "send", args: {} },
          },
        ],
      },
    },
    "an empty variable": {
      because: "F23",
      why: "an empty variable counts as unset",
      ours: {
        replies: [ended({ id: 1 })],
        received: [
          {
            method: "POST",
            path: "/tools/invoke",
            authorization: "Bearer t1",
            body: { tool: "message", action: "send", args: {} },
          },
        ],
      },
    },
    "--token without a value": {
      because: "F38",
      why: "an option without its value is refused",
      ours: { replies: [failed("openclaw.invoke --token needs a value; write --token=VALUE")], received: [] },
    },
    "--dry-run=false": {
      because: "F8",
      why: "false is false",
      ours: {
        received: [
          {
            method: "POST",
            path: "/tools/invoke",
            authorization: null,
            body: { tool: "message", action: "send", args: {} },
          },
        ],
      },
    },
    "the second of three calls fails": differs(
      "F10",
      "the error says which calls were made before it",
      failed("openclaw.invoke tool error: no (item 2 of 3; the 1 before it were done)"),
    ),
    "a redirect to another host": differs(
      "F12",
      "no redirect is followed to another origin",
      failed("openclaw.invoke refuses a redirect from <server> to another origin; use the final URL"),
    ),
    "a redirect that becomes a GET": {
      because: "F12",
      why: "a redirect that drops the request is not followed",
      ours: {
        replies: [failed("openclaw.invoke got a redirect (302) that would drop the request; use the final URL")],
        received: [
          {
            method: "POST",
            path: "/tools/invoke",
            authorization: null,
            body: { tool: "message", action: "send", args: {} },
          },
        ],
      },
    },
    "a gateway that is not there": differs(
      "F20",
      "the message names the gateway and what to do",
      failed("openclaw.invoke could not reach http://127.0.0.1:1 (network error); check that it is running"),
    ),
    "a task that looks like an option": differs(
      "F28",
      "a value never becomes an option of the program",
      ended({ args: ["agent", "--json", "--message=--help", "--agent", "a"] }),
    ),
    "--agent without a value": differs(
      "F38",
      "an option without its value is refused",
      failed("openclaw.agent --agent needs a value; write --agent=VALUE"),
    ),
  },
);
