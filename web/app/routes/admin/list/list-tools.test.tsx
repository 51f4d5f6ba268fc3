import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderRoute } from '~/test/render';
import { useAddressPart } from './list-tools';

function Filters() {
  const [, choose] = useAddressPart('action');
  const [, until] = useAddressPart('to');
  const { search } = useLocation();
  const changeBoth = () => {
    choose('');
    until('2025-12-31');
  };
  return (
    <>
      <button type="button" onClick={changeBoth}>
        Trocar os dois
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
