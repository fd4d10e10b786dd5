import type { ErrorObject, ValidateFunction } from "ajv";
import type { ConfigDocument } from "./document.ts";
import type { Finding, Path } from "./finding.ts";
import { explainSchemaError } from "./schema-words.ts";

/**
 * Checks the file against the published `lobster.config.schema.json`, the only place where its form is written down.
 * Everything that is wrong is found at once. The validator is loaded and compiled on first use, once.
 */
export async function checkSchema(document: ConfigDocument): Promise<readonly Finding[]> {
  const validate = await loadValidator();
  if (validate(document.data)) return [];
  const errors = (validate.errors ?? []).filter(isMeaningful);
  return errors.map((error) => {
    const path = readPath(error.instancePath, document.data);
    return explainSchemaError({ error, path, source: document.sourceAt(path) });
  });
}

let validator: Promise<ValidateFunction> | undefined;

function loadValidator(): Promise<ValidateFunction> {
  validator ??= compile();
  return validator;
}

async function compile(): Promise<ValidateFunction> {
  const [{ Ajv }, { default: schema }] = await Promise.all([
    import("ajv"),
    import("../../../lobster.config.schema.json", { with: { type: "json" } }),
  ]);
  return new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictTypes: true }).compile(schema);
}

/** The branches of a failed `oneOf` and the wrapper of a bad map key say nothing that their parent does not. */
function isMeaningful(error: ErrorObject): boolean {
  return !/\/oneOf\/\d+\//.test(error.schemaPath) && error.keyword !== "propertyNames";
}

/** A JSON pointer as a path: list positions become numbers where the data is a list. */
function readPath(pointer: string, data: unknown): Path {
  let at: unknown = data;
  return pointer
    .split("/")
    .slice(1)
    .map((escaped) => {
      const part = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
      const inList = Array.isArray(at);
      at = typeof at === "object" && at !== null ? Object.entries(at).find(([name]) => name === part)?.[1] : undefined;
      return inList ? Number(part) : part;
    });
}
