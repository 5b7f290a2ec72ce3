import { crc32, deflateSync } from 'node:zlib';

/** Metres that the plan is wide, and its size in pixels: ten pixels a metre. */
export const planWidthM = 120;
const size = { width: 1200, height: 750 };

const ink = { paper: 0xff, ground: 0xe8, floor: 0xf6, wall: 0x3c, door: 0x9a, line: 0xc4 } as const;

/** What is drawn, in metres from the upper left corner, one over the other: x, y, width, height, ink. */
const shapes: readonly (readonly [number, number, number, number, number])[] = [
  // Port Road along the upper edge, and the yard before the docks.
  [0, 0, 120, 12, ink.ground],
  ...Array.from({ length: 12 }, (_, index) => [2 + index * 10, 5.8, 5, 0.4, ink.line] as const),
  [12, 12, 14, 63, ink.ground],
  // The hall: outside walls with what is inside of them.
  [36, 18, 78, 50, ink.wall],
  [36.8, 18.8, 76.4, 48.4, ink.floor],
  // Offices and the cold rooms.
  [60, 18.8, 0.5, 22, ink.wall],
  [36.8, 40.5, 23.7, 0.5, ink.wall],
  [84, 18.8, 0.5, 20, ink.wall],
  [60, 38.5, 53.2, 0.5, ink.wall],
  [90, 46, 0.5, 21.2, ink.wall],
  [90, 46, 23.2, 0.5, ink.wall],
  // Doors: of the street, between the rooms, of the docks.
  [46, 18, 5, 0.8, ink.floor],
  [60, 30, 0.5, 3, ink.floor],
  [47, 40.5, 3, 0.5, ink.floor],
  [70, 38.5, 4, 0.5, ink.floor],
  [97, 38.5, 4, 0.5, ink.floor],
  [90, 54, 0.5, 4, ink.floor],
  ...[24, 32, 50, 58].map((y) => [36, y, 0.8, 5, ink.door] as const),
  // Gate house and barrier.
  [28, 13, 5, 4, ink.wall],
  [28.5, 13.5, 4, 3, ink.floor],
  [12, 14, 16, 0.6, ink.wall],
];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** The ground floor of the cold store, as a grey PNG. */
export function demoPlan(): Buffer {
  const scale = size.width / planWidthM;
  const row = size.width + 1;
  const pixels = Buffer.alloc(row * size.height, ink.paper);
  for (const [x, y, width, height, shade] of shapes) {
    const [left, right] = [x * scale, (x + width) * scale].map(Math.round) as [number, number];
    const [top, bottom] = [y * scale, (y + height) * scale].map(Math.round) as [number, number];
    for (let line = top; line < Math.min(bottom, size.height); line++)
      pixels.fill(shade, line * row + 1 + left, line * row + 1 + Math.min(right, size.width));
  }
  // Each line begins with its filter, none.
  for (let line = 0; line < size.height; line++) pixels[line * row] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size.width, 0);
  head.writeUInt32BE(size.height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
