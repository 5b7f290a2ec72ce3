import type { Interval } from '@sightline/contracts/recordings/recording';
import type { MissingInterval, StorageDay } from '@sightline/contracts/recordings/storage';

/** Time of one kind. `cause`: why there is none; null where it was not wanted yet, or is to come, or there is footage. */
export interface StoragePiece extends Interval {
  tier: 'regular' | 'smart' | 'none';
  cause: MissingInterval['cause'];
}

const piecesOf = ({ regularStorage, smartStorage, noStorage }: StorageDay): StoragePiece[] => [
  ...regularStorage.map((part) => ({ ...part, tier: 'regular' as const, cause: null })),
  ...smartStorage.map((part) => ({ ...part, tier: 'smart' as const, cause: null })),
  ...noStorage.map((part) => ({ ...part, tier: 'none' as const })),
];

/** Days as one ascending line: what the ends of days cut is whole again. */
export function flattenStorage(days: readonly StorageDay[]): StoragePiece[] {
  const ordered = days.flatMap(piecesOf).toSorted((a, b) => a.fromUtcMs - b.fromUtcMs);
  const line: StoragePiece[] = [];
  for (const piece of ordered) {
    const last = line.at(-1);
    if (last && last.toUtcMs === piece.fromUtcMs && last.tier === piece.tier && last.cause === piece.cause)
      last.toUtcMs = piece.toUtcMs;
    else line.push({ ...piece });
  }
  return line;
}

/** What lies at an instant. */
export function pieceAt(pieces: readonly StoragePiece[], utcMs: number): StoragePiece | null {
  let low = 0;
  let high = pieces.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle]!;
    if (utcMs < piece.fromUtcMs) high = middle - 1;
    else if (utcMs >= piece.toUtcMs) low = middle + 1;
    else return piece;
  }
  return null;
}
