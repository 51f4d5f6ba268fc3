import { route } from '@passeio/contract/route';
import { z } from '@passeio/contract/zod';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '~/lib/api';
import { hideAlert, showAlert, useAlert } from '~/ui/feedback/alert';
import { api, withRetry } from './api';

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

const things = route('GET', '/things', { access: 'anyone', summary: '', answer: z.object({ count: z.number() }) });

/** A page on which the API answers one call. */
function pageAnswered(status: number, body: object = {}) {
  const assign = vi.fn();
  const page = Object.assign(new EventTarget(), { location: { pathname: '/admin/passeios', assign } });
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', async () => {
    if (status === 0) throw new TypeError('Failed to fetch');
    return Response.json(body, { status });
  });
  return { page, assign };
}

it('staff without the required second step stays signed in and is led to where it is set up', async () => {
  const message = 'Ative a verificação em duas etapas.';
  const { page, assign } = pageAnswered(428, { statusCode: 428, code: 'TWO_FACTOR_MISSING', message, requestId: '7' });
  const settled = vi.fn();
  const call = api.call(things).finally(settled);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/duas-etapas'));
  expect(useAlert.getState()).toMatchObject({ mostrar: true, tipo: 'info', mensagem: message });
  expect(settled).not.toHaveBeenCalled();

  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await expect(call).rejects.toMatchObject({ code: 'TWO_FACTOR_MISSING' });
});

it.each([
  [{}, 409, true],
  [{}, 0, true],
  [{ toast: false }, 409, false],
  [{ worksOffline: true }, 409, true],
  [{ worksOffline: true }, 0, false],
  [{ session: 'optional' }, 403, false],
  [{ session: 'none' }, 401, false],
] as const)('a call with %j that fails with %i rejects, with a toast: %j', async (handling, status, isShown) => {
  const { assign } = pageAnswered(status);
  await expect(api.call(things, handling)).rejects.toMatchObject({ status });
  expect(useAlert.getState().mostrar).toBe(isShown);
  expect(assign).not.toHaveBeenCalled();
});
