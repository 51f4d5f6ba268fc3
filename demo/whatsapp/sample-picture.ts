import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 320;
const HEIGHT = 480;

/** A picture as a client sends it: no receipt that says anything, but a PNG that every program reads. */
export function samplePicture(): Buffer {
  const row = Buffer.alloc(1 + WIDTH * 3, 0xee);
  row[0] = 0;
  const dark = Buffer.alloc(1 + WIDTH * 3, 0x33);
  dark[0] = 0;
  const rows = Array.from({ length: HEIGHT }, (_, y) => (y % 40 < 6 ? dark : row));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
