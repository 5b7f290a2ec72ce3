import { crc32, deflateSync } from 'node:zlib';

const frame = 4;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A square PNG of one colour (red, green, blue, 0..255 each) with a darker frame. */
export function pngPicture(sidePx: number, colour: readonly [number, number, number]): Buffer {
  const dark = colour.map((part) => Math.round(part * 0.8));
  const lines = Buffer.alloc((sidePx * 3 + 1) * sidePx);
  for (let y = 0; y < sidePx; y++)
    for (let x = 0; x < sidePx; x++) {
      const isFrame = Math.min(x, y, sidePx - 1 - x, sidePx - 1 - y) < frame;
      lines.set(isFrame ? dark : colour, y * (sidePx * 3 + 1) + 1 + x * 3);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(sidePx, 0);
  head.writeUInt32BE(sidePx, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]);
}
