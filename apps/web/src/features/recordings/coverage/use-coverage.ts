import type { Coverage } from '@sightline/contracts/recordings/recording';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../platform/api/client.ts';
import { useMadeFor } from '../use-made-for.ts';
import type { TimelineView } from '../timeline/timeline-view.ts';
import { bucketsPerTile, mergeCoverage, nothingDrawn, tilesFor } from './coverage-tiles.ts';
import type { CoverageTile, DrawnCoverage } from './coverage-tiles.ts';

interface CoverageRequest {
  cameraId: string;
  stream: 'main' | 'sub';
  view: TimelineView;
  nowMs: number;
  isEnabled: boolean;
}

export interface CoverageAnswer {
  coverage: DrawnCoverage;
  isLoading: boolean;
  /** Set when nothing could be read. */
  failure: unknown;
  retry: () => void;
}

const pastStaleMs = 10 * 60_000;
/** How often the piece that still grows is read again, by its length. */
const refetchMs = (tile: CoverageTile): number =>
  Math.min(60_000, Math.max(5000, (tile.toUtcMs - tile.fromUtcMs) / bucketsPerTile));

/** A piece that ended a moment ago is read once more: its last seconds came late. */
const settledMs = 15_000;
const ageOf = ({ toUtcMs }: CoverageTile, nowMs: number): 'growing' | 'settling' | 'past' =>
  toUtcMs > nowMs ? 'growing' : toUtcMs > nowMs - settledMs ? 'settling' : 'past';

/** The pieces as one; the same object until a piece changes, and the last one while none is there. */
function useMerged(pieces: Coverage[]): DrawnCoverage {
  const [merged, setMerged] = useState<{ pieces: Coverage[]; drawn: DrawnCoverage }>({
    pieces: [],
    drawn: nothingDrawn,
  });
  const isSame =
    pieces.length === merged.pieces.length && pieces.every((piece, index) => piece === merged.pieces[index]);
  if (isSame || pieces.length === 0) return merged.drawn;
  const next = { pieces, drawn: mergeCoverage(pieces) };
  setMerged(next);
  return next.drawn;
}

/** Coverage of a view: pieces are cached, so panning and zooming ask only for what was not seen. */
export function useCoverage({ cameraId, stream, view, nowMs, isEnabled }: CoverageRequest): CoverageAnswer {
  const tiles = isEnabled ? tilesFor(view, nowMs) : [];
  // While a view is dragged its pieces mostly stay the same ones, and so does what is asked.
  const name = tiles.map((tile) => `${String(tile.fromUtcMs)} ${String(tile.toUtcMs)} ${ageOf(tile, nowMs)}`).join();
  const queries = useMadeFor(`${cameraId} ${stream} ${name}`, () =>
    tiles.map((tile) => ({
      ...callQuery(recordingsCalls.coverage, {
        params: { id: cameraId },
        query: { ...tile, stream, buckets: bucketsPerTile },
      }),
      staleTime: ageOf(tile, nowMs) === 'growing' ? 2000 : pastStaleMs,
      refetchInterval: ageOf(tile, nowMs) === 'past' ? (false as const) : refetchMs(tile),
      placeholderData: keepPreviousData,
    })),
  );
  const results = useQueries({ queries });
  const pieces = results.map((result) => result.data).filter((data) => data !== undefined);
  const coverage = useMerged(pieces);
  const failed = results.find((result) => result.isError);
  return {
    coverage,
    isLoading: pieces.length === 0 && results.some((result) => result.isPending),
    failure: pieces.length === 0 ? (failed?.error ?? null) : null,
    retry: () => results.forEach((result) => void result.refetch()),
  };
}
