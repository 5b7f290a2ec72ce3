import { ink } from './models/letters.ts';

const paperLevel = 30;
const inkLevel = 190;
/** Lines a picture has room for; the letters are as high as half of one. */
const rows = 12;

/** A still picture (I420) that says something: light letters on a dark ground, lines in the middle. Letters are those of `letters.ts`. */
export function cardPicture(lines: readonly string[], width: number, height: number): Uint8Array {
  const picture = new Uint8Array((width * height * 3) / 2).fill(128);
  picture.fill(paperLevel, 0, width * height);
  const rowHeight = height / rows;
  for (const [index, line] of lines.entries()) {
    const top = (height - lines.length * rowHeight) / 2 + index * rowHeight;
    writeLine(picture, {
      line: line.toUpperCase(),
      width,
      top: Math.round(top),
      letterHeight: Math.round(rowHeight / 2),
    });
  }
  return picture;
}

function writeLine(picture: Uint8Array, at: { line: string; width: number; top: number; letterHeight: number }): void {
  const letters = Array.from(at.line);
  const cellWidth = Math.min(at.letterHeight * 0.86, (at.width * 0.9) / letters.length);
  const left = Math.round((at.width - cellWidth * letters.length) / 2);
  for (let y = 0; y < at.letterHeight; y += 1) {
    for (let x = 0; x < cellWidth * letters.length; x += 1) {
      const cell = x / cellWidth;
      const dark = ink(letters[Math.floor(cell)] ?? ' ', ((cell % 1) - 0.1) / 0.8, y / at.letterHeight);
      picture[(at.top + y) * at.width + left + x] = paperLevel + Math.round(dark * (inkLevel - paperLevel));
    }
  }
}
