import type { EditableEmail, ValuesOf } from '@passeio/contract/messages/email-templates';
import { accentProperties } from '@passeio/contract/operator/accent';
import { capitalised } from '@passeio/contract/words';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactElement, type ReactNode } from 'react';

/** The operator's brand. */
export interface Brand {
  name: string;
  legalName: string;
  cnpj: string;
  cadastur: string;
  phone: string;
  whatsapp: string;
  /** Where answers go. */
  email: string;
  accentColor: string;
  /** The logo's URL and size in pixels; null shows the name instead. */
  logo: { src: string; width: number; height: number } | null;
}

/** A boxed list of what is to be found again quickly: each row a label and its lines. */
export interface Facts {
  heading: string;
  rows: readonly (readonly [label: string, lines: readonly string[]])[];
}

export interface EmailContent {
  subject: string;
  /** The preview line in mail programs. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts?: Facts;
  action?: { label: string; link: string };
  /** Small print below the button. */
  note?: string;
}

/** An e-mail that the operator words: what is filled into subject and text, and what stands around them. */
export type WordedEmail<Kind extends EditableEmail> = Omit<EmailContent, 'subject' | 'paragraphs'> & {
  values: ValuesOf<Kind>;
};

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const ink = '#1b2a30';
const quiet = '#5a6b72';
const LOGO_BOX = { width: 240, height: 56 };

/** The layout of every e-mail: heading, sentences, one button, in the operator's colours. */
export function frame(content: EmailContent, brand: Brand): ReactElement {
  const [help, sender] = endingLines(brand);
  return h(
    Html,
    { lang: 'pt-BR' },
    h(Head, null, ...headOf(brand)),
    h(Preview, null, content.preview),
    h(
      Body,
      { style: { backgroundColor: '#eef3f4', fontFamily: font, margin: 0, padding: '24px 12px' } },
      h(
        Container,
        {
          className: 'card',
          // An address or a name without spaces would make a telephone scroll sideways.
          style: {
            ...{ backgroundColor: '#ffffff', borderRadius: 12, maxWidth: 520, padding: '32px 24px' },
            ...{ overflowWrap: 'anywhere', wordBreak: 'break-word' },
          },
        },
        masthead(brand),
        h(
          Heading,
          { as: 'h1', className: 'ink', style: { color: ink, fontSize: 24, lineHeight: '32px' } },
          content.heading,
        ),
        ...content.paragraphs.map(paragraph),
        content.facts ? factsOf(content.facts) : null,
        content.action ? actionOf(content.action, brand) : null,
        content.note ? small(content.note, { fontSize: 14, marginTop: 24 }) : null,
        h(Hr, { className: 'line', style: { borderColor: '#dfe7e9', margin: '24px 0' } }),
        small(help, { fontSize: 14 }),
        small(sender, { fontSize: 12, lineHeight: '18px' }),
      ),
    ),
  );
}

/** What every e-mail ends with: where to ask, and who sends it. */
export function endingLines(brand: Brand): [help: string, sender: string] {
  return [`Dúvidas? ${capitalised(waysToTalk(brand))}.`, imprint(brand)];
}

/** How to reach the operator, as in "responda este e-mail ou chame no WhatsApp (35) 98811-2233". */
export function waysToTalk({ email, whatsapp, phone }: Pick<Brand, 'email' | 'whatsapp' | 'phone'>): string {
  const ways = [
    email && 'responda este e-mail',
    whatsapp ? `chame no WhatsApp ${whatsapp}` : phone && `ligue ${phone}`,
  ];
  return ways.filter(Boolean).join(' ou ') || 'fale com a gente';
}

// Mail programs that know color schemes use these; the others show the inline colours of the day.
function headOf(brand: Brand): ReactElement[] {
  const accent = accentProperties(brand.accentColor);
  const dark = {
    // The body's colours are repeated in the table that the library puts into it.
    'body,body>table>tbody>tr>td': 'background-color:#12171a',
    '.card': 'background-color:#1b2125',
    '.ink': 'color:#eef3f4',
    '.quiet': 'color:#a9b8be',
    '.line': 'border-color:#37434a',
    '.brand': `color:${accent['--accent-text-night']}`,
    '.logo': 'background-color:#ffffff;padding:8px;border-radius:8px',
    '.action': `background-color:${accent['--accent-night']};color:${accent['--on-accent-night']}`,
  };
  const rules = Object.entries(dark).map(([name, style]) => `${name}{${style.replaceAll(/;|$/g, ' !important;')}}`);
  return [
    h('meta', { key: 'scheme', name: 'color-scheme', content: 'light dark' }),
    h('meta', { key: 'schemes', name: 'supported-color-schemes', content: 'light dark' }),
    h('style', { key: 'dark' }, `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`),
  ];
}

// Styles the alternative text of a blocked logo like the name.
function masthead(brand: Brand): ReactElement {
  const style = { color: readable(brand), fontSize: 16, fontWeight: 700, margin: 0 };
  if (!brand.logo) return h(Text, { className: 'brand', style }, brand.name);
  const { src, width, height } = brand.logo;
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return h(Img, { src, alt: brand.name, ...size, className: 'brand logo', style });
}

function paragraph(text: string): ReactElement {
  const style = { color: ink, fontSize: 16, lineHeight: '24px' };
  const [first, ...others] = text.split('\n');
  const lines = unbroken(first ?? '');
  for (const line of others) lines.push(h('br'), ...unbroken(line));
  return h(Text, { className: 'ink', style }, ...lines);
}

/** Telephone numbers and masked Pix keys stay on one line of a narrow screen. */
function unbroken(text: string): ReactNode[] {
  return text
    .split(/(\(\d{2}\) \d{4,5}-\d{4}|\+\d{1,3}(?: \d{3,4})+|[\d.]*\*[\d.*-]+)/)
    .map((part, index) => (index % 2 === 0 ? part : h('span', { style: { whiteSpace: 'nowrap' } }, part)));
}

function small(text: string, style: object): ReactElement {
  return h(Text, { className: 'quiet', style: { color: quiet, lineHeight: '22px', ...style } }, ...unbroken(text));
}

function factsOf({ heading, rows }: Facts): ReactElement {
  const box = { border: '1px solid #dfe7e9', borderRadius: 12, margin: '8px 0 24px', padding: '4px 20px 12px' };
  const label = { color: quiet, fontSize: 13, lineHeight: '18px', margin: '12px 0 0' };
  const line = { color: ink, fontSize: 16, lineHeight: '24px', margin: 0 };
  return h(
    Section,
    { className: 'line', style: box },
    h(
      Heading,
      { as: 'h2', className: 'ink', style: { color: ink, fontSize: 18, lineHeight: '24px', margin: '12px 0 0' } },
      heading,
    ),
    ...rows.flatMap(([name, lines]) => [
      h(Text, { className: 'quiet', style: label }, name),
      ...lines.map((text) => h(Text, { className: 'ink', style: line }, ...unbroken(text))),
    ]),
  );
}

function actionOf({ label, link }: { label: string; link: string }, brand: Brand): ReactElement {
  const style = {
    backgroundColor: readable(brand),
    borderRadius: 999,
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 600,
    padding: '14px 28px',
    textAlign: 'center' as const,
    textDecoration: 'none',
  };
  return h(Button, { className: 'action', href: link, style }, label);
}

// Adjusted for contrast on white and under white text.
function readable({ accentColor }: Brand): string {
  return accentProperties(accentColor)['--accent-text-day'] ?? ink;
}

// The sender's legal identification: business name, CNPJ, CADASTUR, contacts.
function imprint({ legalName, name, cnpj, cadastur, phone }: Brand): string {
  const parts = [legalName || name, cnpj && `CNPJ ${cnpj}`, cadastur && `CADASTUR ${cadastur}`, phone];
  return parts.filter(Boolean).join(' · ');
}
