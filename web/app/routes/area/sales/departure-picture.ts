import type { TripImage } from '@passeio/contract/trips/trips';
import { sharedImagePath } from '~/features/trips/trip-picture';
import { newDrawing } from '~/ui/sharing/drawn-picture';

const PHOTO_HEIGHT = 540;

interface DrawnDeparture {
  operator: string;
  title: string;
  dates: string;
  price: string;
  image: TripImage | null;
  /** Counts as the seller's. */
  link: string;
  fileName: string;
}

/** A picture of a departure with its photo, and its link as a QR code. Throws where the browser cannot draw. */
export async function drawDeparture({
  operator,
  title,
  dates,
  price,
  image,
  link,
  fileName,
}: DrawnDeparture): Promise<File> {
  const { write, skip, fillTop, finish, save } = newDrawing();
  const photo = image && (await photoOf(image));
  if (photo) fillTop(photo, PHOTO_HEIGHT);
  write(operator, 40, { weight: 600 });
  skip(photo ? 12 : 48);
  write(title, photo ? 76 : 120, { weight: 700, lines: photo ? 2 : 4 });
  write(dates, 48, { lines: 2 });
  finish(link, [
    { text: price, size: 48, y: 96 },
    { text: 'Aponte a câmera', size: 36, y: 180 },
    { text: 'e reserve', size: 36, y: 228 },
  ]);
  return save(fileName);
}

/** Undefined where it does not come: the picture is drawn without it. */
async function photoOf(image: TripImage): Promise<ImageBitmap | undefined> {
  try {
    const response = await fetch(sharedImagePath(image));
    return response.ok ? await createImageBitmap(await response.blob()) : undefined;
  } catch (error) {
    console.warn('The photo of the trip could not be loaded', error);
    return undefined;
  }
}
