import { malformed } from "../api/error.ts";
import { startWebhook } from "../updates/webhook.ts";
import type { WebhookTarget } from "../updates/webhook.ts";
import type { Answer, Call } from "./method.ts";
import { readKinds } from "./read-kinds.ts";

/** Connections to a webhook at once, unless the call says otherwise. */
const DEFAULT_CONNECTIONS = 40;

/** setWebhook; an empty url deletes. Plain HTTP is taken for loopback addresses only, as local servers do. */
export function setWebhook(call: Call): Answer {
  const { parameters, mail, bot, world, webhookRetryMs } = call;
  const url = parameters.text("url");
  if (url === "") return deleteWebhook(call);
  checkUrl(url);
  const target: WebhookTarget = {
    url,
    secretToken: parameters.text("secret_token"),
    maxConnections: parameters.integer("max_connections", DEFAULT_CONNECTIONS),
  };
  const box = mail.boxOf(bot);
  box.queue.allow(readKinds(parameters));
  if (parameters.flag("drop_pending_updates")) box.queue.clear();
  else if (JSON.stringify(box.webhook?.state.target) === JSON.stringify(target)) {
    return { result: true, description: "Webhook is already set" };
  }
  box.webhook?.stop();
  box.poller.interrupt("terminated by setWebhook request");
  box.webhook = startWebhook({
    target,
    queue: box.queue,
    clock: world.clock,
    retryMs: webhookRetryMs,
    onCall: (method, values) => call.call(bot, method, values),
  });
  return { result: true, description: "Webhook was set" };
}

/** deleteWebhook. */
export function deleteWebhook({ parameters, mail, bot }: Call): Answer {
  const box = mail.boxOf(bot);
  if (parameters.flag("drop_pending_updates")) box.queue.clear();
  if (box.webhook === undefined) return { result: true, description: "Webhook is already deleted" };
  box.webhook.stop();
  box.webhook = undefined;
  return { result: true, description: "Webhook was deleted" };
}

/** getWebhookInfo. */
export function getWebhookInfo({ mail, bot }: Call): Answer {
  const { queue, webhook } = mail.boxOf(bot);
  const allowed = queue.allowed();
  return {
    result: {
      url: webhook?.state.target.url ?? "",
      has_custom_certificate: false,
      pending_update_count: queue.pending().length,
      ...(webhook === undefined ? {} : { max_connections: webhook.state.target.maxConnections }),
      ...(webhook?.state.lastError === undefined
        ? {}
        : { last_error_date: webhook.state.lastError.at, last_error_message: webhook.state.lastError.message }),
      ...(allowed.length === 0 ? {} : { allowed_updates: allowed }),
    },
  };
}

function checkUrl(url: string): void {
  if (!URL.canParse(url)) throw malformed("invalid webhook URL specified");
  const { protocol, hostname } = new URL(url);
  const isLocal = protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  if (protocol !== "https:" && !isLocal) {
    throw malformed("bad webhook: An HTTPS URL must be provided for webhook");
  }
}
