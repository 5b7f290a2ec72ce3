import type { Coverage } from '@sightline/contracts/recordings/recording';

/** What became of a stretch of time, ms. `recordedMs + namedMs + unnamedMs` is `wallMs`. */
export interface Account {
  wallMs: number;
  recordedMs: number;
  /** Time without footage that says why, and the causes. */
  namedMs: number;
  unnamedMs: number;
  causes: string[];
}

const lengthOf = (parts: readonly { fromUtcMs: number; toUtcMs: number }[]): number =>
  parts.reduce((sum, part) => sum + part.toUtcMs - part.fromUtcMs, 0);

/** Counts what a coverage says of the time that was asked for; overlaps count once. */
export function accountOf(coverage: Coverage): Account {
  const { fromUtcMs, toUtcMs } = coverage;
  const inside = <P extends { fromUtcMs: number; toUtcMs: number }>(parts: readonly P[]): P[] =>
    parts
      .map((part) => ({
        ...part,
        fromUtcMs: Math.max(part.fromUtcMs, fromUtcMs),
        toUtcMs: Math.min(part.toUtcMs, toUtcMs),
      }))
      .filter((part) => part.toUtcMs > part.fromUtcMs);
  const [recorded, gaps] = [inside(coverage.recorded), inside(coverage.gaps)];
  let reachedUtcMs = fromUtcMs;
  let unnamedMs = 0;
  for (const part of [...recorded, ...gaps].toSorted((a, b) => a.fromUtcMs - b.fromUtcMs)) {
    unnamedMs += Math.max(0, part.fromUtcMs - reachedUtcMs);
    reachedUtcMs = Math.max(reachedUtcMs, part.toUtcMs);
  }
  unnamedMs += toUtcMs - reachedUtcMs;
  const recordedMs = lengthOf(recorded);
  const wallMs = toUtcMs - fromUtcMs;
  const causes = [
    ...new Set(gaps.map(({ cause, fromUtcMs: from, toUtcMs: to }) => `${cause} ${((to - from) / 1000).toFixed(1)} s`)),
  ];
  return { wallMs, recordedMs, namedMs: wallMs - recordedMs - unnamedMs, unnamedMs, causes };
}

/** The account of several cameras, of which the worst is told. */
export function worstOf(accounts: readonly Account[]): Account {
  const [worst] = accounts.toSorted((a, b) => b.unnamedMs - a.unnamedMs || a.recordedMs - b.recordedMs);
  if (!worst) throw new Error('no camera was looked at');
  return worst;
}
