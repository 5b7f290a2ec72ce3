import { setImmediate } from 'node:timers/promises';
import PdfDocument from 'pdfkit';
import type { Direction } from './bidi.ts';
import { createTextPen, type TextPen, type TextStyle } from './text-pen.ts';

const page = { width: 841.89, height: 595.28, margin: 40 };
const inner = page.width - 2 * page.margin;
const bottom = page.height - page.margin - 16;
const ink = '#111827';
const grey = '#6b7280';
const lineHeight = 1.4;
/** Rows after which other work of this process gets its turn. */
const breath = 25;

export interface PdfTable {
  head: string[];
  /** Shares of the width; their sum is 1. */
  widths: number[];
  rows: Iterable<string[]> | AsyncIterable<string[]>;
  /** Columns that hold codes: they run from left to right in every language. */
  codes?: readonly number[];
  /** Lines of one cell at most; 3 unless said. */
  maxLines?: number;
}

export interface PdfReportOptions {
  lang: 'en' | 'he';
  title: string;
  subtitle: string;
  /** Foot of each page. */
  pageOf: (page: number, pages: number) => string;
}

interface Sheet {
  document: PDFKit.PDFDocument;
  pen: TextPen;
  direction: Direction;
  y: number;
}

/** A document of headings, sentences and tables on landscape A4; Hebrew runs from right to left. */
export interface PdfReport {
  heading(text: string): void;
  paragraph(text: string): void;
  table(table: PdfTable): Promise<void>;
  finish(): Promise<Uint8Array>;
}

export function createPdfReport({ lang, title, subtitle, pageOf }: PdfReportOptions): PdfReport {
  const document = new PdfDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    lang,
    info: { Title: title, Creator: 'Sightline' },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const direction = lang === 'he' ? 'rtl' : 'ltr';
  const sheet: Sheet = { document, pen: createTextPen(document), direction, y: page.margin };
  write(sheet, title, { size: 20, color: ink, direction });
  write(sheet, subtitle, { size: 10, color: grey, direction });
  return {
    heading: (text) => {
      sheet.y += 12;
      makeRoom(sheet, 60);
      write(sheet, text, { size: 13, color: ink, direction });
      sheet.y += 4;
    },
    paragraph: (text) => write(sheet, text, { size: 10, color: ink, direction }),
    table: (table) => drawTable(sheet, table),
    finish: async () => {
      numberPages(sheet, pageOf);
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= bottom) return false;
  sheet.document.addPage();
  sheet.y = page.margin;
  return true;
}

function write(sheet: Sheet, text: string, style: TextStyle): void {
  const height = style.size * lineHeight;
  for (const line of sheet.pen.wrap(text, style, { most: inner, maxLines: 20 })) {
    makeRoom(sheet, height);
    sheet.pen.draw(line, style, { x: page.margin, y: sheet.y, width: inner });
    sheet.y += height;
  }
}

async function drawTable(sheet: Sheet, table: PdfTable): Promise<void> {
  const head = (): void =>
    drawRow(
      sheet,
      { ...table, codes: [] },
      { cells: table.head, style: { size: 8, color: grey, direction: sheet.direction } },
    );
  makeRoom(sheet, 40);
  head();
  let count = 0;
  for await (const cells of table.rows) {
    drawRow(sheet, table, { cells, style: { size: 8, color: ink, direction: sheet.direction }, onNewPage: head });
    count += 1;
    if (count % breath === 0) await setImmediate();
  }
}

interface Row {
  cells: string[];
  style: TextStyle;
  onNewPage?: () => void;
}

function drawRow(sheet: Sheet, { widths, codes = [], maxLines = 3 }: PdfTable, { cells, style, onNewPage }: Row): void {
  const styles = cells.map((_, at): TextStyle =>
    codes.includes(at) ? { ...style, direction: 'ltr', align: style.direction } : style,
  );
  const lines = cells.map((cell, at) =>
    sheet.pen.wrap(cell, styles[at] ?? style, { most: (widths[at] ?? 0) * inner - 8, maxLines }),
  );
  const height = Math.max(1, ...lines.map(({ length }) => length)) * style.size * lineHeight + 6;
  if (makeRoom(sheet, height)) onNewPage?.();
  const { document, direction, y } = sheet;
  let offset = 0;
  for (const [at, cell] of lines.entries()) {
    const width = (widths[at] ?? 0) * inner;
    // The first column stands where reading begins.
    const x = direction === 'rtl' ? page.margin + inner - offset - width : page.margin + offset;
    for (const [row, line] of cell.entries())
      sheet.pen.draw(line, styles[at] ?? style, {
        x: x + 4,
        y: y + 3 + row * style.size * lineHeight,
        width: width - 8,
      });
    offset += width;
  }
  sheet.y += height;
  document
    .moveTo(page.margin, sheet.y)
    .lineTo(page.margin + inner, sheet.y)
    .lineWidth(0.5)
    .strokeColor('#e5e7eb')
    .stroke();
}

function numberPages({ document, pen, direction }: Sheet, pageOf: PdfReportOptions['pageOf']): void {
  const { count } = document.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    document.switchToPage(at);
    pen.draw(
      pageOf(at + 1, count),
      { size: 8, color: grey, direction },
      { x: page.margin, y: page.height - page.margin, width: inner },
    );
  }
}
