import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { expectNothingFound } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, ownOrigin } from './support/people.ts';
import { expectToFit } from './support/screens.ts';
import { database } from './support/sessions.ts';
import { bookedParty, holdBeforeCamera, readQrCode } from './support/voucher.ts';

async function downloaded(page: Page, button: string): Promise<{ file: Download; content: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { file, content: await readFile(await file.path()) };
}

async function readPdf(content: Buffer): Promise<{ pages: number; text: string }> {
  const pdf = await getDocumentProxy(new Uint8Array(content));
  return { pages: pdf.numPages, text: (await extractText(pdf, { mergePages: true })).text };
}

test('the voucher of a booked party is a page, a PDF, an event and one sheet of paper; a camera reads it, and the party boards by one tap', {
  tag: '@phone',
}, async ({ page, client, request, pageOf }) => {
  const { code, trip } = await bookedParty(request, client.token);
  await page.goto(`/minhasreservas/${code}/voucher`);
  const voucher = page.getByRole('article', { name: 'Passeio de teste' });
  await expect(voucher.getByText(code, { exact: true })).toBeVisible();
  await expect(voucher.getByRole('region', { name: 'Quem viaja (3)' }).getByRole('listitem')).toHaveCount(3);
  await expect(voucher.getByRole('region', { name: 'Embarque' })).toContainText('às 05:00Rodoviária');
  await expect(voucher.getByRole('link', { name: 'Abrir no mapa' })).toHaveAttribute('href', /^https:.*Rodovi/);
  await expect(voucher.getByRole('region', { name: 'O que levar' })).toContainText('Protetor solar');
  await expect(voucher.getByText(/^Falta pagar R\$\s264,60 até /)).toBeVisible();
  const operator = voucher.getByRole('region', { name: 'Quem opera o passeio' });
  for (const fact of [/CNPJ \d\d\.\d{3}\./, /CADASTUR \d/, /Telefone \(\d\d\) /])
    await expect(operator).toContainText(fact);

  const image = voucher.getByRole('img', { name: `QR code da reserva ${code}` });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await readQrCode(image)).toBe(`${ownOrigin()}/voucher/${code}`);
  }
  await expectToFit(page);
  await expectNothingFound(page, '#conteudo');

  const pdf = await downloaded(page, 'Baixar PDF');
  expect(pdf.file.suggestedFilename()).toBe(`voucher-${code}.pdf`);
  const read = await readPdf(pdf.content);
  expect(read.pages).toBe(1);
  for (const part of [code, 'Passeio de teste', 'Marina Alves de Souza', 'CADASTUR']) expect(read.text).toContain(part);
  const event = await downloaded(page, 'Adicionar ao calendário');
  expect(event.file.suggestedFilename()).toBe(`voucher-${code}.ics`);
  expect(event.content.toString()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*DTSTART:\d{8}T080000Z\r\n/);

  const paper = await readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(paper.pages).toBe(1);
  expect(paper.text).toContain(code);
  expect(paper.text).not.toContain('Baixar PDF');

  await holdBeforeCamera(await image.screenshot());
  const boardsNow = "departs_at = now() + interval '1 hour', returns_at = now() + interval '9 hours'";
  await (await database()).query(`update trips set ${boardsNow} where id = $1`, [trip.id]);
  const guide = await pageOf(demoAccount('OPERATOR'));
  await guide.goto(`/admin/embarque/${trip.id}`);
  await guide.getByRole('button', { name: 'Ler voucher' }).click();
  await guide.getByRole('button', { name: /^Embarcar todos \(3\)/ }).click();
  await expect(guide.getByText('3 de 3 pessoas a bordo')).toBeVisible();
  await expect(guide.getByText(/^Tudo enviado às/)).toBeVisible();
  // The phone's own camera.
  await guide.goto(`/voucher/${code}`);
  await expect(guide).toHaveURL(`/admin/embarque/${trip.id}?reserva=${code}`);
  await expect(guide.getByRole('button', { name: /^Desfazer todos \(3\)/ })).toBeVisible();
});
