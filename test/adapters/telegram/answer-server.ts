import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** What was asked of the server. */
export interface AskedRequest {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server that answers every method of the Bot API with what a test says, for answers that chats cannot bring about. */
export async function startAnswers(
  answer: (method: string) => object,
): Promise<{ readonly url: string; readonly requests: readonly AskedRequest[] }> {
  const requests: AskedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const method = request.url?.split("/").at(-1) ?? "";
      requests.push({ method, body: JSON.parse(Buffer.concat(chunks).toString()) as AskedRequest["body"] });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer(method)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}
