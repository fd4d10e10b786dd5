#!/usr/bin/env node
// The `lobster` command. Each subcommand loads only what it needs, so that `version` is as quick as node itself.
import { runAsProcess } from "./entry.ts";

await runAsProcess(process.argv.slice(2));
