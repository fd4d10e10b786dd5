import { createRequire } from "node:module";
import { LobsterError } from "../../errors.ts";
import { renderDot } from "./dot.ts";
import type { GraphEdge, WorkflowGraph } from "./graph.ts";

/** How a picture is drawn. */
export interface PictureOptions {
  /** The step a run is at: marked. */
  readonly currentStep?: string;
}

/** A picture of a graph, with its size in pixels. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Larger pictures cannot be read. */
const MAX_STEPS = 200;

/** Arrows of larger graphs are drawn with corners: curves take several times as long. */
const MAX_CURVED_STEPS = 25;

const WRAP_AT = 36;

/** Draws a graph as SVG. Throws `invalid_request` for more than 200 steps, `timed_out` when it takes too long. */
export async function drawSvg(graph: WorkflowGraph, options: PictureOptions = {}): Promise<string> {
  assertSize(graph.nodes.length);
  const { layOut } = await import("./layout.ts");
  const joined = { ...graph, edges: joinEdges(graph.edges) };
  return await layOut(renderDot(joined, { ...options, wrapAt: WRAP_AT }), {
    graphAttributes: {
      bgcolor: "white",
      pad: 0.2,
      mclimit: 0.3,
      splines: graph.nodes.length > MAX_CURVED_STEPS ? "polyline" : "true",
    },
    nodeAttributes: { fontname: FONT, fontsize: 13, margin: "0.2,0.1" },
    edgeAttributes: { fontname: FONT, fontsize: 11, color: "#555555", fontcolor: "#333333" },
  });
}

/** Graphviz knows the widths of Arial's letters without having it; Arimo has the same widths. */
const FONT = "Arial";
const FONT_PACKAGE = "@expo-google-fonts/arimo";
const FONT_FILE = "400Regular/Arimo_400Regular.ttf";

const ZOOM = 1.5;
const MAX_SIDE_PX = 5_000;

/**
 * Draws a graph as PNG, at most 5,000 pixels wide and high. Text is drawn with the font this package comes with, and other
 * scripts with the machine's fonts. Throws `internal` where there is no font at all, for a picture without its words
 * would say nothing.
 */
export async function drawPng(graph: WorkflowGraph, options: PictureOptions = {}): Promise<Picture> {
  const svg = await drawSvg(graph, options);
  const { Resvg, renderAsync } = await import("@resvg/resvg-js");
  const font = { loadSystemFonts: true, fontFiles: findFont(), defaultFontFamily: "Arimo" };
  if (new Resvg(PROBE, { font }).innerBBox() === undefined) throw noFont();
  const { width, height } = new Resvg(svg, { font });
  const zoom = Math.min(ZOOM, MAX_SIDE_PX / width, MAX_SIDE_PX / height);
  const image = await renderAsync(svg, { font, fitTo: { mode: "zoom", value: zoom } });
  return { png: image.asPng(), width: image.width, height: image.height };
}

/** Several connections between the same two steps are one arrow with a line for each. */
function joinEdges(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const joined = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? edge : { ...edge, label: `${known.label}\n${edge.label}` });
  }
  return [...joined.values()];
}

function assertSize(steps: number): void {
  if (steps <= MAX_STEPS) return;
  const message = `The workflow has ${steps} steps, and at most ${MAX_STEPS} are drawn; use the format mermaid or dot`;
  throw new LobsterError("invalid_request", message);
}

/** Empty when the font is not installed. */
function findFont(): string[] {
  try {
    return [createRequire(import.meta.url).resolve(`${FONT_PACKAGE}/${FONT_FILE}`)];
  } catch {
    return [];
  }
}

/** Draws nothing where no font has the letter. */
const PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="15">x</text></svg>';

function noFont(): LobsterError {
  return new LobsterError("internal", `There is no font to draw text with; install ${FONT_PACKAGE} or a system font`);
}
