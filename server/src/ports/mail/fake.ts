import type { Mail, MailTransport } from './port.ts';

/** Records mails, for tests; `failNext` makes the next ones fail. */
export interface FakeMailTransport extends MailTransport {
  sent: Mail[];
  failNext(times: number): void;
}

export function fakeMailTransport(): FakeMailTransport {
  let failures = 0;
  const sent: Mail[] = [];
  return {
    sent,
    failNext(times) {
      failures = times;
    },
    async send(mail) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('421 try again later');
      }
      sent.push(mail);
    },
    close: () => undefined,
  };
}
