import { setPriority } from 'node:os';
import type { ErrorCode } from '@passeio/contract/errors';
import sharp, { type Sharp } from 'sharp';
import type { EncodedPicture, PictureOrder, PictureResult, Recipe, Rendition } from './pictures.ts';

// A process of its own, started by pictures.ts: what people send is decoded where a hostile file can neither reach the
// application's memory nor slow it down, and the memory that pictures take ends with this process.

const MAX_PIXELS = 40_000_000;
// WebP ends at 16,383 pixels, and a strip is no photograph.
const MAX_RATIO = 10;
const LOWER_PRIORITY = 5;
const FORMATS = ['jpeg', 'png', 'webp'];
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

// Those who visit go before those who send pictures.
setPriority(LOWER_PRIORITY);
sharp.concurrency(1);
sharp.cache(false);
// libvips goes by the content, whatever a file calls itself.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

process.on('message', async ({ content, recipe }: PictureOrder) => {
  process.send?.(await answer(Buffer.from(content), recipe));
});
process.on('disconnect', () => process.exit());
// Ctrl+C in a terminal is sent to all processes: the application decides what is finished.
process.on('SIGINT', () => undefined);

async function answer(content: Buffer, recipe: Recipe): Promise<PictureResult> {
  try {
    return { made: await make(content, recipe) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function make(content: Buffer, recipe: Recipe): Promise<EncodedPicture> {
  const original = await inspect(content, recipe);
  const { data, info } = await decode(content, recipe);
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const renditions = [];
  for (const rendition of recipe.renditions) {
    if ((rendition.width ?? 0) > info.width) continue;
    renditions.push({ ...rendition, content: await encode(pixels(), rendition) });
  }
  const size = { width: info.width, height: info.height };
  return { original, size, color: await dominantColor(pixels()), renditions };
}

function open(content: Buffer): Sharp {
  return sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
}

/** The size of a picture that we take, upright. */
async function inspect(content: Buffer, { minSide }: Recipe): Promise<{ width: number; height: number }> {
  const metadata = await refusing(() => open(content).metadata(), 'IMAGE_UNSUPPORTED');
  if (!FORMATS.includes(metadata.format)) throw new Refusal('IMAGE_UNSUPPORTED');
  if ((metadata.pages ?? 1) > 1) throw new Refusal('IMAGE_ANIMATED');
  const { width, height } = metadata.autoOrient;
  const [short = 0, long = 0] = [width, height].sort((a, b) => a - b);
  if (short < minSide) throw new Refusal('IMAGE_TOO_SMALL');
  if (long > short * MAX_RATIO) throw new Refusal('IMAGE_TOO_LONG');
  return { width, height };
}

/** The pixels, upright, in sRGB, without metadata, fitted into the recipe's box. */
function decode(content: Buffer, { box, keepsTransparency }: Recipe) {
  const fitted = open(content)
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true });
  const image = keepsTransparency ? fitted.ensureAlpha() : fitted.flatten({ background: '#ffffff' });
  return refusing(
    () => image.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
    'IMAGE_UNREADABLE',
  );
}

// Efforts at the knee of the curve: more of it costs seconds and saves a few percent.
function encode(pixels: Sharp, { format, quality, width, square }: Rendition): Promise<Buffer> {
  const sized = square
    ? pixels.resize(square, square, { fit: 'contain', background: CLEAR })
    : width
      ? pixels.resize({ width })
      : pixels;
  if (format === 'avif') return sized.avif({ quality, effort: 1 }).toBuffer();
  if (format === 'webp') return sized.webp({ quality, effort: 2 }).toBuffer();
  if (format === 'jpg') return sized.jpeg({ quality }).toBuffer();
  return sized.png({ compressionLevel: 9 }).toBuffer();
}

async function dominantColor(pixels: Sharp): Promise<string> {
  const { dominant } = await pixels.stats();
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`;
}

async function refusing<Answer>(work: () => Promise<Answer>, otherwise: ErrorCode): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new Refusal(isTooLarge ? 'IMAGE_TOO_MANY_PIXELS' : otherwise);
  }
}
