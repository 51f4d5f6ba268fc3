import { describe, expect, it } from 'vitest';
import {
  isChain,
  type StatementContent,
  sha256,
  statementFile,
  statementText,
  verifyStatement,
} from './statement-file.ts';

const first: StatementContent = {
  sellerCode: 'ACDEFGH',
  month: '2026-11',
  number: 1,
  closedAt: '2026-12-01T12:00:00.000Z',
  previousHash: null,
  carriedCents: 0,
  lines: [
    {
      code: 'A3K7QX',
      tripTitle: '=Cachoeiras; "grande"',
      tripDay: '2026-11-07',
      receivedCents: 30_000,
      rule: '10% das tarifas',
      earlierCents: 0,
      commissionCents: 3_000,
    },
    {
      code: 'C4D6FG',
      tripTitle: "'Volta'",
      tripDay: '2026-11-08',
      receivedCents: 0,
      rule: '10% das tarifas',
      earlierCents: 4_505,
      commissionCents: -4_505,
    },
  ],
};

async function fileOf(content: StatementContent): Promise<string> {
  const text = statementText(content);
  return statementFile(text, await sha256(text));
}

describe('the file of a statement', () => {
  it('verifies as it was closed, with what it says', async () => {
    expect(await verifyStatement(await fileOf(first))).toMatchObject({
      result: 'intact',
      content: first,
      totalCents: -1_505,
    });
  });

  it('shows every byte that is another one', async () => {
    const file = await fileOf(first);
    for (let at = 0; at < file.length; at += 1) {
      const other = file[at] === '1' ? '2' : '1';
      const changed = file.slice(0, at) + other + file.slice(at + 1);
      expect((await verifyStatement(changed)).result, `byte ${at}`).not.toBe('intact');
      expect((await verifyStatement(file.slice(0, at) + file.slice(at + 1))).result, `without ${at}`).not.toBe(
        'intact',
      );
    }
    expect((await verifyStatement(`${file}\n`)).result).not.toBe('intact');
  });

  it('is not intact with sums of its own, whatever its hash says', async () => {
    const text = statementText(first).replace('Total;-15,05', 'Total;15,05');
    expect((await verifyStatement(statementFile(text, await sha256(text)))).result).toBe('altered');
  });

  it('has no text that a spreadsheet would compute', () => {
    expect(statementText(first)).toContain(`;"'=Cachoeiras; ""grande""";`);
  });

  it('is found to be no statement where it is another file', async () => {
    for (const other of ['', 'a;b;c\n', `Hash SHA-256;${'0'.repeat(64)}\n`]) {
      expect((await verifyStatement(other)).result, other).not.toBe('intact');
    }
  });
});

describe('a chain of statements', () => {
  it('breaks where one is missing, is another one, or carries another balance', async () => {
    const hash = await sha256(statementText(first));
    const before = { content: first, hash, totalCents: -1_505 };
    const content = { ...first, number: 2, month: '2026-12', previousHash: hash, carriedCents: -1_505 };
    const next = { content, hash: 'b', totalCents: 0 };
    expect(isChain([next, before])).toBe(true);
    expect(isChain([before, { ...next, content: { ...content, number: 3 } }])).toBe(false);
    expect(isChain([{ ...before, hash: 'a' }, next])).toBe(false);
    expect(isChain([before, { ...next, content: { ...content, carriedCents: 0 } }])).toBe(false);
  });
});
