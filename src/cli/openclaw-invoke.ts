#!/usr/bin/env node
// The `openclaw.invoke` command: one stage as a program of its own (stages-and-cli §14.5).
import { runAsProcess } from "./entry.ts";

await runAsProcess(["run", "--", "openclaw.invoke", ...process.argv.slice(2)]);
