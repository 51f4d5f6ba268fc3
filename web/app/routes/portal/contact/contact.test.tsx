import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderRoute } from '~/test/render';
import { rootData } from '~/test/root-data';
import Contact from './contact';

const show = (some: object) =>
  renderRoute(
    { default: Contact, clientLoader: () => ({ contactHtml: '' }) },
    { root: { ...rootData, settings: { ...rootData.settings, ...some } } },
  );

const ways = { whatsapp: '+5535999990000', phone: '+553532120000', email: 'oi@rota.example' };

test('the contact page has each way to reach the operator, and none that is not there', async () => {
  await show(ways);
  const main = page.getByRole('list').first();
  for (const [name, href] of [
    ['WhatsApp', /^https:\/\/wa\.me\/5535999990000\?text=/],
    ['Telefone', /^tel:\+553532120000$/],
    ['E-mail', /^mailto:oi@rota\.example$/],
  ] as const) {
    await expect
      .element(main.getByRole('link', { name: new RegExp(name) }))
      .toHaveAttribute('href', expect.stringMatching(href));
  }
});

test('the contact page says nothing of ways that the operator does not have', async () => {
  await show({ whatsapp: '', phone: '', email: 'oi@rota.example' });
  await expect.element(page.getByRole('link', { name: /E-mail/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /WhatsApp|Telefone/ })).not.toBeInTheDocument();
});
