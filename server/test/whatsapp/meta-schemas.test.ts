import { expect, it } from 'vitest';
import { startTestWhatsApp } from './chat-app.ts';
import { faultsOfWebhook } from './meta-schemas.ts';

const sends = async (path: string, body: object) => {
  const demo = await startTestWhatsApp();
  await fetch(demo.pageUrl + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00' },
  });
  await demo.stop();
};

it('a test that sends what Meta does not know fails when its WhatsApp stops', async () => {
  const text = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '5535988112001', type: 'text' };
  await sends('/v23.0/1/messages', { ...text, text: { body: 'Oi' } });
  await expect(sends('/v23.0/1/messages', text)).rejects.toThrow(/to deeply equal \[\]/);
  await expect(sends('/v23.0/1/register', {})).rejects.toThrow(/to deeply equal \[\]/);
  await expect(sends('/webhooks/whatsapp/x', { object: 'page', entry: [{}] })).rejects.toThrow(/to deeply equal \[\]/);
});

it('a webhook is compared with the document, or with the example that stands for it', () => {
  const faults = (field: string, value: object) =>
    faultsOfWebhook({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field, value }] }],
    } as never);
  const metadata = { display_phone_number: '5535988112233', phone_number_id: '1' };
  const base = { messaging_product: 'whatsapp', metadata };
  const said = { id: 'wamid.1', timestamp: '1', type: 'text', text: { body: 'Oi' } };
  const contacts = [{ profile: { name: 'Ana' } }];
  expect(faults('messages', { ...base, contacts, messages: [{ ...said, from_user_id: 'BR.1' }] })).toEqual([]);
  expect(faults('messages', { ...base, contacts, messages: [said] })).not.toEqual([]);
  const status = { id: 'wamid.1', status: 'read', timestamp: '1' };
  expect(faults('messages', { ...base, statuses: [{ ...status, recipient_user_id: 'BR.1' }] })).toEqual([]);
  expect(faults('messages', { ...base, statuses: [{ ...status, status: 'seen', recipient_id: '1' }] })).not.toEqual([]);
  const echo = { ...said, from: '5535988112233', to: '5535988112001' };
  expect(faults('smb_message_echoes', { ...base, message_echoes: [echo] })).toEqual([]);
  expect(faults('smb_message_echoes', { ...base, message_echoes: [{ ...echo, id: 1 }] })).toEqual([
    'smb_message_echoes/message_echoes/0/id is no string',
  ]);
  expect(faults('account_alerts', {})).not.toEqual([]);
});
