import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '~/lib/api';
import { hideAlert, showAlert, useAlert } from '~/ui/feedback/alert';
import { leftWhenRefused, withRetry } from './api';

beforeEach(hideAlert);
afterEach(() => void vi.unstubAllGlobals());

/** Fails with each status in turn, reporting it as the API client does, then works. */
function failing(...statuses: number[]) {
  return vi.fn(async () => {
    const status = statuses.shift();
    if (status === undefined) return 'feito';
    showAlert('error', `Falhou com ${status}`);
    throw new ApiError(status);
  });
}

const offered = () => vi.waitFor(() => expect(useAlert.getState().retry).toBeTypeOf('function'));

it.each([0, 502, 503, 504])(
  'makes a call that failed with %i again when the toast’s button is pressed',
  async (status) => {
    const call = failing(status);
    const outcome = withRetry(call);
    await offered();
    expect(useAlert.getState()).toMatchObject({ mostrar: true, tipo: 'error', mensagem: `Falhou com ${status}` });
    useAlert.getState().retry?.();
    expect(await outcome).toBe('feito');
    expect(call).toHaveBeenCalledTimes(2);
    expect(useAlert.getState().mostrar).toBe(false);
  },
);

it('offers it as often as it fails', async () => {
  const outcome = withRetry(failing(0, 503));
  await offered();
  useAlert.getState().retry?.();
  await vi.waitFor(() => expect(useAlert.getState().mensagem).toBe('Falhou com 503'));
  await offered();
  useAlert.getState().retry?.();
  expect(await outcome).toBe('feito');
});

it.each([
  ['is closed', hideAlert],
  ['was replaced', () => showAlert('info', 'Outra coisa')],
])('fails once the toast %s', async (_, end) => {
  const call = failing(503);
  const outcome = withRetry(call);
  const failure = expect(outcome).rejects.toMatchObject({ status: 503 });
  await offered();
  end();
  await failure;
  expect(call).toHaveBeenCalledOnce();
  expect(useAlert.getState().retry).toBeUndefined();
});

it.each([400, 409, 429, 500])('fails at once with %i', async (status) => {
  await expect(withRetry(failing(status))).rejects.toMatchObject({ status });
  expect(useAlert.getState().retry).toBeUndefined();
});

it('staff without the required second step stays signed in and is led to where it is set up', async () => {
  const assign = vi.fn();
  vi.stubGlobal('window', { location: { pathname: '/admin/passeios', assign } });
  const error = new ApiError(428, { code: 'TWO_FACTOR_MISSING', message: 'Ative a verificação em duas etapas.' });
  expect(leftWhenRefused(error)).toBe(true);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/duas-etapas'));
  expect(useAlert.getState()).toMatchObject({ mostrar: true, tipo: 'info', mensagem: error.message });
  expect(leftWhenRefused(new ApiError(428))).toBe(false);
});
