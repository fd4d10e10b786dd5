import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../../src/runtime/json.ts";

/** A language model behind the `http` provider's protocol, on the loopback. */
export interface ModelServer {
  readonly url: string;
  /** Prompts it was asked, in order. */
  readonly prompts: string[];
}

/** Starts a model; `answer` makes the `result` of each call (n from 1). Every answer used 1000 tokens in and 500 out. */
export async function startModel(answer: (n: number) => JsonObject = () => ({})): Promise<ModelServer> {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const { prompt } = JSON.parse(body) as { prompt: string };
      prompts.push(prompt);
      const result = {
        model: "gpt-4o",
        output: { text: "hello", data: { ok: true } },
        usage: { inputTokens: 1000, outputTokens: 500 },
        ...answer(prompts.length),
      };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, prompts };
}
