/** What a core sees of the folder for its footage, and what it remembers. */
export interface PlaceSight {
  /** Id of the disk that footage was written to last, or null. */
  knownId: string | null;
  /** It was in this folder. */
  isSameFolder: boolean;
  /** Id that lies in the folder, or null. */
  mark: string | null;
  /** The ledger names files. */
  hasFiles: boolean;
  /** Most of those that were looked for are in the folder. */
  holdsFiles: boolean;
  /** Somebody said that a new disk is to be used. */
  beginsAnew: boolean;
}

/** `known`: go on; `adopt`: take this disk and its id; `mark`: give it an id; `away`: what should be here is not mounted. */
export type PlaceVerdict = 'known' | 'adopt' | 'mark' | 'away';

/**
 * Whether the folder holds the disk that footage belongs on. Without its disk a mount point is an empty folder like any other, so
 * emptiness counts as new only while nothing was ever recorded, or when somebody says so.
 */
export function assessPlace({
  knownId,
  isSameFolder,
  mark,
  hasFiles,
  holdsFiles,
  beginsAnew,
}: PlaceSight): PlaceVerdict {
  const isRemembered = knownId !== null && isSameFolder;
  if (mark !== null) {
    if (mark === knownId) return 'known';
    return isRemembered && !beginsAnew ? 'away' : 'adopt';
  }
  if (beginsAnew) return 'mark';
  if (isRemembered) return 'away';
  return !hasFiles || holdsFiles ? 'mark' : 'away';
}
