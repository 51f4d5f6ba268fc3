import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MailTransport } from './port.ts';
import { smtpTransport } from './smtp.ts';

type Mood =
  | 'takes'
  | 'refuses the recipient'
  | 'refuses for good'
  | 'refuses the text'
  | 'hangs up in the text'
  | 'falls silent';

let mood: Mood;
let server: SMTPServer;
let transport: MailTransport;
let taken: string[];
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, answer) {
      if (mood === 'refuses the recipient') return answer(refusal(450, '4.2.0 Greylisted'));
      if (mood === 'refuses for good') return answer(refusal(550, '5.1.1 User unknown'));
      answer();
    },
    async onData(stream, _, answer) {
      if (mood === 'falls silent') return;
      if (mood === 'hangs up in the text') {
        for (const connection of server.connections) connection.close();
        return;
      }
      const message = await text(stream);
      if (mood === 'refuses the text') return answer(refusal(451, '4.3.0 Try again later'));
      taken.push(message);
      answer();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Passeio <oi@rota.example>', { answerMs: 1_000 });
});
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(resolve));
});
beforeEach(() => {
  taken = [];
});

const send = (more = {}) =>
  transport.send({
    ...{ id: '0190a000-0000-7000-8000-000000000000', to: 'ana@exemplo.com.br', senderName: 'Rota' },
    ...{ subject: 'Oi', html: '<p>Oi</p>', text: 'Oi', pictures: [], ...more },
  });

it.each([
  ['refuses the recipient', /450/],
  ['refuses for good', /550/],
  ['refuses the text', /451/],
  ['hangs up in the text', /./],
  ['falls silent', /Timeout/],
] as const)('a mail server that %s has not taken the mail; once it does, it has it once', async (refusing, reason) => {
  mood = refusing;
  await expect(send()).rejects.toThrow(reason);
  mood = 'takes';
  await send();
  expect(taken).toHaveLength(1);
  expect(taken[0]).toContain('Message-ID: <0190a000-0000-7000-8000-000000000000@rota.example>');
});

it('names and subjects of any writing arrive, and start no header of their own', async () => {
  mood = 'takes';
  await send({
    senderName: 'שלום "Rota" <ma@x.example> 👩‍👩‍👧',
    subject: 'Reserva 🏞️ Bcc: ma@x.example',
    replyTo: 'oi@x.example',
  });
  const [head = ''] = taken[0]?.split('\r\n\r\n') ?? [];
  const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase());
  expect(names).toEqual(expect.arrayContaining(['from', 'to', 'reply-to', 'subject', 'message-id']));
  expect(names).not.toContain('bcc');
  expect(head.replaceAll(/\r\n[ \t]/g, ' ')).toMatch(/^From: .*<oi@rota\.example>\r?$/m);
  for (const line of head.split('\r\n')) expect(line).toMatch(/^[\x20-\x7e\t]{0,998}$/);
});
