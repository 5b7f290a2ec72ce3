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

/** A file of rows, with the mark by which spreadsheets know its encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', rows.map((row) => `${row.map(closedCell).join(',')}\r\n`).join('')], {
    type: 'text/csv;charset=utf-8',
  });
