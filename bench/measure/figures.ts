/** The value below which `share` of the values lie (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

/** Prints rows as a Markdown table. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  process.stdout.write([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n') + '\n');
}

export const percent = (share: number, digits = 2): string => `${(share * 100).toFixed(digits)} %`;
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
