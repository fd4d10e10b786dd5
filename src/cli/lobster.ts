#!/usr/bin/env node
// The `lobster` command. Each subcommand loads only what it needs, so that `version` is as quick as node itself.
import { dispatch } from "./dispatch.ts";

process.exitCode = await dispatch(process.argv.slice(2));
