import type { Answer, Call } from "./method.ts";
import { readKinds } from "./read-kinds.ts";

/** getUpdates: confirms what is before the offset and waits for what comes next. */
export async function getUpdates({ parameters, mail, bot, gone }: Call): Promise<Answer> {
  const { queue, poller, webhook } = mail.boxOf(bot);
  if (webhook !== undefined) {
    return poller.refuse(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  queue.allow(readKinds(parameters));
  const updates = await poller.poll({
    offset: parameters.integer("offset"),
    limit: parameters.integer("limit", 100),
    timeoutS: parameters.integer("timeout"),
    gone,
  });
  return { result: updates.map(({ body }) => body) };
}
