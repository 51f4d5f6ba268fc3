import { use } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderRoute } from '~/test/render';
import { useAddressPart } from './list-tools';

function Filters() {
  const [, choose] = useAddressPart('action');
  const [, until] = useAddressPart('to');
  const { search } = useLocation();
  const navigate = useNavigate();
  const changeBoth = () => {
    choose('');
    until('2025-12-31');
  };
  return (
    <>
      <button type="button" onClick={changeBoth}>
        Trocar os dois
      </button>
      <button type="button" onClick={() => choose('trip.published')}>
        Trocar a ação
      </button>
      <button type="button" onClick={() => choose('')}>
        Tirar a ação
      </button>
      <button type="button" onClick={() => until('2025-12-31')}>
        Trocar a data
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Voltar
      </button>
      <output aria-label="Busca">{search}</output>
    </>
  );
}

test('two filters changed in a row are both in the address, also while the first is loading', async () => {
  const loading = Promise.withResolvers<null>();
  let isFirst = true;
  const clientLoader = () => {
    if (!isFirst) return loading.promise;
    isFirst = false;
    return null;
  };
  await renderRoute({ default: Filters, clientLoader }, { at: '/admin/auditoria?action=trip.created&page=3' });
  await page.getByRole('button', { name: 'Trocar os dois' }).click();
  loading.resolve(null);
  await expect.element(page.getByRole('status', { name: 'Busca' })).toHaveTextContent('?to=2025-12-31');
});

test('a filter undone by Back does not return with the next one', async () => {
  await renderRoute({ default: Filters }, { at: '/admin/auditoria' });
  const search = page.getByRole('status', { name: 'Busca' });
  await page.getByRole('button', { name: 'Trocar a ação' }).click();
  await expect.element(search).toHaveTextContent('?action=trip.published');
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect.element(search).toBeEmptyDOMElement();
  await page.getByRole('button', { name: 'Trocar a data' }).click();
  await expect.element(search).toHaveTextContent('?to=2025-12-31');
  await expect.element(search).not.toHaveTextContent('action');
});

test('a filter changed before the last change is on the screen is not undone by the next one', async () => {
  const drawing = Promise.withResolvers<null>();
  const loading = Promise.withResolvers<null>();
  const slow = '?action=trip.published';
  function SlowFilters() {
    const { search } = useLocation();
    if (search === slow) use(drawing.promise);
    return <Filters />;
  }
  let loads = 0;
  const clientLoader = () => (++loads === 3 ? loading.promise : null);
  await renderRoute({ default: SlowFilters, clientLoader }, { at: '/admin/auditoria' });
  await page.getByRole('button', { name: 'Trocar a ação' }).click();
  await expect.poll(() => loads).toBe(2);
  await page.getByRole('button', { name: 'Tirar a ação' }).click();
  await expect.poll(() => loads).toBe(3);
  drawing.resolve(null);
  const search = page.getByRole('status', { name: 'Busca' });
  await expect.element(search).toHaveTextContent(slow);
  await page.getByRole('button', { name: 'Trocar a data' }).click();
  loading.resolve(null);
  await expect.element(search).toHaveTextContent('?to=2025-12-31');
  await expect.element(search).not.toHaveTextContent('action');
});
