import { refuse } from "../errors/api-error.ts";
import type { Path, Problem } from "../errors/problem.ts";
import { wrongLength } from "../schema/problem-words.ts";
import type { Wire } from "../../shared/wire.ts";
import { isGiven, objectsOf, textOf, wordOf } from "../../shared/wire.ts";
import { cleanFileName, guessContentType } from "../world/files.ts";
import type { Attachment, Upload } from "../world/files.ts";
import type { World } from "../world/world.ts";

/** A file of a multipart request. `field` is the name of its part: `files[0]`. */
export interface UploadedPart extends Upload {
  readonly field: string;
}

/** Files of a message, and of one file, bytes. */
const MAX_FILES = 10;
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** What a request says about files, and the message they are for. */
export interface UploadPlan {
  readonly body: Wire;
  readonly files: readonly UploadedPart[];
  readonly before: readonly Attachment[];
  readonly channelId: string;
  readonly isEphemeral: boolean;
  readonly path: Path;
}

/**
 * The attachments a message has after a request. `attachments` lists what stays and describes what comes; without it
 * everything stays. A part that nothing describes is added too. Throws 413 for a file that is too large.
 */
export function takeUploads(
  world: World,
  plan: UploadPlan,
): { readonly attachments: readonly Attachment[]; readonly problems: readonly Problem[] } {
  if (plan.files.some(({ data }) => data.length > MAX_FILE_BYTES)) throw refuse(40005);
  const listed = objectsOf(plan.body, "attachments");
  const problems: Problem[] = [];
  const described = listed.flatMap((entry, index): readonly Attachment[] => {
    const id = wordOf(entry, "id");
    const part = plan.files.find(({ field }) => field === `files[${id}]`);
    if (part !== undefined) return [createAttachment(world, plan, part, entry)];
    const kept = plan.before.find((attachment) => attachment.id === id);
    if (kept !== undefined) return [kept];
    problems.push({
      path: [...plan.path, "attachments", index, "id"],
      code: "ATTACHMENT_NOT_FOUND",
      message: `Attachment data for index ${id} could not be found`,
    });
    return [];
  });
  const names = new Set(listed.map((entry) => `files[${wordOf(entry, "id")}]`));
  const undescribed = plan.files.filter(({ field }) => !names.has(field));
  problems.push(
    ...undescribed
      .filter(({ field }) => !/^files?(\[\d\])?$/.test(field))
      .map(({ field }) => ({
        path: [field],
        code: "UNKNOWN_FILE_FIELD",
        message: "Files go in parts named files[0] to files[9]",
      })),
  );
  const kept = isGiven(plan.body, "attachments") ? [] : plan.before;
  const attachments = [...kept, ...described, ...undescribed.map((part) => createAttachment(world, plan, part, {}))];
  if (attachments.length > MAX_FILES) problems.push(wrongLength([...plan.path, "attachments"], undefined, MAX_FILES));
  return { attachments, problems };
}

function createAttachment(world: World, plan: UploadPlan, part: UploadedPart, entry: Wire): Attachment {
  const name = cleanFileName(textOf(entry, "filename") ?? part.name);
  const isGuessed = part.contentType === "" || part.contentType === "application/octet-stream";
  return world.files.add({
    id: world.ids.next(),
    channelId: plan.channelId,
    name,
    data: part.data,
    contentType: isGuessed ? guessContentType(name) : part.contentType,
    description: textOf(entry, "description"),
    isEphemeral: plan.isEphemeral,
  });
}
