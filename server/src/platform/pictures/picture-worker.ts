import type { ErrorCode } from '@passeio/contract/api/errors';
import sharp, { type Sharp } from 'sharp';
import { answerOrders } from '../concurrency/answer-orders.ts';
import type { EncodedPicture, PictureOrder, Recipe, Rendition } from './pictures.ts';

// Runs in a child process (pictures.ts).

const MAX_PIXELS = 40_000_000;
// WebP is limited to 16,383 pixels per side.
const MAX_RATIO = 10;
const FORMATS = ['jpeg', 'png', 'webp'];
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

sharp.concurrency(1);
sharp.cache(false);
// libvips detects the format by content, not by name.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

answerOrders(({ content, recipe }: PictureOrder) => make(Buffer.from(content), recipe));

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

/** Validates a picture and returns its upright size. */
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

/** Decodes to upright sRGB pixels without metadata, scaled into the recipe's box. */
function decode(content: Buffer, { box, hasTransparency }: Recipe) {
  const fitted = open(content)
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true });
  const image = hasTransparency ? fitted.ensureAlpha() : fitted.flatten({ background: '#ffffff' });
  return refusing(
    () => image.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
    'IMAGE_UNREADABLE',
  );
}

// Higher efforts cost seconds and save a few percent.
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

async function refusing<Result>(work: () => Promise<Result>, otherwise: ErrorCode): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new Refusal(isTooLarge ? 'IMAGE_TOO_MANY_PIXELS' : otherwise);
  }
}
