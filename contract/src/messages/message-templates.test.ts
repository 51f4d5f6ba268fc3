import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editableMessages } from './editable-messages.ts';
import { exampleValues, fillFields, fillParagraphs, unknownFields, wordingErrors } from './message-templates.ts';

const templates = Object.entries(editableMessages);
const fields = ['nome', 'prazo', 'valor'] as const;
const piece = fc.constantFrom('Olá', ', ', ' ', '.', '\n', '\n\n', '{nome}', '{prazo}', '{valor}', 'até ', '(', ')');
const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
// What people and trips may be called: fields, patterns of replacements, spaces.
const value = fc.oneof(
  fc.constantFrom('', '{nome}', '{prazo}', '$&', '$1', '{', '}', '<b>', 'A  B', 'Rio ! Mar'),
  fc.string({ maxLength: 8 }).map((any) => any.replaceAll(/\s/g, '')),
);
const values = fc.record({ nome: value, prazo: value, valor: value });

describe('a text with fields', () => {
  it('is filled in with values that are never looked at again', () => {
    fc.assert(
      fc.property(text, values, (template, given) => {
        // Marks that occur nowhere else, one for each value; put back at the end, nothing has touched them.
        const marks = Object.fromEntries(
          fields.map((name, index) => [name, given[name] && `\u{e000}${index}\u{e001}`]),
        );
        const marked = fillFields(template, marks);
        const expected = marked.replace(/\u{e000}(\d)\u{e001}/gu, (_, index) => given[fields[Number(index)] ?? 'nome']);
        expect(fillFields(template, given)).toBe(expected);
      }),
    );
  });

  it('leaves no field of its own unfilled, and no line or paragraph empty', () => {
    fc.assert(
      fc.property(
        text,
        fc.record({ nome: fc.constantFrom('', 'Ana'), prazo: fc.constantFrom('', '3/12') }),
        (template, some) => {
          const given = { valor: '', ...some };
          const paragraphs = fillParagraphs(template, given);
          expect(paragraphs.join()).not.toMatch(/\{\w+\}/);
          for (const line of paragraphs.flatMap((paragraph) => paragraph.split('\n'))) expect(line.trim()).not.toBe('');
        },
      ),
    );
  });

  it.each([
    ['a paragraph of empty fields goes', 'Olá!\n\n{prazo} {valor}.\n\nTchau!', ['Olá!', 'Tchau!']],
    ['so does a line', 'Olá!\n{prazo}\nTchau!', ['Olá!\nTchau!']],
    [
      'spaces and points close up',
      'Falta o sinal {valor}. {prazo} Pague já, {nome}!',
      ['Falta o sinal. Pague já, Ana!'],
    ],
    ['a symbol alone stays', '{valor}\n\n❤️\n\n---', ['❤️', '---']],
    ['what is no field stays', 'a { nome } {NOME} {desconhecido}', ['a { nome } {NOME} {desconhecido}']],
  ])('%s', (_, template, paragraphs) => {
    expect(fillParagraphs(template, { nome: 'Ana', prazo: '', valor: '' })).toEqual(paragraphs);
  });
});

describe.each(templates)('the template %s', (_, template) => {
  const { wording, channel } = template;

  it('uses only its fields, and shows no brace with its examples', () => {
    expect(wordingErrors(template, wording)).toEqual({});
    const examples = exampleValues(template);
    for (const part of [wording.subject, wording.text]) expect(fillFields(part, examples)).not.toMatch(/[{}]/);
    for (const example of Object.values(examples)) expect(example).not.toBe('');
    expect(wording.subject !== '').toBe(channel === 'email');
  });
});

describe('a wording', () => {
  const template = {
    channel: 'email' as const,
    fields: {
      codigo: { label: 'Código', example: 'K7' },
      regra: { label: 'Frase', example: 'É assim.', onlyInText: true as const },
    },
  };

  it.each([
    [
      { subject: 'Oi {xyz}', text: '{codigo} {abc} {abc}' },
      { subject: 'O campo {xyz} não existe nesta mensagem.', text: 'O campo {abc} não existe nesta mensagem.' },
    ],
    [{ subject: ' ', text: 'Oi' }, { subject: 'Escreva o assunto do e-mail.' }],
    [
      { subject: 'Oi {regra}', text: '{regra}' },
      { subject: 'O campo {regra} é uma frase: use-o no texto, não no assunto.' },
    ],
    [{ subject: 'Oi {constructor}', text: 'Oi' }, { subject: 'O campo {constructor} não existe nesta mensagem.' }],
    [{ subject: 'Oi {codigo}', text: '{regra}' }, {}],
  ])('%j is refused, saying what is wrong: %j', (wording, errors) => {
    expect(wordingErrors(template, wording)).toEqual(errors);
  });

  it('of WhatsApp has no subject', () => {
    expect(wordingErrors({ ...template, channel: 'whatsapp' }, { subject: 'Oi', text: 'Oi' })).toHaveProperty(
      'subject',
    );
    expect(unknownFields('{a} {b} {a}', {})).toEqual(['a', 'b']);
  });
});
