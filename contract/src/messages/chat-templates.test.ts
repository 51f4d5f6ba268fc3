import { describe, expect, it } from 'vitest';
import { type ChatKind, chatTemplateOf, chatTemplates, numbered, templateName } from './chat-templates.ts';

const kinds = Object.keys(chatTemplates) as ChatKind[];

describe.each(kinds)('the template of %s', (kind) => {
  const { body, fields, examples } = numbered(kind);

  it('is one that Meta takes: short, with an example of each field, and words around and between fields', () => {
    expect(body.length + examples.join('').length).toBeLessThanOrEqual(1_024);
    expect(examples.every((example) => example !== '')).toBe(true);
    expect(body).not.toMatch(/^\{\{|\}\}$|\}\}\s*\{\{|\n/);
    expect(body.match(/\{\{\d+\}\}/g)).toEqual(fields.map((_, index) => `{{${index + 1}}}`));
    expect(chatTemplateOf(kind).button?.length ?? 0).toBeLessThanOrEqual(25);
    for (const isPix of [false, true]) expect(templateName(kind, isPix)).toMatch(/^[a-z0-9_]{1,100}$/);
  });
});

it('each has a name of its own', () => {
  const names = kinds.flatMap((kind) => [templateName(kind), templateName(kind, true)]);
  expect(new Set(names).size).toBe(names.length);
});
