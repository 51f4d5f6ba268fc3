import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

type Schema = Record<string, unknown>;

/** The schemas of messages and webhooks of Meta's own document; README.md says whence, and by which terms. */
const document = parse(readFileSync(join(import.meta.dirname, 'business-messaging-api_v23.0.yaml'), 'utf8'), {
  maxAliasCount: -1,
}) as { components: { schemas: Record<string, Schema> } };
const { schemas } = document.components;

/**
 * Where the document contradicts itself, or is behind the documentation that it belongs to:
 * - parts of an `allOf` forbid the properties of the other part;
 * - schemas of webhooks name schemas of messages where they mean those of webhooks, which have a number;
 * - `index` of a button has a pattern of footnotes;
 * - orders by Pix, payment buttons and BSUID are missing: tests compare them with the documentation's examples.
 */
function mend(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => mend(one, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const mended = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      mend(value, key === 'allOf' || (isPart && key !== 'properties')),
    ]),
  ) as Schema;
  if (isPart && mended.properties) delete mended.additionalProperties;
  if (typeof mended.pattern === 'string' && mended.pattern.includes('2-6, 11-14')) delete mended.pattern;
  // Names of OpenAPI that JSON Schema has not.
  delete mended.discriminator;
  delete mended.example;
  return mended;
}

const OF_WEBHOOKS = Object.keys(schemas).indexOf('WebhookPayload');
/** The names that schemas of webhooks mean where they have those of messages. */
const meant = {
  ...{ BaseMessageProperties: 1, TextMessage: 2, ReactionMessage: 1, AudioMessage: 1, DocumentMessage: 1 },
  ...{ ImageMessage: 1, StickerMessage: 1, VideoMessage: 1, LocationMessage: 1, ContactObject: 1, ErrorObject: 2 },
};

const mended = Object.fromEntries(
  Object.entries(schemas).map(([name, schema], index) => {
    const text = JSON.stringify(mend(schema));
    const isOfWebhooks = index >= OF_WEBHOOKS;
    const right = isOfWebhooks
      ? Object.entries(meant).reduce((all, [one, number]) => all.replaceAll(`/${one}"`, `/${one}_${number}"`), text)
      : text;
    return [name, JSON.parse(right) as Schema];
  }),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'https://meta.test/', components: { schemas: mended } });

const validatorOf = (name: string): ValidateFunction =>
  ajv.getSchema(`https://meta.test/#/components/schemas/${name}`) as ValidateFunction;

/** What is wrong with a value by a schema of Meta's document; empty if nothing is. */
export function faultsBy(name: string, value: unknown): string[] {
  const validate = validatorOf(name);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
