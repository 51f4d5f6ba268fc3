import sharp from 'sharp';

export interface Photograph {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A generated JPEG: a plain colour with a highlight. */
export async function photograph(name: string, color: string): Promise<Photograph> {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <rect width="100%" height="100%" fill="${color}"/>
    <circle cx="900" cy="225" r="108" fill="#ffe9a8"/>
  </svg>`;
  const buffer = await sharp(Buffer.from(scene)).jpeg({ quality: 80 }).toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
