/** Three targets, four eyes. What was deployed is written down, a line an execution, in a file named by `mark`. */
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
steps:
  - id: wait
    run: echo started >> started.txt; i=0; while [ ! -f go ] && [ $i -lt 1000 ]; do sleep 0.02; i=$((i+1)); done
  - id: end
    run: echo ended >> ended.txt
`;
