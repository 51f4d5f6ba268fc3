import type { HealthReport } from '@passeio/contract/health';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reload } from '~/features/session/queries';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling, expectWords } from '~/test/screen';
import * as healthPage from './health';

const HEALTH = 'GET /api/health';
const at = '2026-11-20T15:00:00.000Z';
const well: HealthReport = {
  at,
  database: { state: 'good', sizeBytes: 52_400_000, standbys: 2 },
  bank: { state: 'good', lastAnswerAt: at, lastNoticeAt: null, openCharges: 3 },
  cards: null,
  mail: { state: 'good', oldestSeconds: null, lastSentAt: at, failed: 0 },
  storage: { state: 'good', kind: 'folder' },
  backups: { state: 'good', baseAt: at, provenAt: at, archivedAt: null, failed: [] },
  invoices: null,
  connections: [],
  disk: { state: 'good', freeBytes: 80e9, totalBytes: 100e9 },
  queues: [{ name: 'started-receipts', label: 'Conferir comprovantes', state: 'good', oldestSeconds: null, failed: 0 }],
  sweeps: [{ name: 'holds', label: 'Fim das vagas guardadas', state: 'good', lastSuccessAt: at }],
  versions: { product: '0.3.0', node: '26.10.0', postgres: '18.4', schema: '0106_runs_of_sweeps' },
};

async function open(response: FakeResponse) {
  signIn('ADMIN');
  answerCalls({ [HEALTH]: response });
  await renderRoute(healthPage, { at: '/admin/saude' });
}
const part = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('a healthy installation says so in words, with its figures and versions', async () => {
  await beOnPhone();
  await open({ json: well });
  await expect.element(page.getByRole('heading', { name: 'Tudo certo' })).toBeVisible();
  await expectWords(part('Banco de dados'), 'Tudo certo');
  await expectWords(part('Banco de dados'), '52,4 MB');
  await expectWords(part('Banco de dados'), '2 acompanham');
  await expectWords(part('Banco'), 'Nunca');
  await expectWords(part('Cartão'), 'Não usado');
  await expectWords(part('Cópias de segurança'), 'Ainda não');
  await expectWords(part('Disco deste servidor'), '80 GB de 100 GB');
  await expect.element(page.getByText('2 trabalhos em dia, de 2.')).toBeVisible();
  await expect.element(page.getByText('0106_runs_of_sweeps')).toBeVisible();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
});

test('each part that is not well says what to do', async () => {
  await open({
    json: {
      ...well,
      database: { ...well.database, standbys: null },
      bank: { state: 'bad', lastAnswerAt: at, lastNoticeAt: at, openCharges: 3 },
      mail: { state: 'bad', oldestSeconds: 1_500, lastSentAt: null, failed: 2 },
      storage: { state: 'bad', kind: 'bucket' },
      backups: { state: 'bad', baseAt: at, provenAt: null, archivedAt: null, failed: ['proof'] },
      disk: { state: 'attention', freeBytes: 4e9, totalBytes: 100e9 },
      queues: [{ ...well.queues[0], state: 'attention', failed: 1 }],
      sweeps: [{ ...well.sweeps[0], state: 'bad', lastSuccessAt: null }],
    },
  });
  await expect.element(page.getByRole('heading', { name: '5 problemas para resolver agora' })).toBeVisible();
  await expectWords(part('Banco de dados'), 'Não dá para saber daqui');
  await expectWords(part('Banco'), 'Problema');
  await expectWords(part('Banco'), 'Não responde há mais de uma hora');
  const payments = part('Banco').getByRole('link', { name: 'Pagamentos' });
  await expect.element(payments).toHaveAttribute('href', '/admin/pagamentos');
  await expectWords(part('E-mail'), '25 minutos');
  await expectWords(part('Fotos e comprovantes'), 'STORAGE_URL');
  await expectWords(part('Cópias de segurança'), 'O teste de restauração falhou');
  await expectWords(part('Disco deste servidor'), 'Atenção');
  await expectWords(part('Disco deste servidor'), 'Libere espaço');
  await expectWords(part('Fim das vagas guardadas'), 'Ainda não');
  const failed = part('Conferir comprovantes').getByRole('link', { name: 'Mensagens' });
  await expect.element(failed).toHaveAttribute('href', '/admin/mensagens');
  await expectNothingFound();
});

test('points of attention are counted where nothing is bad', async () => {
  await open({ json: { ...well, mail: { ...well.mail, state: 'attention', failed: 1 } } });
  await expect.element(page.getByRole('heading', { name: '1 ponto de atenção' })).toBeVisible();
  await expectWords(part('E-mail'), 'Há e-mails que não saíram');
});

test('a report that cannot be renewed stays, and says from when it is', async () => {
  await open({ json: well });
  await expect.element(part('Banco de dados')).toBeVisible();
  answerCalls({ [HEALTH]: refusal(500) });
  void reload();
  const old = page.getByText(/O que você vê é de 12:00/);
  await expect.element(old).toBeVisible();
  await expect.element(part('Banco de dados')).toBeVisible();
  answerCalls({ [HEALTH]: { json: well } });
  void reload();
  await expect.element(old).not.toBeInTheDocument();
});

test('without an answer the page says what is wrong', async () => {
  await open(refusal(500));
  await expect.element(page.getByRole('button', { name: /de novo/i })).toBeVisible();
});
