/** What spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

/**
 * A cell of a file that we write: never a formula for the program that opens it, and quoted where it must be. What begins with the mark
 * itself gets one more, so that it is read back as it was.
 */
export const closedCell = (text: string): string => {
  const plain = formula.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** A cell as it was meant: without the mark that keeps it from being a formula. */
export const openCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

/** A line of a file of cells, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(closedCell).join(',')}\r\n`;

/** By this mark at their beginning, spreadsheets know the encoding of files. */
export const byteOrderMark = '\uFEFF';
