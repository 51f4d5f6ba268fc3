import sharp from 'sharp';

export interface Photograph {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A generated JPEG: a plain colour with a highlight. */
export async function photograph(name: string, color: string): Promise<Photograph> {
  const buffer = await sharp(scene(1200, 900, color))
    .jpeg({ quality: 80 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A 12-megapixel portrait photo as phones store it: rotated by EXIF orientation, with GPS position. */
export async function phonePhotograph(name: string): Promise<Photograph> {
  const buffer = await sharp(scene(4032, 3024, '#2d7a4f'))
    .jpeg({ quality: 85 })
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '21/1 33/1 0/1', GPSLongitudeRef: 'W' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

function scene(width: number, height: number, color: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="${color}"/>
      <circle cx="${width * 0.75}" cy="${height * 0.25}" r="${height * 0.12}" fill="#ffe9a8"/>
    </svg>`,
  );
}
