import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestWhatsApp, type TestWhatsApp } from '../server/test/whatsapp/chat-app.ts';
import { faultsOfWebhook } from '../server/test/whatsapp/meta-schemas.ts';

interface Webhook {
  entry: { changes: { field: string; value: Record<string, unknown> }[] }[];
}

let demo: TestWhatsApp;
let server: Server;
const taken: { body: string; signature: string }[] = [];
beforeAll(async () => {
  demo = await startTestWhatsApp();
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    taken.push({ body, signature: String(request.headers['x-hub-signature-256']) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  demo.webhooks.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await demo.stop();
  server.closeAllConnections();
  server.close();
});

it("the demonstration's webhooks are those of Meta's document, signed with the app's secret", async () => {
  const { chats, webhooks } = demo;
  const client = chats.clientOf('5535988112001', 'Ana');
  const said = { from: 'client', text: 'Oi', status: 'delivered', category: 'service' } as const;
  webhooks.message(client, chats.add(client, { ...said, kind: 'text' }));
  webhooks.message(
    client,
    chats.add(client, { ...said, kind: 'image', media: { id: '1', type: 'image/png', sha256: 'x' } }),
  );
  const voice = { id: '2', type: 'audio/ogg; codecs=opus', sha256: 'x' };
  webhooks.message(client, chats.add(client, { ...said, text: '', kind: 'audio', media: voice }));
  const sent = chats.add(client, {
    ...said,
    from: 'agency',
    kind: 'template',
    category: 'marketing',
    callback: 'ours',
  });
  for (const status of ['sent', 'delivered', 'read'] as const) webhooks.status(client, sent, status);
  webhooks.status(client, sent, 'failed', 131026);
  await expect.poll(() => taken.length).toBe(7);
  for (const { body, signature } of taken) {
    expect(faultsOfWebhook(JSON.parse(body))).toEqual([]);
    expect(signature).toBe(`sha256=${createHmac('sha256', demo.access.appSecret).update(body).digest('hex')}`);
  }
});

// What the document lacks, as the documentation shows it.
it('echoes, states of templates and people without a telephone are as the documentation has them', async () => {
  taken.length = 0;
  const { chats, webhooks } = demo;
  const client = chats.clientOf('5535988112002', 'Beto');
  const line = { from: 'app', kind: 'text', text: 'Bom dia', status: 'delivered', category: 'service' } as const;
  webhooks.echo(client, chats.add(client, line));
  webhooks.template({
    ...{ id: '1', name: 'x', language: 'pt_BR', category: 'UTILITY', status: 'REJECTED', body: 'x', button: null },
  });
  client.isHidden = true;
  webhooks.message(client, chats.add(client, { ...line, from: 'client', text: 'Oi' }));
  await expect.poll(() => taken.length).toBe(3);
  expect(taken.flatMap(({ body }) => faultsOfWebhook(JSON.parse(body)))).toEqual([]);
  const [echo, template, hidden] = taken.map(({ body }) => (JSON.parse(body) as Webhook).entry[0]?.changes[0]);
  expect(echo).toMatchObject({
    field: 'smb_message_echoes',
    value: {
      message_echoes: [{ from: '5535988112233', to: '5535988112002', type: 'text', text: { body: 'Bom dia' } }],
    },
  });
  expect(template).toMatchObject({
    field: 'message_template_status_update',
    value: { event: 'REJECTED', message_template_name: 'x', message_template_language: 'pt_BR', reason: 'NONE' },
  });
  expect(hidden?.value).toMatchObject({
    contacts: [{ profile: { name: 'Beto' }, user_id: client.bsuid }],
    messages: [{ from_user_id: client.bsuid, type: 'text' }],
  });
  expect(JSON.stringify(hidden)).not.toContain('5535988112002');
});
