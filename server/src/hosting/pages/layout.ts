import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accentProperties } from '@passeio/contract/operator/accent';
import { Fragment, createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const accent = Object.entries(accentProperties('')).map(([name, value]) => `${name}:${value}`);
const style = `:root{${accent.join(';')}}${readFileSync(join(import.meta.dirname, 'pages.css'), 'utf8')}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** No script, no picture, nothing of elsewhere. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Page {
  title: string;
  content: ReactNode;
  /** Above the page. */
  header?: ReactNode;
  isWide?: boolean;
  /** Seconds until the browser asks again. */
  refresh?: number | undefined;
}

/** A page of the host as HTML. */
export function documentOf({ title, content, header, isWide = false, refresh }: Page): string {
  const head = [
    h('title', null, title),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'robots', content: 'noindex' }),
    refresh !== undefined && h('meta', { httpEquiv: 'refresh', content: String(refresh) }),
  ];
  const body = h(
    'body',
    isWide ? { 'data-wide': '' } : null,
    header && h('header', null, header),
    h('main', null, h('h1', null, title), content),
  );
  const start = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><style>${style}</style>`;
  return `${start}${renderToStaticMarkup(h(Fragment, null, ...head))}</head>${renderToStaticMarkup(body)}</html>`;
}

export function paragraph(...content: ReactNode[]): ReactElement {
  return h('p', null, ...content);
}

/** A sentence that stands out; `null` without one. */
export function notice(text: string | undefined, tone?: 'danger' | 'warning'): ReactElement | null {
  return text ? h('p', { className: 'notice', role: 'status', 'data-tone': tone }, text) : null;
}

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'search';
  hint?: string;
  error?: string | undefined;
  value?: string | undefined;
  autoComplete: string;
  inputMode?: 'numeric' | 'email';
  maxLength: number;
  isOptional?: boolean;
}

/** A labelled input with its hint, or what is wrong with it. */
export function field({ name, label, type = 'text', hint, error, value, isOptional, ...input }: Field): ReactElement {
  const says = error ?? hint;
  return h(
    'label',
    null,
    label,
    h('input', {
      ...{ name, type, defaultValue: value, required: !isOptional, spellCheck: false, ...input },
      ...(error && { 'aria-invalid': true }),
      ...(says && { 'aria-describedby': `about-${name}` }),
    }),
    says && h('small', { id: `about-${name}`, ...(error && { className: 'error' }) }, says),
  );
}

export function form(action: string, button: string, ...content: ReactNode[]): ReactElement {
  return h('form', { method: 'post', action }, ...content, h('button', { type: 'submit' }, button));
}
