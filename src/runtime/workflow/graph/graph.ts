/** What a step does, as a graph names it; the first that fits (stages-and-cli §23). */
export type NodeKind = "parallel" | "for_each" | "workflow" | "pipeline" | "run" | "approval" | "input" | "step";

/** A step of the file; branches and sub-steps belong to the step they stand in. */
export interface GraphNode {
  readonly id: string;
  readonly kind: NodeKind;
  /** What it does, in one line of at most 80 characters; empty for a step that does nothing. */
  readonly detail: string;
  /** True where a run stops and waits for people: drawn as a diamond. */
  readonly isGate: boolean;
}

/** A connection between two steps, by their ids: the order of the file (`next`), or a value that is read. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `next`, or where `to` reads what `from` left behind: `stdin`, `run`, `when: …`, `<branch>: env` … */
  readonly label: string;
}

/** A workflow as a picture of any format is made from. Edges are unique and follow the order of the file. */
export interface WorkflowGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
