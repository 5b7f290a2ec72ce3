import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodeGlyph, type PathStep } from './glyph-outline.ts';

/** The parts of the font, tried in this order; each holds other letters. */
const parts = ['latin', 'hebrew', 'latin-ext', 'symbols'] as const;

export type FontPart = (typeof parts)[number];

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@fontsource-variable/heebo/package.json')), 'files');

const fileOf = (part: FontPart): string => join(folder, `heebo-${part}-wght-normal.woff2`);

interface FontGlyph {
  path: { commands: PathStep[] };
  advanceWidth: number;
  _getMetrics(): { leftBearing: number };
}

/** What we use of the part of a font that goes into the file. */
interface Subset {
  font: { getGlyph(id: number): FontGlyph };
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
}

interface OpenFont {
  subset: Subset;
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/**
 * Makes the fonts known to a document and answers which of them holds a sign. The library cannot cut a piece out of a
 * compressed (woff2) font: it takes the bytes of glyphs from where they do not lie. So it is given them anew, from their outlines.
 */
export function registerFonts(document: PDFKit.PDFDocument): (sign: string) => FontPart | null {
  const open = new Map<FontPart, OpenFont>();
  for (const part of parts) {
    document.registerFont(part, readFileSync(fileOf(part)));
    document.font(part);
    const font = (document as unknown as { _font: OpenFont })._font;
    font.subset._addGlyph = addFromOutline;
    open.set(part, font);
  }
  return (sign) => parts.find((part) => open.get(part)?.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) ?? null;
}

function addFromOutline(this: Subset, id: number): number {
  const glyph = this.font.getGlyph(id);
  const bytes = encodeGlyph(glyph.path.commands);
  this.glyf.push(bytes);
  this.loca.offsets.push(this.offset);
  this.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing });
  this.offset += bytes.length;
  return this.glyf.length - 1;
}
