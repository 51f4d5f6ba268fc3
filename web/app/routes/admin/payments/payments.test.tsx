import { toDoRoutes } from '@passeio/contract/payments/to-do-routes';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keyOf, queryClient } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { showAlert } from '~/ui/feedback/alert';
import { TopBar } from '../../area/layout/layout';
import Payments from './payments';

afterEach(() => page.viewport(1280, 800));

const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? expect.unreachable('it is not there');

/** Whether a toast lies over something. */
function isCovered(element: Element): boolean {
  const [toast, other] = [boxOf(document.querySelector('[data-tipo]')), boxOf(element)];
  return toast.left < other.right && other.left < toast.right && toast.top < other.bottom && other.top < toast.bottom;
}

test.each([
  [1280, 'Usuário logado com sucesso!'],
  [1280, 'Comprovante da reserva K7M2QX recusado. Quem enviou recebe o motivo.'],
  [1920, 'Usuário logado com sucesso!'],
  [1024, 'Usuário logado com sucesso!'],
  [360, 'Usuário logado com sucesso!'],
])('no toast covers title, account or tabs at %i px: "%s"', async (width, mensagem) => {
  await page.viewport(width, 800);
  signIn('OPERATOR');
  const user = { ...useUser.getState().user, name: 'Maria Aparecida de Albuquerque Cavalcanti' };
  await renderPage(
    // The page stands beside the menu where that is in sight.
    <div style={{ marginLeft: width > 992 ? 300 : 0 }}>
      <TopBar title="Financeiro do passeio" user={user} onMenu={() => {}} />
      <main style={{ padding: width > 992 ? '2rem 2.25rem' : '1.25rem 1rem' }}>
        <Payments />
      </main>
    </div>,
    { at: '/admin/pagamentos' },
  );
  queryClient.setQueryData(keyOf(toDoRoutes.count), {
    receipts: 2,
    refunds: 3,
    unmatched: 1,
    bankChecks: 0,
    doorPayments: 0,
  });
  const controls = () => [
    ...page.getByRole('link').elements(),
    page.getByRole('button', { name: /menu da conta$/ }).element(),
  ];
  await expect.element(page.getByRole('link', { name: 'A conciliar 1 esperando' })).toBeInTheDocument();
  showAlert('success', mensagem);
  await expect.poll(() => document.querySelector('[data-tipo]')).not.toBeNull();
  // Until the page has made room, and the toast has arrived.
  await expect
    .poll(() =>
      controls()
        .filter(isCovered)
        .map((one) => one.textContent),
    )
    .toEqual([]);
  const title = document.createRange();
  title.selectNodeContents(page.getByRole('heading', { level: 1 }).element());
  expect(isCovered(title as unknown as Element)).toBe(false);
});

test.each([
  [1, /o prazo de 1\sreserva já passou/],
  [3, /o prazo de 3\sreservas já passou/],
])('a notice says that the bank does not answer about %i holds, and links to them', async (bankChecks, sentence) => {
  signIn('OPERATOR');
  await renderPage(<Payments />, { at: '/admin/pagamentos' });
  queryClient.setQueryData(keyOf(toDoRoutes.count), {
    receipts: 0,
    refunds: 0,
    unmatched: 0,
    bankChecks,
    doorPayments: 0,
  });
  await expect.element(page.getByText(sentence)).toBeInTheDocument();
  const href = '/admin/reservas?lista=banco-sem-resposta';
  await expect.element(page.getByRole('link', { name: 'Decidir uma a uma' })).toHaveAttribute('href', href);
});
