import type { FolderImports } from './folder-imports.ts';

const cellPx = 14;
const namePx = 120;
const gapPx = 48;

const text = ([x, y]: [x: number, y: number], content: string, more = ''): string =>
  `<text x="${String(x)}" y="${String(y)}" font-size="9" font-family="sans-serif" fill="#333" ${more}>${content}</text>`;

function cell([row, column]: [row: number, column: number], count: number, isBack: boolean): string {
  const strength = Math.min(1, 0.25 + Math.log10(count) / 2).toFixed(2);
  const [x, y] = [namePx + column * cellPx, namePx + row * cellPx];
  return `<rect x="${String(x + 1)}" y="${String(y + 1)}" width="${String(cellPx - 2)}" height="${String(cellPx - 2)}" fill="${isBack ? '#c2410c' : '#1f7a6d'}" fill-opacity="${isBack ? '1' : strength}"><title>${String(count)}</title></rect>`;
}

/** One program: a row imports from its columns. What points back up, so that two folders know each other, is red. */
function matrix(
  title: string,
  { folders, counts }: FolderImports,
  top: number,
): { svg: string; height: number; width: number } {
  const size = folders.length * cellPx;
  const parts = [text([0, 12], title, 'font-weight="600"')];
  for (const [index, name] of folders.entries()) {
    const middle = namePx + index * cellPx + cellPx - 4;
    parts.push(text([namePx - 6, middle], name, 'text-anchor="end"'));
    parts.push(text([middle, namePx - 6], name, `transform="rotate(-90 ${String(middle)} ${String(namePx - 6)})"`));
    for (const [column, to] of folders.entries()) {
      const count = counts.get(`${name} ${to}`) ?? 0;
      if (count > 0) parts.push(cell([index, column], count, counts.has(`${to} ${name}`)));
    }
  }
  parts.push(
    `<rect x="${String(namePx)}" y="${String(namePx)}" width="${String(size)}" height="${String(size)}" fill="none" stroke="#bbb"/>`,
  );
  return {
    svg: `<g transform="translate(16 ${String(top)})">${parts.join('')}</g>`,
    height: namePx + size,
    width: namePx + size,
  };
}

/** Draws programs one below the other, as an SVG on white. */
export function drawImports(programs: readonly { title: string; imports: FolderImports }[]): string {
  let top = 16;
  let width = 0;
  const drawn: string[] = [];
  for (const { title, imports } of programs) {
    const one = matrix(title, imports, top);
    drawn.push(one.svg);
    top += one.height + gapPx;
    width = Math.max(width, one.width + 32);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(top)}" width="${String(width)}" height="${String(top)}"><rect width="100%" height="100%" fill="#fff"/>${drawn.join('')}</svg>\n`;
}
