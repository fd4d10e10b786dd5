import { differs, ended, failed, markDifferences, type CorpusCase } from "../corpus-case.ts";

/** A fake `gh` that answers with the next of some files, and writes down what it was asked. */
const GH = `#!/bin/sh
cd <dir>
printf '%s\\n' "$*" >> asked
n=$(wc -l < asked | tr -d ' ')
if [ -f "pr$n.json" ]; then cat "pr$n.json"; else cat pr1.json; fi
`;

const PR = {
  number: 7,
  title: "Add x",
  url: "https://github.test/o/r/pull/7",
  state: "OPEN",
  isDraft: false,
  mergeable: "MERGEABLE",
  reviewDecision: "",
  author: { login: "ann" },
  baseRefName: "main",
  headRefName: "x",
  updatedAt: "2024-01-01T00:00:00Z",
};

const MONITOR = `workflows.run --name github.pr.monitor --args-json '{"repo":"o/r","pr":7}'`;
const NOTIFY = `workflows.run --name github.pr.monitor.notify --args-json '{"repo":"o/r","pr":7}'`;

function gh(
  name: string,
  pipeline: string,
  prs: readonly unknown[] = [PR],
  more: Partial<CorpusCase> = {},
): CorpusCase {
  const files = prs.map((pr, at) => [`pr${at + 1}.json`, typeof pr === "string" ? pr : JSON.stringify(pr)] as const);
  return {
    name,
    pipeline,
    env: { PATH: "<dir>/bin:/usr/local/bin:/usr/bin:/bin" },
    files: { "bin/gh": GH, ...Object.fromEntries(files) },
    watch: ["asked"],
    ...more,
  };
}

/** The built-in workflows for pull requests (stages-and-cli §18.3, §18.4). */
export const GITHUB: readonly CorpusCase[] = markDifferences(
  [
    gh("a pull request seen for the first time", MONITOR),
    gh("a pull request that did not change", `${MONITOR} | exec true | ${MONITOR}`),
    gh("a pull request that changed", `${MONITOR} | exec true | ${MONITOR}`, [
      PR,
      { ...PR, title: "Add y", state: "MERGED" },
    ]),
    gh(
      "changes only, without one",
      `${MONITOR} | exec true | workflows.run github.pr.monitor --args-json '{"repo":"o/r","pr":7,"changesOnly":true}'`,
    ),
    gh("the summary only", `workflows.run github.pr.monitor --args-json '{"repo":"o/r","pr":7,"summaryOnly":true}'`),
    gh(
      "a key of one's own",
      `workflows.run github.pr.monitor --args-json '{"repo":"o/r","pr":7,"key":"mine"}' | pick key`,
    ),
    gh("a message about a change", `${MONITOR} | exec true | ${NOTIFY}`, [PR, { ...PR, title: "  Add\n z " }]),
    gh("no message without a change", `${MONITOR} | exec true | ${NOTIFY}`),
    gh("a change of the author only", `${MONITOR} | exec true | ${NOTIFY}`, [PR, { ...PR, author: { login: "bob" } }]),
    gh("a gh that fails", MONITOR, [], { files: { "bin/gh": "#!/bin/sh\necho no such pull request >&2\nexit 1\n" } }),
    gh("a gh that prints no JSON", MONITOR, ["nope"]),
    gh("no gh", MONITOR, [], { files: {}, env: { PATH: "<dir>/bin" } }),
    gh("a repository that is an option", `workflows.run github.pr.monitor --args-json '{"repo":"--help","pr":7}'`),
    gh("a number that is an option", `workflows.run github.pr.monitor --args-json '{"repo":"o/r","pr":"--help"}'`),
    gh("a number as text", `workflows.run github.pr.monitor --args-json '{"repo":"o/r","pr":"7"}' | pick prNumber`),
    gh("a call without a number", `workflows.run github.pr.monitor --args-json '{"repo":"o/r"}'`),
  ],
  {
    "a change of the author only": differs(
      "F40",
      "only a change that can be named is told",
      ended({ kind: "github.pr.monitor.notify", suppressed: true }),
    ),
    "a repository that is an option": {
      because: "F28",
      why: "what gh gets is checked first",
      ours: { replies: [failed("github.pr.monitor needs repo as owner/name")], files: { asked: null } },
    },
    "a number that is an option": {
      because: "F28",
      why: "what gh gets is checked first",
      ours: { replies: [failed("github.pr.monitor needs pr as the number of a pull request")], files: { asked: null } },
    },
  },
);
