import type { WorkflowGraph } from "../runtime/workflow/graph/graph.ts";

/** The formats that are pictures. */
export type ImageFormat = "svg" | "png";

/** A graph as a picture. The libraries that draw are loaded here and nowhere else in the CLI. */
export async function renderImage(graph: WorkflowGraph, format: ImageFormat): Promise<string | Uint8Array> {
  const { drawPng, drawSvg } = await import("../runtime/workflow/graph/picture.ts");
  return format === "svg" ? await drawSvg(graph) : (await drawPng(graph)).png;
}
