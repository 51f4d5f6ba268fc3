import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import { incomingLines, parseStatement } from './parse-statement.ts';

const clock = { today: '2026-11-28', timeZone: 'America/Sao_Paulo' };
const parse = (content: string | Uint8Array, at = clock) => parseStatement(Buffer.from(content as string), at);
/** What came in, as "20/11 86,70 text", and a doubt behind it. */
const shownIn = (content: string | Uint8Array, at = clock) =>
  incomingLines(parse(content, at)).map(({ day, amountCents, description, payerName, doubt }) =>
    [day, amountCents, payerName || description, ...(doubt ? [doubt] : [])].join(' '),
  );
const countsOf = (content: string | Uint8Array) => {
  const { counts, lines } = parse(content);
  return { ...counts, out: lines.filter(({ amountCents }) => amountCents < 0).length };
};
const none = { unread: 0, future: 0, balances: 0, undone: 0, other: 0, out: 0 };
const refusalOf = (content: string) => {
  try {
    parse(content);
  } catch (error) {
    return error instanceof AppError ? (error.fields?.file ?? error.code) : expect.unreachable(String(error));
  }
  return expect.unreachable('it was read');
};

interface Written {
  type?: string;
  day?: string;
  amount?: string;
  id?: string;
  memo?: string;
}
const transaction = ({ type = 'CREDIT', day = '20261120', amount = '86.70', id = '1', memo = 'PIX' }: Written) =>
  `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>${day}\n<TRNAMT>${amount}\n<FITID>${id}\n<MEMO>${memo}\n</STMTTRN>\n`;
const opened = (lines: Written[]) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0<ACCTID>1</BANKACCTFROM>\n<BANKTRANLIST>${lines.map(transaction).join('')}`;
const ofx = (lines: Written[], below = '') =>
  `${opened(lines)}</BANKTRANLIST>${below}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;
const csv = (...rows: string[]) => `Data;Histórico;Valor\n${rows.map((row) => `${row}\n`).join('')}`;

describe('money that went out without a sign', () => {
  it('is known by the type of OFX', () => {
    const file = ofx([
      { memo: 'PIX RECEBIDO ANA PRATES LIMA' },
      { type: 'PAYMENT', amount: '50.00', id: '2', memo: 'PAGAMENTO BOLETO' },
      { type: 'FEE', amount: '9.90', id: '3', memo: 'TARIFA PACOTE' },
      { type: 'XFER', amount: '300.00', id: '4', memo: 'PIX ENVIADO ANA PRATES LIMA' },
      { type: 'POS', amount: '10.00', id: '5', memo: 'PADARIA' },
      { type: 'OTHER', amount: '11.00', id: '6', memo: 'SAQUE 24H' },
      { type: 'OTHER', amount: '12.00', id: '7', memo: 'CAIO REIS' },
    ]);
    expect(shownIn(file)).toEqual(['2026-11-20 8670 PIX RECEBIDO ANA PRATES LIMA', '2026-11-20 1200 CAIO REIS']);
    expect(countsOf(file)).toEqual({ ...none, out: 5 });
  });

  it('is known by a column of types, and by the words of the bank', () => {
    const file =
      'Data;Tipo;Descrição;Valor\n20/11/2026;Pix recebido;ANA PRATES LIMA;86,70\n21/11/2026;Pix enviado;ANA PRATES LIMA;300,00\n22/11/2026;Pagamento;CONTA DE LUZ;150,00\n';
    expect(shownIn(file)).toEqual(['2026-11-20 8670 Pix recebido - ANA PRATES LIMA']);
    const words = csv(
      '20/11/2026;PIX RECEBIDO ANA;86,70',
      '20/11/2026;TARIFA PIX;1,00',
      '20/11/2026;Transferência enviada CAIO;2,00',
      '20/11/2026;Pix para Caio;3,00',
      '20/11/2026;Compra no débito;4,00',
      '20/11/2026;ESTORNO TARIFA;5,00',
    );
    expect(shownIn(words)).toEqual(['2026-11-20 8670 PIX RECEBIDO ANA', '2026-11-20 500 ESTORNO TARIFA']);
    expect(countsOf(words).out).toBe(4);
  });

  it('is in doubt where the file has signs, or only a word of payers says it', () => {
    expect(
      shownIn(
        ofx([
          { type: 'PAYMENT', memo: 'PAGAMENTO ANA' },
          { type: 'PAYMENT', amount: '-9.90', id: '2' },
          { type: 'CREDIT', amount: '10.00', id: '3', memo: 'PIX ENVIADO CAIO' },
          { type: 'CREDIT', amount: '11.00', id: '4', memo: 'PAGAMENTO VIAGEM DAVI' },
        ]),
      ),
    ).toEqual([
      '2026-11-20 8670 PAGAMENTO ANA direction',
      '2026-11-20 1000 PIX ENVIADO CAIO direction',
      '2026-11-20 1100 PAGAMENTO VIAGEM DAVI',
    ]);
    expect(shownIn(csv('20/11/2026;PAGAMENTO ANA;86,70', '20/11/2026;PIX RECEBIDO BIA;10,00'))).toEqual([
      '2026-11-20 8670 PAGAMENTO ANA direction',
      '2026-11-20 1000 PIX RECEBIDO BIA',
    ]);
  });

  it('is in doubt where its words contradict its type or each other', () => {
    const file = ofx([
      { type: 'PAYMENT', memo: 'PIX RECEBIDO ANA' },
      { type: 'FEE', amount: '1.00', id: '2', memo: 'TARIFA PIX RECEBIDO' },
      { type: 'OTHER', amount: '2.00', id: '3', memo: 'CREDITO E DEBITO CAIO' },
    ]);
    expect(shownIn(file)).toEqual([
      '2026-11-20 8670 PIX RECEBIDO ANA direction',
      '2026-11-20 200 CREDITO E DEBITO CAIO direction',
    ]);
    expect(
      shownIn(
        csv('20/11/2026;TARIFA PIX RECEBIDO;1,00', '20/11/2026;DEVOLUCAO PIX RECEBIDO ANA;86,70', '20/11/2026;B;1,00'),
      ),
    ).toEqual(['2026-11-20 8670 DEVOLUCAO PIX RECEBIDO ANA direction', '2026-11-20 100 B']);
  });

  it.each(['Sinal', 'Natureza', 'Entrada ou saída'])(
    'is marked by a minus in a column of its own, named %s',
    (name) => {
      const file = `Data;Histórico;${name};Valor\n20/11/2026;PIX ANA LIMA;+;86,70\n21/11/2026;PIX ANA LIMA;-;50,00\n`;
      expect(shownIn(file)).toEqual(['2026-11-20 8670 PIX ANA LIMA']);
      expect(countsOf(file)).toEqual({ ...none, out: 1 });
    },
  );

  it('is marked behind its amount, or in front of it', () => {
    const file = csv(
      '20/11/2026;PIX ANA;86,70 CR',
      '21/11/2026;PIX ENVIADO ANA;300,00 DB',
      '22/11/2026;PIX CAIO;86,70 (+)',
      '23/11/2026;X;9,90 (-)',
      '23/11/2026;Y;"+ R$ 1.086,70"',
      '23/11/2026;Z;"− R$ 50,00"',
      '24/11/2026;W;12,00D',
    );
    expect(shownIn(file)).toEqual(['2026-11-20 8670 PIX ANA', '2026-11-22 8670 PIX CAIO', '2026-11-23 108670 Y']);
    expect(countsOf(file)).toEqual({ ...none, out: 4 });
  });
});

describe('lines with one id and equal facts', () => {
  const twice = [{ memo: 'PIX RECEBIDO' }, { memo: 'PIX RECEBIDO' }];
  const opening = { type: 'OTHER', day: '20261101', id: '0', memo: 'SALDO ANTERIOR' };
  const closing = (cents: string) => `<LEDGERBAL><BALAMT>${cents}<DTASOF>20261128</LEDGERBAL>`;

  it('are two where no balance says otherwise, the second in doubt', () => {
    const shown = ['2026-11-20 8670 PIX RECEBIDO', '2026-11-20 8670 PIX RECEBIDO repeated'];
    expect(shownIn(ofx(twice))).toEqual(shown);
    expect(shownIn(ofx(twice, closing('1000.00')))).toEqual(shown);
    expect(shownIn(ofx([{ ...opening, amount: '100.00' }, ...twice], closing('500.00')))).toEqual(shown);
    expect(new Set(parse(ofx(twice)).lines.map(({ key }) => key)).size).toBe(2);
  });

  it('are one or two as the balances say', () => {
    const two = ofx([{ ...opening, amount: '100.00' }, ...twice], closing('273.40'));
    expect(shownIn(two)).toEqual(['2026-11-20 8670 PIX RECEBIDO', '2026-11-20 8670 PIX RECEBIDO']);
    const one = ofx([{ ...opening, amount: '100.00' }, ...twice], closing('186.70'));
    expect(shownIn(one)).toEqual(['2026-11-20 8670 PIX RECEBIDO']);
    expect(parse(one).lines.filter(({ isRepeated }) => isRepeated)).toHaveLength(1);
  });

  it('are one where they have the id of one Pix', () => {
    const memo = 'PIX E00000000202611201200abcDEF12345';
    expect(shownIn(ofx([{ memo }, { memo, id: '2' }]))).toEqual([`2026-11-20 8670 ${memo}`]);
  });
});

describe('a file that was cut', () => {
  it('of OFX counts its last line as unread', () => {
    const whole = [{ memo: 'CAIO' }, { id: '2', memo: 'ANA' }];
    for (const end of [
      '</STMTTRN>\n',
      '\n<MEMO>ANA\n</STMTTRN>\n',
      '70\n<FITID>2\n<MEMO>ANA\n</STMTTRN>\n',
      '0261120\n<TRNAMT>86.70\n<FITID>2\n<MEMO>ANA\n</STMTTRN>\n',
    ]) {
      const file = opened(whole);
      const cut = file.slice(0, file.length - end.length);
      expect(file.endsWith(end)).toBe(true);
      expect(shownIn(cut)).toEqual(['2026-11-20 8670 CAIO']);
      expect(countsOf(cut)).toEqual({ ...none, unread: 1 });
    }
  });

  it('between two lines of OFX is said to be cut', () => {
    expect(parse(opened([{}])).isCut).toBe(true);
    expect(parse(ofx([{}])).isCut).toBe(false);
    expect(parse(`${opened([{}])}</OFX>`).isCut).toBe(false);
  });

  it('of CSV counts its last row as unread, wherever it ends', () => {
    const whole = csv('20/11/2026;PIX CAIO;86,70', '20/11/2026;"PIX DAVI";1.286,70', '21/11/2026;"PIX ANA";1.086,70');
    const complete = whole.trimEnd();
    expect(shownIn(complete)).toHaveLength(3);
    const start = complete.lastIndexOf('\n') + 1;
    for (let end = start + 1; end < complete.length; end += 1) {
      const cut = complete.slice(0, end);
      expect(shownIn(cut), cut.slice(start)).toEqual(['2026-11-20 8670 PIX CAIO', '2026-11-20 128670 PIX DAVI']);
      expect(countsOf(cut), cut.slice(start)).toEqual({ ...none, unread: 1 });
    }
  });

  it('is no file that lacks the last line break alone, or writes amounts in several ways', () => {
    expect(countsOf('Data;Histórico;Valor\n20/11/2026;A;86,70\n20/11/2026;B;9,90')).toEqual(none);
    expect(countsOf('Data;Histórico;Valor\n20/11/2026;A;86.7\n20/11/2026;B;9\n20/11/2026;C;10')).toEqual(none);
  });
});

describe('days', () => {
  it('have the order that one of their column shows', () => {
    const file =
      'Date,Description,Amount\n11/20/2026,Pix recebido ANA,86.70\n11/05/2026,Pix recebido CAIO,86.70\n10/12/2026,Pix recebido DAVI,86.70\n';
    expect(shownIn(file).map((line) => line.slice(0, 10))).toEqual(['2026-11-20', '2026-11-05', '2026-10-12']);
    const brazilian = csv('05/11/2026;A;1,00', '20/11/2026;B;1,00');
    expect(shownIn(brazilian).map((line) => line.slice(0, 10))).toEqual(['2026-11-05', '2026-11-20']);
    // All may be either: the one that leaves nothing for the future.
    const open = 'Date,Description,Amount\n11/05/2026,A,1.00\n10/12/2026,B,1.00\n';
    expect(shownIn(open).map((line) => line.slice(0, 10))).toEqual(['2026-11-05', '2026-10-12']);
  });

  it.each([
    ['20 NOV 2026', '2026-11-20'],
    ['21-nov-26', '2026-11-21'],
    ['22 de novembro de 2026', '2026-11-22'],
    ['2026/11/23', '2026-11-23'],
    ['20261124', '2026-11-24'],
    ['seg 23/11/2026', '2026-11-23'],
    ['20/11', '2026-11-20'],
    ['20-nov', '2026-11-20'],
    ['20 de nov', '2026-11-20'],
    ['20/11 10:12', '2026-11-20'],
    // Not yet this year.
    ['31/12', '2025-12-31'],
    ['20/11/2026 10:12:13', '2026-11-20'],
    ['2026-11-20T10:12:13-03:00', '2026-11-20'],
  ])('written "%s" are %s', (written, day) => {
    expect(shownIn(csv(`${written};A;1,00`))).toEqual([`${day} 100 A`]);
  });

  it('to come are counted, but for tomorrow by the clock of another country', () => {
    const file = csv('30/11/2026;PIX RECEBIDO ANA;86,70', '28/11/2026;PIX RECEBIDO CAIO;86,70', '29/11;A;1,00');
    expect(shownIn(file)).toEqual(['2026-11-28 8670 PIX RECEBIDO CAIO']);
    expect(countsOf(file)).toEqual({ ...none, future: 2 });
    for (const day of ['20261129013000[0:GMT]', '20261129013000.000[+0:UTC]', '20261129103000[+9:JST]']) {
      expect(shownIn(ofx([{ day }])), day).toEqual(['2026-11-28 8670 PIX']);
    }
    expect(shownIn(csv('2026-11-29T01:30:00Z;A;1,00'))).toEqual(['2026-11-28 100 A']);
    expect(countsOf(ofx([{ day: '20261129120000[-3:BRT]' }, { day: '20261129' }]))).toEqual({ ...none, future: 2 });
  });

  it('that nobody can read are refused with their column and an example', () => {
    expect(refusalOf(csv('20 xyz 2026;A;1,00'))).toBe(
      'Não entendemos as datas da coluna “Data”, como em “20 xyz 2026”.',
    );
    expect(refusalOf(csv('20/11/2026;A;oito'))).toBe('Não entendemos os valores da coluna “Valor”, como em “oito”.');
    expect(refusalOf(ofx([{ day: '0' }]))).toBe('Não entendemos as datas, como em “0”.');
    expect(refusalOf('um texto qualquer')).toBe('STATEMENT_UNREADABLE');
  });
});

describe('columns', () => {
  it('of Banco do Brasil have balances of no day, which are counted as balances', () => {
    const file =
      '"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"\n"31/10/2026","Saldo Anterior","","","1.000,00",""\n"05/11/2026","Pix - Recebido","05/11 10:12 00012345678909 ANA PRATES LIM","51012","86,70","Entrada"\n"00/00/0000","Saldo do dia","","","1.086,70",""\n"06/11/2026","Pix - Enviado","06/11 11:12 POSTO EXEMPLO","51013","-50,00","Saída"\n"00/00/0000","Saldo do dia","","","1.036,70",""\n"06/11/2026","S A L D O","","","1.036,70",""\n';
    expect(shownIn(file)).toHaveLength(1);
    expect(countsOf(file)).toEqual({ ...none, balances: 4, out: 1 });
  });

  it.each([
    ['Transação,Tipo Transação,Identificação', 'Transf Pix recebida,CRÉDITO,ANA PRATES LIMA'],
    ['Movimentação,Origem / Destino,Nada', 'Pix recebido,ANA PRATES LIMA,'],
    ['Histórico,Remetente/Destinatário,Nada', 'Pix recebido,ANA PRATES LIMA,'],
    ['Operação,Pagador/Recebedor,Nada', 'Pix recebido,ANA PRATES LIMA,'],
    ['Tipo,Beneficiário,Nada', 'Pix recebido,ANA PRATES LIMA,'],
    ['Lançamento,Nome da contraparte,Nada', 'Pix recebido,ANA PRATES LIMA,'],
    ['Tipo,Favorecido/Pagador,Nada', 'Pix recebido,ANA PRATES LIMA,'],
    ['Tipo,Destino,Origem', 'Pix recebido,EMPRESA LTDA,ANA PRATES LIMA'],
  ])('named "%s" say who paid', (names, cells) => {
    const file = `Data/Hora,${names},Valor,Saldo\n20/11/2026 10:12,${cells},"+ R$ 86,70","R$ 1.086,70"\n`;
    expect(incomingLines(parse(file))).toMatchObject([
      { payerName: 'ANA PRATES LIMA', amountCents: 8_670, description: expect.stringMatching(/recebid/) },
    ]);
  });

  it.each([
    'Dt. Lanç.;Histórico;Docto;Valor',
    'Data da operação;Descrição da operação;Documento;Valor da operação',
    'Transaction Date;Details;Reference;Money In',
    'Data|Histórico|Documento|Valor',
  ])('of other banks are known: %s', (header) => {
    const row = ['20/11/2026', 'PIX ANA LIMA', '1', '86,70'].join(header.includes('|') ? '|' : ';');
    expect(shownIn(`${header}\n${row}\n`)).toEqual(['2026-11-20 8670 PIX ANA LIMA']);
  });

  it('of balances have no money that came in', () => {
    const texts = ['Saldo Diário', 'Saldo contábil', 'Saldo na data', 'SALDO INVESTIMENTOS', 'Saldo em conta corrente'];
    const file = csv('20/11/2026;PIX ANA;86,70', ...texts.map((text) => `20/11/2026;${text};1.086,70`));
    expect(shownIn(file)).toEqual(['2026-11-20 8670 PIX ANA']);
    expect(countsOf(file)).toEqual({ ...none, balances: texts.length });
  });

  it.each(['Cancelado', 'Pendente', 'Não realizado', 'Estornado', 'Em análise', 'Agendada', 'Recusada', 'Failed'])(
    'of a state that say %s have no money that came in',
    (state) => {
      const rows = ['Concluído;ANA', `${state};BIA`, 'Processado;CAIO'].map((one) => `20/11/2026;${one};86,70\n`);
      const file = `Data;Situação;Descrição;Valor\n${rows.join('')}`;
      expect(shownIn(file)).toEqual(['2026-11-20 8670 ANA', '2026-11-20 8670 CAIO']);
      expect(countsOf(file)).toEqual({ ...none, undone: 1 });
    },
  );

  it('without names are known by what they have', () => {
    const itau = '20/11/2026;PIX TRANSF ANA PRA20/11;86,70\n21/11/2026;PIX ENVIADO POSTO21/11;-50,00\n';
    expect(shownIn(itau)).toEqual(['2026-11-20 8670 PIX TRANSF ANA PRA20/11']);
    expect(countsOf(itau)).toEqual({ ...none, out: 1 });
    expect(shownIn('2026-11-20\tANA\tPIX\t1.086,70\n2026-11-20\tBIA\tPIX\t10,00\n')).toHaveLength(2);
    for (const other of ['Ana;Lima\n', '20/11/2026;A;1,00;2,00\n', 'a;b;c\n20/11/2026;A;1,00\n']) {
      expect(refusalOf(other)).toBe('STATEMENT_UNREADABLE');
    }
  });

  it('have decimals behind one mark', () => {
    expect(shownIn('Data;Histórico;Valor\n20/11/2026;A;86.70\n20/11/2026;B;"1,086.70"\n20/11/2026;C;1,086\n')).toEqual([
      '2026-11-20 8670 A',
      '2026-11-20 108670 B',
      '2026-11-20 108600 C',
    ]);
  });
});

describe('texts', () => {
  it('have characters for the entities of HTML, by number, by name, and escaped twice', () => {
    const memos = [
      ['JO&#xC3;O DE AS&#xCD;S E S&#xC1;', 'JOÃO DE ASÍS E SÁ'],
      ['JO&#195;O', 'JOÃO'],
      ['JO&atilde;O D&apos;&Aacute;VILA', "JOãO D'ÁVILA"],
      ['ANA &amp;amp; CAIO', 'ANA & CAIO'],
      ['CONCEI&ccedil;&atilde;o &Uuml; 1&ordm;', 'CONCEIção Ü 1º'],
      ['A &desconhecida; B', 'A &desconhecida; B'],
    ];
    const file = ofx(memos.map(([memo = ''], index) => ({ memo, id: String(index) })));
    expect(incomingLines(parse(file)).map(({ description }) => description)).toEqual(memos.map(([, text]) => text));
    expect(shownIn(csv('20/11/2026;"JO&atilde;O";1,00'))).toEqual(['2026-11-20 100 JOãO']);
  });

  it('have the letters that were read in another encoding', () => {
    expect(shownIn(csv('20/11/2026;TransferÃªncia JOÃƒO DE ASSÃ\u008dS - Â§ CONCEIÃ‡ÃƒO;1,00'))).toEqual([
      '2026-11-20 100 Transferência JOÃO DE ASSÍS - § CONCEIÇÃO',
    ]);
    expect(shownIn(csv('20/11/2026;SÃO JOÃO Â;1,00'))).toEqual(['2026-11-20 100 SÃO JOÃO Â']);
  });

  it('are read in UTF-16 of both orders, Windows-1252 and Mac Roman', () => {
    const file = csv('20/11/2026;PIX JOSÉ;86,70');
    const little = Buffer.from(`\ufeff${file}`, 'utf16le');
    const mac = Buffer.concat([
      Buffer.from('Data;Hist'),
      Buffer.of(0x97),
      Buffer.from('rico;Valor\n20/11/2026;PIX JOS'),
      Buffer.of(0x83),
      Buffer.from(' ARA'),
      Buffer.of(0x87),
      Buffer.from('A GOM'),
      Buffer.of(0x90),
      Buffer.from('S;86,70\n'),
    ]);
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(file, 'latin1')]) {
      expect(shownIn(bytes)).toEqual(['2026-11-20 8670 PIX JOSÉ']);
    }
    expect(incomingLines(parse(mac))).toHaveLength(1);
  });
});

describe('a Pix that the bank took back', () => {
  it.each([
    ['20/11/2026;ESTORNO PIX RECEBIDO ANA PRATES LIMA;-86,70'],
    ['21/11/2026;Devolução Pix ANA PRATES;-86,70'],
    ['20/11/2026;ESTORNO;-86,70'],
    ['20/11/2026;PIX DEVOLVIDO;-86,70'],
  ])('is in doubt: %s', (back) => {
    expect(shownIn(csv('20/11/2026;PIX RECEBIDO ANA PRATES LIMA;86,70', back))).toEqual([
      '2026-11-20 8670 PIX RECEBIDO ANA PRATES LIMA reversed',
    ]);
    expect(shownIn(csv(back, '20/11/2026;PIX RECEBIDO ANA PRATES LIMA;86,70'))).toHaveLength(1);
  });

  it('is that of its payer alone, once, and never another one', () => {
    const lines = ['19/11/2026;PIX RECEBIDO CAIO;86,70', '20/11/2026;PIX RECEBIDO ANA PRATES;86,70'];
    expect(shownIn(csv(...lines, '20/11/2026;ESTORNO PIX ANA PRATES;-86,70'))).toEqual([
      '2026-11-19 8670 PIX RECEBIDO CAIO',
      '2026-11-20 8670 PIX RECEBIDO ANA PRATES reversed',
    ]);
    for (const other of [
      '20/11/2026;ESTORNO PIX DAVI NUNES;-86,70',
      '20/11/2026;ESTORNO PIX ANA PRATES;-80,00',
      '27/11/2026;ESTORNO PIX ANA PRATES;-86,70',
      '20/11/2026;PIX ENVIADO ANA PRATES;-86,70',
    ]) {
      expect(shownIn(csv(...lines, other)).join(' '), other).not.toContain('reversed');
    }
  });
});

it('thousands of doubled and returned lines are read within seconds', () => {
  const start = performance.now();
  const back = ['20/11/2026;PIX RECEBIDO ANA LIMA;1,00', '20/11/2026;ESTORNO ANA LIMA;-1,00'];
  expect(parse(csv(...Array.from({ length: 1_200 }, () => back).flat())).lines).toHaveLength(2_400);
  const account = (index: number) => ofx([{}, {}]).replaceAll('<ACCTID>1', `<ACCTID>${index}`).slice(15);
  const accounts = Array.from({ length: 1_200 }, (_, index) => account(index));
  expect(parse(`OFXHEADER:100\n${accounts.join('')}`).lines).toHaveLength(2_400);
  expect(performance.now() - start).toBeLessThan(10_000);
});

it('every row of a file is shown, went out, is repeated, or is counted', () => {
  const cell = (...texts: string[]) => fc.constantFrom(...texts);
  const row = fc.tuple(
    cell('20/11/2026', '30/12/2026', '', '00/00/0000', 'Total', '21-nov-26', '11/20/2026', '20/11', 'x'),
    cell('PIX RECEBIDO ANA', 'Saldo do dia', 'ESTORNO PIX ANA', 'TARIFA', '', 'PIX E00000000202611201200abcDEF12345'),
    cell('86,70', '-86,70', '', '0,00', '9,90 DB', 'oito', '1.234,5', '99999999999,00'),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.boolean(), (rows, isEnded) => {
      const written = rows.filter((cells) => cells.some(Boolean));
      const text = `Data;Histórico;Valor\n${written.map((cells) => cells.join(';')).join('\n')}${isEnded ? '\n' : ''}`;
      let parsed: ReturnType<typeof parse>;
      try {
        parsed = parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        return;
      }
      const { lines, counts } = parsed;
      const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
      // csv-parse leaves out rows of separators alone.
      expect(lines.length + counted).toBe(written.length);
    }),
    { numRuns: 500 },
  );
  const transactions = fc.array(
    fc.record({
      type: cell('CREDIT', 'PAYMENT', 'XFER'),
      day: cell('20261120', '20270101', '0', ''),
      amount: cell('86.70', '-1.00', '', 'x', '0'),
      id: cell('1', '2'),
      memo: cell('PIX', 'SALDO ANTERIOR', 'PIX ENVIADO'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(transactions, (all) => {
      let parsed: ReturnType<typeof parse>;
      try {
        parsed = parse(ofx(all));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        return;
      }
      const counted = Object.values(parsed.counts).reduce((sum, count) => sum + count, 0);
      expect(parsed.lines.length + counted).toBe(all.length);
    }),
  );
});
