import type { Content } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../platform/pdf/pdf.ts';

/** The input of the worker thread: sections with their facts, label and value. */
export interface PersonalFileOrder {
  name: string;
  madeAt: string;
  sections: { title: string; facts: [label: string, value: string][] }[];
}

export const personalFileAsPdf = drawnInThread(import.meta.url, 'personalFileAsPdf', drawPersonalFile);

/** Draws the readable copy of a person's data. */
async function drawPersonalFile({ name, madeAt, sections }: PersonalFileOrder): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  const content: Content[] = [
    { text: 'Cópia dos seus dados', fontSize: 20, bold: true },
    { text: `${name}. Feita em ${madeAt}.`, margin: [0, 4, 0, 16] },
  ];
  for (const { title, facts } of sections) {
    content.push({ text: title, fontSize: 13, bold: true, margin: [0, 14, 0, 4] });
    if (facts.length === 0) content.push({ text: 'Nada guardado.', color: '#55636d' });
    for (const [label, value] of facts) content.push({ text: [{ text: `${label}: `, bold: true }, value] });
  }
  const document = {
    info: { title: 'Cópia dos seus dados' },
    language: 'pt-BR',
    pageSize: 'A4' as const,
    pageMargins: 48,
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    content,
  };
  return (await pdfmake.createPdf(document).getBuffer()) as Buffer;
}
