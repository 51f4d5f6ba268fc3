import { describe, expect, it } from 'vitest';
import { accessTo } from './access';

const everyone = [null, 'CLIENT', 'OPERATOR', 'ADMIN', 'INTRUDER'] as const;

/** One row per page: the answer for a visitor, a client, an operator, an administrator and an unknown role. */
const table: Record<string, readonly ['allow' | 'login', ...('allow' | 'deny')[]]> = {
  '/': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/portal/contato': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/portal/passeio/tiradentes': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/auth/login': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/404': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/home': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/minhaconta': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/minhasreservas': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/minhasreservas/': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/admin/passeios': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/Admin/Passeios/': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/admin/pagamentos': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/admin/pagamentos/extrato': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/admin/saidas': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/admin/reservas': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/admin/reservas/A3K7QX': ['login', 'deny', 'allow', 'allow', 'deny'],
  '/admin/usuarios': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/ADMIN/USUARIOS/': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/admin': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/admin/anything/else': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/template/ui-elements/botoes': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/template/forms/campos/': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/Template': ['login', 'deny', 'deny', 'allow', 'deny'],
  '/templates': ['login', 'deny', 'deny', 'deny', 'deny'],
  '/%61dmin/usuarios': ['login', 'deny', 'deny', 'deny', 'deny'],
  '/portalegre': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/authx': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/voucher/A3K7QX': ['allow', 'allow', 'allow', 'allow', 'allow'],
  '/vouchers': ['login', 'deny', 'deny', 'deny', 'deny'],
  '/homex': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/home/x': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/minhaconta/x': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/MinhasReservas-antigas': ['login', 'allow', 'allow', 'allow', 'deny'],
  '/404x': ['login', 'deny', 'deny', 'deny', 'deny'],
};

describe.each(Object.entries(table))('%s', (path, answers) => {
  it.each(everyone.map((role, column) => ({ role, answer: answers[column] })))(
    'answers $answer to $role',
    ({ role, answer }) => {
      expect(accessTo(path, role)).toBe(answer);
    },
  );
});

describe('without a permission of an operator', () => {
  it.each([
    ['/admin/pagamentos', 'see_money'],
    ['/admin/pagamentos/', 'see_money'],
    ['/admin/pagamentos/devolucoes', 'see_money'],
    ['/admin/pagamentos/extrato', 'confirm_money'],
    ['/admin/pagamentos/conciliar', 'confirm_money'],
    ['/admin/passeios/1/financeiro', 'see_money'],
    ['/admin/passeios/1/fechamento', 'see_money'],
    ['/admin/passeios/1/troca-de-veiculo', 'edit_trips'],
    ['/admin/passeios/1', 'edit_trips'],
    ['/Admin/Passeios/novo/', 'edit_trips'],
    ['/admin/veiculos/novo', 'edit_trips'],
  ])('%s is closed', (path, needed) => {
    expect(accessTo(path, 'OPERATOR', [needed])).toBe('allow');
    expect(accessTo(path, 'OPERATOR', [])).toBe('deny');
    expect(accessTo(path, null, [])).toBe('login');
  });

  it.each(['/admin/passeios', '/admin/passeios/reservas', '/admin/passeios/1/passageiros', '/admin/veiculos', '/home'])(
    '%s stays open',
    (path) => expect(accessTo(path, 'OPERATOR', [])).toBe('allow'),
  );
});

describe('a guide', () => {
  it.each(['/admin/embarque/1', '/home', '/minhaconta'])('opens %s', (path) =>
    expect(accessTo(path, 'GUIDE', [])).toBe('allow'),
  );
  it.each(['/admin', '/admin/passeios', '/admin/reservas', '/admin/pagamentos', '/admin/usuarios'])(
    'does not open %s',
    (path) => expect(accessTo(path, 'GUIDE', [])).toBe('deny'),
  );
});
