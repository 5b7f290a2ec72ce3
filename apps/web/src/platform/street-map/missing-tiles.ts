const retryMs = 5_000;

/** What is told of tiles that could not be had. */
export interface MissingTilesDeps {
  /** Tiles that are still wanted are to be asked for again. */
  retry: () => void;
  /** Whether all that was wanted is there. */
  onWhole: (isWhole: boolean) => void;
  onProblem: (message: string, cause: unknown) => void;
}

/** Tiles that could not be had: they are tried again until they come, or nobody wants them any more. */
export interface MissingTiles {
  /** Runs what loads a tile, and remembers how it ended. Rejects as it did. */
  follow<T>(tile: string, load: () => Promise<T>): Promise<T>;
  /** How often a tile failed: it is another one for the map library with each number. */
  failures(tile: string): number;
  end(): void;
}

/** Begins with nothing missing. */
export const followMissingTiles = ({ retry, onWhole, onProblem }: MissingTilesDeps): MissingTiles => {
  /** By tile, whether it was asked for since the last trial. */
  const missing = new Map<string, boolean>();
  const failures = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => onWhole(missing.size === 0);
  const tryAgain = (): void => {
    timer = undefined;
    for (const [tile, isAsked] of missing) {
      if (isAsked) missing.set(tile, false);
      else missing.delete(tile);
    }
    tell();
    if (missing.size === 0) return;
    timer = setTimeout(tryAgain, retryMs);
    retry();
  };
  return {
    failures: (tile) => failures.get(tile) ?? 0,
    follow: async (tile, load) => {
      if (missing.has(tile)) missing.set(tile, true);
      try {
        const found = await load();
        if (missing.delete(tile)) tell();
        return found;
      } catch (failure) {
        // A map that does not come says so once, and not for each of its tiles.
        if (missing.size === 0) onProblem('A part of the street map could not be read', failure);
        failures.set(tile, (failures.get(tile) ?? 0) + 1);
        missing.set(tile, true);
        timer ??= setTimeout(tryAgain, retryMs);
        tell();
        throw failure;
      }
    },
    end: () => clearTimeout(timer),
  };
};
