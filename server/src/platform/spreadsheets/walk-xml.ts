/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { AppError } from '../http/errors.ts';

interface Visitor {
  open?(tag: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(tag: string): void;
}

/** Walks through XML by the local names of its tags and attributes. */
export function walkXml(xml: string, { open, text, close }: Visitor): void {
  // A part that the workbook does not have.
  if (!xml) return;
  const parser = new Parser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('openTag', (name, readAttributes, decode) => {
    if (!open) return;
    const attributes = Object.entries(readAttributes()).map(([key, value]) => [local(key), decode(value)]);
    open(local(name), Object.fromEntries(attributes));
  });
  if (text) {
    parser.on('text', (value, decode) => text(decode(value)));
    parser.on('cdata', text);
  }
  if (close) parser.on('closeTag', (name) => close(local(name)));
  parser.on('error', () => {
    throw new AppError('SPREADSHEET_UNREADABLE');
  });
  parser.parse(xml);
}
