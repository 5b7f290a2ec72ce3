import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** So often in a row a file may pass only the second time. */
export const maxUnsteadyInARow = 3;

/** How often in a row files passed only the second time, by path in the repository. */
export type UnsteadyLedger = Record<string, number>;

/** What was noted after the runs before; nothing where there is no file yet. Throws for a file that is no ledger: it would forgive everything. */
export function readLedger(path: string): UnsteadyLedger {
  if (!existsSync(path)) return {};
  const noted = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
  const wrong = noted.find(([, times]) => !Number.isInteger(times) || Number(times) < 1);
  if (wrong !== undefined) throw new Error(`${path} says no number of times of ${wrong[0]}`);
  return Object.fromEntries(noted) as UnsteadyLedger;
}

/** The ledger after a run: files that were unsteady count on, files that ran steadily are forgotten, others stay. */
export function ledgerAfter(
  before: UnsteadyLedger,
  { ran, unsteady }: { ran: readonly string[]; unsteady: readonly string[] },
): UnsteadyLedger {
  const wasUnsteady = new Set(unsteady);
  const steady = new Set(ran.filter((file) => !wasUnsteady.has(file)));
  const kept = Object.entries(before).filter(([file]) => !steady.has(file) && !wasUnsteady.has(file));
  const counted = [...wasUnsteady].map((file): [string, number] => [file, (before[file] ?? 0) + 1]);
  return Object.fromEntries([...kept, ...counted].sort(([a], [b]) => a.localeCompare(b)));
}

/** Files that may not be forgiven once more. */
export const unforgiven = (ledger: UnsteadyLedger): string[] =>
  Object.keys(ledger).filter((file) => (ledger[file] ?? 0) >= maxUnsteadyInARow);

export const writeLedger = (path: string, ledger: UnsteadyLedger): void =>
  writeFileSync(path, `${JSON.stringify(ledger, null, 2)}\n`);
