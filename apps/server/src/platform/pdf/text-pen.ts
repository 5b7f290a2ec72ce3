import { plainText, visualRuns, type Direction, type Run } from './bidi.ts';
import { registerFonts, type FontPart } from './pdf-fonts.ts';

interface Piece {
  font: FontPart;
  text: string;
}

export interface TextStyle {
  size: number;
  color: string;
  direction: Direction;
  /** The side at which lines begin; that of their direction unless said. */
  align?: Direction;
}

export interface TextBox {
  x: number;
  y: number;
  width: number;
}

/** The space for a text; with more lines than these the last one ends with an ellipsis. */
export interface TextLimits {
  most: number;
  maxLines: number;
}

/** A word is never laid out sign by sign with the features of the font named. */
const whole = { features: [], lineBreak: false };

/** Writes lines whose words run both ways. */
export type TextPen = ReturnType<typeof createTextPen>;

export function createTextPen(document: PDFKit.PDFDocument) {
  const fontOf = registerFonts(document);

  /** Pieces of one font from left to right; what no font has is a question mark. */
  const piecesOf = ({ text, isRtl }: Run): Piece[] => {
    const pieces: Piece[] = [];
    for (const sign of text) {
      const last = pieces.at(-1);
      const font = sign === ' ' && last ? last.font : fontOf(sign);
      if (last && (font ?? 'latin') === last.font) last.text += font === null ? '?' : sign;
      else pieces.push({ font: font ?? 'latin', text: font === null ? '?' : sign });
    }
    if (!isRtl) return pieces;
    // The font library turns Hebrew around by itself, other signs it does not.
    const turned = pieces.map((piece) =>
      /\p{Script=Hebrew}/u.test(piece.text) ? piece : { ...piece, text: Array.from(piece.text).toReversed().join('') },
    );
    return turned.toReversed();
  };

  const layOut = (line: string, direction: Direction): Piece[] => visualRuns(line, direction).flatMap(piecesOf);
  const widthOf = (piece: Piece, size: number): number =>
    document.font(piece.font).fontSize(size).widthOfString(piece.text, whole);
  const width = (line: string, { size, direction }: TextStyle): number =>
    layOut(line, direction).reduce((sum, piece) => sum + widthOf(piece, size), 0);

  const wrap = (text: string, style: TextStyle, limits: TextLimits): string[] =>
    wrapText(text, (line) => width(line, style), limits);

  /** One line, at its side of the box. */
  const draw = (line: string, style: TextStyle, box: TextBox): void => {
    let x = (style.align ?? style.direction) === 'rtl' ? box.x + box.width - width(line, style) : box.x;
    for (const piece of layOut(line, style.direction)) {
      const advance = widthOf(piece, style.size);
      document.fillColor(style.color).text(piece.text, x, box.y, whole);
      x += advance;
    }
  };

  return { wrap, draw };
}

/** The beginning of a word that still fits. */
function fitting(word: string, widthOf: (text: string) => number, most: number): string {
  const signs = Array.from(word);
  let count = signs.length;
  while (count > 1 && widthOf(signs.slice(0, count).join('')) > most) count = Math.max(1, Math.floor(count * 0.8));
  return signs.slice(0, count).join('');
}

function wrapText(text: string, widthOf: (text: string) => number, { most, maxLines }: TextLimits): string[] {
  const lines: string[] = [];
  const words = plainText(text).trim().split(' ');
  let line = '';
  while (words.length > 0 && lines.length < maxLines) {
    const word = words[0] ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= most) {
      line = longer;
      words.shift();
    } else if (line === '') {
      const part = fitting(word, widthOf, most);
      lines.push(part);
      words[0] = word.slice(part.length);
      if (words[0] === '') words.shift();
    } else {
      lines.push(line);
      line = '';
    }
  }
  if (line !== '' && lines.length < maxLines) lines.push(line);
  else if (line !== '') words.unshift(line);
  if (words.length > 0) lines.push(`${fitting(lines.pop() ?? '', widthOf, most - widthOf('…'))}…`);
  return lines;
}
