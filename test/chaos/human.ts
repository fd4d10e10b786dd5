/** A message as somebody sees it. */
export interface Seen {
  readonly id: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

/** What somebody does next about a run, looking at the chat alone. */
export type Act<Message extends Seen> =
  | { readonly kind: "press"; readonly message: Message; readonly button: "Approve" | "Retry this step" | "Abandon" }
  /** Nothing can be pressed. `open` are the state lines of cards that do not say how it ended. */
  | { readonly kind: "look"; readonly open: readonly string[] };

/** State lines of a card whose run is over, or that went on to another one. */
const OVER =
  /^(✅ (Finished|Approved)|⚠️ Interrupted|🔁 Retry asked for|⏹️ Abandoned|▶️ Started|[^\p{Extended_Pictographic}])/u;

/** Somebody who is told that a run was interrupted retries it, or abandons it. */
export function lookAt<Message extends Seen>(
  messages: readonly Message[],
  { abandons }: { readonly abandons: boolean },
): Act<Message> {
  const withButton = (label: string): Message | undefined =>
    messages.findLast(({ buttons }) => buttons.includes(label));
  const interrupted = withButton("Retry this step");
  if (interrupted !== undefined) {
    return { kind: "press", message: interrupted, button: abandons ? "Abandon" : "Retry this step" };
  }
  const card = withButton("Approve");
  if (card !== undefined) return { kind: "press", message: card, button: "Approve" };
  const states = messages.map(({ text }) => text.split("\n")[0] ?? "");
  return { kind: "look", open: states.filter((state) => !OVER.test(state)) };
}
