import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '~/test/render';
import Editing from './editing';
import { hostileTexts } from './hostile.sample';

const box = page.getByRole('textbox', { name: 'Texto' });
const attributes = { role: 'textbox', 'aria-label': 'Texto' };

/** The editor of a text; answers what stands in it now. */
async function open(value = '') {
  let written = value;
  const onChange = (changed: string) => {
    written = changed;
  };
  await renderPage(<Editing value={value} onChange={onChange} label="Texto" attributes={attributes} />);
  await box.click();
  return () => written;
}

test('words are set by the toolbar and by keys', async () => {
  const written = await open();
  await userEvent.keyboard('O dia');
  await page.getByRole('button', { name: 'Título grande' }).click();
  await userEvent.keyboard('{End}{Enter}Saímos {Control>}b{/Control}cedo');
  expect(written()).toBe('<h2>O dia</h2><p>Saímos <strong>cedo</strong></p>');
});

test('a link leads nowhere but to a site, a mailbox or a telephone', async () => {
  const written = await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  const address = page.getByRole('dialog', { name: 'Inserir link' }).getByLabelText('Endereço');
  await expect.element(address).toHaveFocus();
  await userEvent.keyboard('javascript:alert(1){Enter}');
  await expect.element(address).toHaveAccessibleDescription(/Use um site, um e-mail ou um telefone\./);
  await address.fill('exemplo.com.br/mapa');
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveFocus();
  expect(written()).toBe(
    '<p><a href="https://exemplo.com.br/mapa" rel="noopener nofollow" target="_blank">exemplo.com.br/mapa</a></p>',
  );
});

/** Tags and attributes in the text, without those of the editor's own empty lines. */
const markup = () =>
  [...box.element().querySelectorAll('*:not(.ProseMirror-trailingBreak)')]
    .map(({ tagName, attributes }) => [tagName, ...[...attributes].map(({ name, value }) => `${name}=${value}`)])
    .join(' ');

const HARMLESS = /^(?:(?:P|BR|H[234]|UL|LI|STRONG|EM)(?: |$))*$/;

test('a hostile text runs nothing, neither pasted nor from the server', async () => {
  const hit = vi.fn();
  vi.stubGlobal('hit', hit);
  const written = await open(`<p>antes</p>${hostileTexts.join('')}`);
  await expect.element(box).toMatchTextContent(/antes/);
  expect(markup()).toMatch(HARMLESS);
  for (const html of hostileTexts) {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', `<p>antes</p>${html}<p>depois</p>`);
    clipboardData.setData('text/plain', 'antes depois');
    box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    expect(markup(), html).toMatch(HARMLESS);
  }
  expect(written().match(/antes/g)).toHaveLength(hostileTexts.length + 1);
  expect(hit).not.toHaveBeenCalled();
});
