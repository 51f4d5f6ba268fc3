import type { TripImage } from '@passeio/contract/trips/trips';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { newPicture, newTripImage } from '~/test/pictures';
import { renderPage } from '~/test/render';
import { holdUploads } from '~/test/uploads';
import { photoCalls } from './photo-calls';
import { PhotoUploadQueue } from './photo-upload-queue';
import { Photos } from './photos';

const TRIP = crypto.randomUUID();
const PICTURES = `/api/trips/image/${TRIP}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const words = (number: number) => page.getByRole('textbox', { name: `O que se vê na foto ${number}` });
const listOf = (...data: TripImage[]) => ({ data, page: { number: 1, size: 12, total: data.length } });
const saved = page.getByText('Fotos salvas. A ordem daqui é a do portal.');

/** The pictures of a trip, with what is sent of them. */
async function open(stored: TripImage[]) {
  signIn('OPERATOR');
  const uploads = holdUploads();
  const { bodies, calls } = answerCalls({
    [`PUT ${PICTURES}`]: { json: listOf(...stored) },
    [`DELETE ${PICTURES}/${stored[0]?.id}`]: { json: listOf(...stored.slice(1)) },
  });
  const queue = new PhotoUploadQueue(photoCalls, stored, TRIP);
  await renderPage(<Photos queue={queue} isNew={false} />);
  return { uploads, calls, arranged: () => (bodies[`PUT ${PICTURES}`] as { images: object[] } | undefined)?.images };
}

test('a file that is no picture says so, the others go on, and one that failed is sent again', async () => {
  const { uploads } = await open([]);
  const [first, second] = [newTripImage({ isCardImg: true }), newTripImage()];
  await page
    .getByLabelText('Arquivos de fotos')
    .upload([
      await newPicture('um.png'),
      new File(['não é foto'], 'nota.txt', { type: 'text/plain' }),
      await newPicture('dois.png'),
    ]);
  await expect.element(page.getByText(/^nota\.txt: Este arquivo não é uma foto que aceitamos\./)).toBeVisible();
  await expect.poll(() => uploads).toHaveLength(1);
  uploads[0]?.answer(503, { statusCode: 503, code: 'UNAVAILABLE', message: 'Fora do ar.', requestId: 'test' });
  await expect.element(page.getByText('um.png: Fora do ar.')).toBeVisible();
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[1]?.answer(200, listOf(first));
  await button('Remover foto 2').click();
  await expect.element(page.getByText(/nota\.txt/)).not.toBeInTheDocument();
  await button('Tentar de novo').click();
  await expect.poll(() => uploads[2]?.body?.get('images')).toMatchObject({ name: 'um.png' });
  uploads[2]?.answer(200, listOf(first, second));
  await expect.element(saved).toBeVisible();
});

test('a picture is described, moved by keyboard alone, and removed once that is confirmed', async () => {
  const [lake, rock] = [newTripImage({ isCardImg: true }), newTripImage()];
  const { calls, arranged } = await open([lake, rock]);
  await words(2).fill('Pedra vermelha');
  (button('Arrastar foto 2').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(/pronto para mover, posição/)).toBeInTheDocument();
  // The sensor listens to keys a moment after it says that the item can be moved.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowLeft}');
      return page.getByText(/: posição 1 de/).query();
    })
    .not.toBeNull();
  await userEvent.keyboard(' ');
  await expect.element(words(1)).toHaveValue('Pedra vermelha');
  await expect.poll(arranged).toEqual([
    { id: rock.id, alt: 'Pedra vermelha', isCardImg: false },
    { id: lake.id, alt: '', isCardImg: true },
  ]);

  await button('Remover foto 2').click();
  const question = page.getByRole('alertdialog', { name: 'Remover foto?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(`DELETE ${PICTURES}/${lake.id}`);
  await button('Remover foto 2').click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(button('Remover foto 2')).not.toBeInTheDocument();
  expect(calls).toContain(`DELETE ${PICTURES}/${lake.id}`);
});
