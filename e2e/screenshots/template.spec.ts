import { templatePages } from '../../web/app/routes/area/layout/template-pages.ts';
import { expect, test } from '../support/fixtures.ts';
import { demoAccount } from '../support/people.ts';
import { shoot } from './shoot.ts';

test('the style guide and its dialogs', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  for (const { label, to } of templatePages) {
    await page.goto(to);
    await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible();
    await shoot(page, to);
  }
  await page.goto('/template/ui-elements/dialogos');
  for (const [button, dialog] of [
    ['Abrir uma tarefa', 'Registrar pagamento'],
    ['Comparar versões', 'Outra pessoa salvou este passeio'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await shoot(page, `dialog-${dialog}`, { fullPage: false });
    await page.keyboard.press('Escape');
  }
});
