import { accentProperties } from '@passeio/contract/accent';
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Preview, Section, Text } from '@react-email/components';
import { createElement as h, type ReactElement, type ReactNode } from 'react';

/** The operator's brand. */
export interface Brand {
  name: string;
  legalName: string;
  cnpj: string;
  cadastur: string;
  phone: string;
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

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const ink = '#1b2a30';
const quiet = '#5a6b72';
const LOGO_BOX = { width: 240, height: 56 };

/** The layout of every e-mail: heading, sentences, one button, in the operator's colours. */
export function frame(content: EmailContent, brand: Brand): ReactElement {
  return h(
    Html,
    { lang: 'pt-BR' },
    h(Head),
    h(Preview, null, content.preview),
    h(
      Body,
      { style: { backgroundColor: '#eef3f4', fontFamily: font, margin: 0, padding: '24px 12px' } },
      h(
        Container,
        { style: { backgroundColor: '#ffffff', borderRadius: 12, maxWidth: 520, padding: 32 } },
        masthead(brand),
        h(Heading, { as: 'h1', style: { color: ink, fontSize: 24, lineHeight: '32px' } }, content.heading),
        ...content.paragraphs.map((text) => paragraph(text)),
        content.facts ? factsOf(content.facts) : null,
        content.action ? actionOf(content.action, brand) : null,
        content.note ? paragraph(content.note, { color: quiet, fontSize: 14 }) : null,
        h(Hr, { style: { borderColor: '#dfe7e9', margin: '24px 0' } }),
        paragraph(imprint(brand), { color: quiet, fontSize: 12, lineHeight: '18px' }),
      ),
    ),
  );
}

// Styles the alternative text of a blocked logo like the name.
function masthead(brand: Brand): ReactElement {
  const style = { color: readable(brand), fontSize: 16, fontWeight: 700, margin: 0 };
  if (!brand.logo) return h(Text, { style }, brand.name);
  const { src, width, height } = brand.logo;
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return h(Img, { src, alt: brand.name, ...size, style });
}

function paragraph(text: ReactNode, style: object = {}): ReactElement {
  return h(Text, { key: String(text), style: { color: ink, fontSize: 16, lineHeight: '24px', ...style } }, text);
}

function factsOf({ heading, rows }: Facts): ReactElement {
  const box = { border: '1px solid #dfe7e9', borderRadius: 12, margin: '8px 0 24px', padding: '4px 20px 12px' };
  const label = { color: quiet, fontSize: 13, lineHeight: '18px', margin: '12px 0 0' };
  const line = { color: ink, fontSize: 16, lineHeight: '24px', margin: 0 };
  return h(
    Section,
    { style: box },
    h(Heading, { as: 'h2', style: { color: ink, fontSize: 18, lineHeight: '24px', margin: '12px 0 0' } }, heading),
    ...rows.flatMap(([name, lines]) => [
      h(Text, { key: name, style: label }, name),
      ...lines.map((text) => h(Text, { key: `${name} ${text}`, style: line }, text)),
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
    textDecoration: 'none',
  };
  return h(Button, { href: link, style }, label);
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
