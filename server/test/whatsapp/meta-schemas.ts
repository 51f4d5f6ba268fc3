import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { examples, unlike } from './documented.ts';

type Schema = Record<string, unknown>;

/** The schemas of messages and webhooks of Meta's own document; README.md says whence, and by which terms. */
const document = parse(readFileSync(join(import.meta.dirname, 'business-messaging-api_v23.0.yaml'), 'utf8'), {
  maxAliasCount: -1,
}) as { components: { schemas: Record<string, Schema> }; paths: Record<string, Record<string, Operation>> };
const schemas: Record<string, Schema> = {
  ...document.components.schemas,
  // It stands with its path alone.
  TemplateDraft:
    document.paths['/{Version}/{WABA-ID}/message_templates']?.post?.requestBody.content['application/json'].schema ??
    {},
};

interface Operation {
  requestBody: { content: { 'application/json': { schema: Schema } } };
}

/**
 * Where the document contradicts itself, or is behind the documentation that it belongs to:
 * - parts of an `allOf` forbid the properties of the other part;
 * - schemas of webhooks name schemas of messages where they mean those of webhooks, which have a number;
 * - `index` of a button has a pattern of footnotes;
 * - what it lacks is compared with the examples of documented.ts.
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
function faultsBy(name: string, value: unknown): string[] {
  const validate = validatorOf(name);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

type Body = Record<string, unknown>;

/** What is wrong with a request to Meta's API, by the document or the documentation. */
export function faultsOfRequest(path: string, body: Body): string[] {
  if (path.endsWith('/messages')) return faultsOfMessage(body);
  if (path.endsWith('/subscribed_apps')) return faultsBy('SubscriptionRequest', body);
  if (!path.endsWith('/message_templates')) return [`${path} is not one of ours`];
  if (!('display_format' in body)) return faultsBy('TemplateDraft', body);
  const components = (body.components as Body[]).map(({ type }) => ({ type }));
  return [...faultsBy('TemplateDraft', body), ...unlike(examples.order_template, { ...body, components })];
}

function faultsOfMessage(body: Body): string[] {
  const { type = '' } = (body.interactive ?? {}) as { type?: string };
  if (type.startsWith('order_')) return unlike(examples[type as keyof typeof examples], body);
  // The document has no id of a person.
  const { recipient, ...rest } = body;
  const message: Body = recipient === undefined ? rest : { ...rest, to: recipient };
  const template = message.template as Body & { components: Body[] };
  if (!template) return faultsBy('Message', message);
  const isOrder = ({ sub_type }: Body) => sub_type === 'order_details';
  const components = template.components.filter((one) => !isOrder(one));
  return [
    ...faultsBy('Message', { ...message, template: { ...template, components } }),
    ...template.components.filter(isOrder).flatMap((button) => unlike(examples.order_button, button)),
  ];
}

/** What is wrong with a webhook, by the document or the documentation. */
export function faultsOfWebhook(payload: { object: string; entry: { changes?: Change[] }[] }): string[] {
  const entry = payload.entry.map(({ changes, ...more }) => ({ ...more, changes: changes?.filter(isInDocument) }));
  const others = payload.entry.flatMap(({ changes }) => changes?.filter((one) => !isInDocument(one)) ?? []);
  return [
    ...faultsBy('WebhookPayload', JSON.parse(JSON.stringify({ ...payload, entry }), withTelephone)),
    ...others.flatMap(({ field, value }) =>
      field in examples
        ? unlike(examples[field as keyof typeof examples], value, field)
        : [`${field} is not documented`],
    ),
  ];
}

interface Change {
  field: string;
  value: Body;
}

const isInDocument = ({ field }: Change) => field === 'messages';

// The document asks for a telephone where there is the id of a person.
function withTelephone(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return {
    ...('from_user_id' in value && { from: '' }),
    ...('recipient_user_id' in value && { recipient_id: '' }),
    ...value,
  };
}
