import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { RichText } from './rich-text';

test('what the sanitiser writes is shown', async () => {
  await renderPage(
    <RichText html='<p>Oi, <strong>gente</strong>! <a href="/portal/contato" rel="noopener">Contato</a></p>' />,
  );
  await expect.element(page.getByRole('link', { name: 'Contato' })).toBeVisible();
  await expect.element(page.getByRole('strong')).toHaveTextContent('gente');
});

test.each(['<p>Oi</p><img src="/nada.png">', '<p onclick="alert(1)">Oi</p>', '<a href="javascript:alert(1)">Oi</a>'])(
  'markup that the sanitiser would not have written is refused: %s',
  async (html) => {
    vi.mocked(console.error).mockImplementation(() => {});
    await renderPage(<RichText html={html} />);
    await expect.element(page.getByText('Não foi possível mostrar este texto.')).toBeVisible();
    expect(document.querySelector('img, [onclick], a')).toBeNull();
    expect(JSON.stringify(vi.mocked(console.error).mock.calls.map(String))).toContain('Not sanitised HTML');
    vi.mocked(console.error).mockClear();
  },
);
