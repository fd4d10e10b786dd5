/** What the chaos runs are made of: five steps, two of them gates. Every step that does something leaves a line. */
export const FIVE_STEPS = `
args:
  mark: { default: x }
steps:
  - id: build
    run: echo build >> "effects-$LOBSTER_ARG_MARK"
  - id: first
    approval: { prompt: Shall it be deployed?, required_approver: release-manager }
  - id: deploy
    run: echo deploy >> "effects-$LOBSTER_ARG_MARK"
  - id: second
    approval: { prompt: Shall it be announced?, required_approver: release-manager }
  - id: announce
    run: echo announce >> "effects-$LOBSTER_ARG_MARK"
`;

/** The steps that do something, in order. */
export const STEPS = ["build", "deploy", "announce"] as const;
