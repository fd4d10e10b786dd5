/** Three targets, four eyes. What was deployed is written down, a line an execution, in a text file named by `mark`: no workflow. */
export const DEPLOY = `
name: deploy
args:
  mark: { default: x }
steps:
  - id: collect
    run: echo '{"targets":["api","web","worker"],"risk":"high"}'
  - id: gate
    approval:
      prompt: Deploy 3 services?
      required_approver: release-manager
      initiated_by: dev-lead
      require_different_approver: true
    stdin: $collect.json
  - id: deploy
    run: echo "$LOBSTER_APPROVAL_APPROVED_BY" >> "deployed-$LOBSTER_ARG_MARK.txt"; echo '{"deployed":true}'
    condition: $gate.approved
`;

/** A gate that any registered person opens. */
export const OPEN_GATE = `
name: open-gate
args:
  mark: { default: x }
steps:
  - id: gate
    approval: Shall it go on?
  - id: act
    run: echo "$LOBSTER_APPROVAL_APPROVED_BY" >> "acted-$LOBSTER_ARG_MARK.txt"
    when: $gate.approved
`;

/** Says that it began, and goes on when a file appears. */
export const SLOW = `
name: slow
args:
  mark: { default: x }
steps:
  - id: wait
    run: |
      echo started >> "started-$LOBSTER_ARG_MARK.txt"; i=0
      while [ ! -f "go-$LOBSTER_ARG_MARK" ] && [ -d "$PWD" ] && [ $i -lt 1000 ]; do sleep 0.02; i=$((i+1)); done
  - id: end
    run: echo ended >> "ended-$LOBSTER_ARG_MARK.txt"
`;

/** Many times what one message holds. */
export const LARGE = `
name: large
args:
  mark: { default: x }
steps:
  - id: plan
    run: seq 1 400 | sed 's/.*/{"host":"host-&","size":{"cpu":&}}/' | paste -sd, - | sed 's/.*/[&]/'
  - id: gate
    approval: { prompt: "Change 400 hosts?" }
    stdin: $plan.json
  - id: change
    run: echo changed >> "changed-$LOBSTER_ARG_MARK.txt"
    when: $gate.approved
`;

/** Asks for a value of a schema, and writes the answer down as JSON in a text file named by `mark`: no workflow. */
export function ask(schema: unknown): string {
  return `
args:
  mark: { default: x }
steps:
  - id: ask
    input:
      prompt: What shall it be?
      responseSchema: ${JSON.stringify(schema)}
  - id: use
    run: cat > "answer-$LOBSTER_ARG_MARK.txt"
    stdin: $ask.response
`;
}

/** A gate for one of each group, neither of whom started it; each types a text with marks in it. */
export const TWO_PEOPLE = `
name: two-people
args:
  mark: { default: x }
steps:
  - id: gate
    approval:
      prompt: Release it?
      require: [group:release, group:dev]
      require_different_approver: true
      confirm: ship *it*
  - id: release
    run: echo "$LOBSTER_APPROVAL_APPROVED_BY" >> "released-$LOBSTER_ARG_MARK.txt"
    condition: $gate.approved
`;
