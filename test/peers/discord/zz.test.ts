import { it } from "vitest";
import { setScene } from "./scene.ts";
it("x", async () => {
  await using scene = await setScene();
  for (const p of ["/gateway/bot","/users/@me","/applications/@me"]) { const r = await scene.ask("GET", p); console.log(r.status, JSON.stringify(r.body).slice(0,600)); }
});
